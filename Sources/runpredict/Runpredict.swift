import CommandLineKit

/// The program: its commands, and how it ends.
struct Runpredict: ParsableCommand {
  /// Runs the command that the words ask for, tells what went wrong, and gives the exit status.
  static func main(_ words: [String], environment: [String: String]) -> ExitCode {
    do {
      switch try CommandParser(Runpredict.self, width: StandardStream.output.width).parse(words) {
      case .show(let text):
        return ending { try StandardStream.output.write(text) }
      case .run(let command):
        guard let command = command as? any RunpredictCommand else { return .software }
        let console = Console(command.common, environment: environment)
        let code = ending(console) { try command.run(console) }
        console.finish()
        return code
      }
    } catch {
      let form: DiagnosticPrinter.Form = asksForJSON(words) ? .json : .text
      try? StandardStream.error.write(DiagnosticPrinter(form: form).render(error))
      return .usage
    }
  }

  /// Even a command line that cannot be parsed is answered in the form that it asks for.
  private static func asksForJSON(_ words: [String]) -> Bool {
    words.contains("--errors=json")
      || zip(words, words.dropFirst()).contains { $0 == "--errors" && $1 == "json" }
  }

  private static func ending(_ console: Console? = nil, _ body: () throws -> Void) -> ExitCode {
    do {
      try body()
      return .success
    } catch {
      let ending = Ending(of: error)
      if let diagnostic = ending.diagnostic {
        if let console {
          console.report(diagnostic)
        } else {
          try? StandardStream.error.write(DiagnosticPrinter().render(diagnostic))
        }
      }
      return ending.exitCode
    }
  }
}
