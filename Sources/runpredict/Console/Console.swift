import CommandLineKit
import Tables

/// Where a command says things: results on standard output, everything else on standard error.
final class Console {
  let isQuiet: Bool
  let isVerbose: Bool
  let printer: DiagnosticPrinter
  let environment: [String: String]
  private var progress: ProgressLine
  private var errors: DiagnosticTally
  private var leftOut: DiagnosticTally

  init(_ options: CommonOptions, environment: [String: String]) {
    isQuiet = options.quiet
    isVerbose = options.verbose
    self.environment = environment
    let stream = StandardStream.error
    printer = DiagnosticPrinter(
      form: options.errors,
      isColored: options.color.color(isTerminal: stream.isTerminal, environment: environment),
      width: stream.width)
    // A program that reads the errors wants all of them.
    let limit = options.errors == .json ? Int.max : 10
    errors = DiagnosticTally(limit: limit)
    leftOut = DiagnosticTally(limit: limit)
    progress = ProgressLine(
      isShown: !options.quiet
        && options.progress.progress(isTerminal: stream.isTerminal, environment: environment))
  }

  /// How many errors were reported.
  var errorCount: Int { errors.count }

  /// Tells an error, a row left out or a note; as text, only the first ten of many in full.
  func report(_ diagnostic: Diagnostic) {
    report(diagnostic.severity, kind: diagnostic.kind) { diagnostic }
  }

  /// The same for something that is made only if it is told.
  func report(_ severity: Diagnostic.Severity, kind: String, _ make: () -> Diagnostic) {
    if isQuiet, severity != .error { return }
    let isTold =
      switch severity {
      case .error: errors.admit(kind: kind)
      case .leftOut: leftOut.admit(kind: kind)
      case .note: true
      }
    guard isTold else { return }
    var diagnostic = make()
    diagnostic.severity = severity
    say(printer.render(diagnostic))
  }

  /// Tells a problem of a table.
  func report(_ problem: TableProblem, file: String?) {
    report(Diagnostic(problem, file: file))
  }

  /// Counts errors that are not told.
  func countErrors(kind: String, _ count: Int) { errors.add(kind: kind, count: count) }

  /// One line about what was understood or done; silenced by `--quiet`.
  func note(_ message: String, kind: String, file: String? = nil) {
    report(Diagnostic(.note, kind, file: file, message: message))
  }

  /// Lines for those who asked for more.
  func detail(_ text: @autoclosure () -> String) {
    guard isVerbose, printer.form == .text else { return }
    say(text() + "\n")
  }

  /// A line of a table about the work, silenced by `--quiet`; as JSON a note of that kind.
  func line(_ text: String, kind: String) {
    if isQuiet { return }
    printer.form == .text ? say(text + "\n") : note(text, kind: kind)
  }

  /// A result, for standard output.
  func print(_ text: String) throws {
    try StandardStream.output.write(text)
  }

  /// Shows how far the work is, if that is wanted and due; the text may use the seconds so far.
  func showProgress(_ text: (_ seconds: Double) -> String) { progress.update(text) }

  /// Counts what was not told in full, and clears the progress line.
  func finish() {
    progress.erase()
    for tally in [errors, leftOut] {
      guard let remainder = tally.remainder(printer.form) else { continue }
      switch printer.form {
      case .text: say(remainder + "\n")
      case .json: say(printer.render(Diagnostic(.note, "more", message: remainder)))
      }
    }
  }

  private func say(_ text: String) {
    progress.erase()
    // Nobody can be told that nobody can be told.
    try? StandardStream.error.write(text)
  }
}

extension Diagnostic {
  init(_ problem: TableProblem, file: String?) {
    let severity: Severity =
      switch problem.severity {
      case .error: .error
      case .leftOut: .leftOut
      case .note: .note
      }
    self.init(
      severity, problem.kind.rawValue, file: file, line: problem.place?.line,
      column: problem.place?.column, name: problem.name, value: problem.value,
      message: problem.message, hint: problem.hint, didYouMean: problem.didYouMean,
      excerpt: Excerpt(problem))
  }
}

extension Diagnostic.Excerpt {
  /// The line of a problem, with the text of the cell underlined where it stands in it.
  fileprivate init?(_ problem: TableProblem) {
    guard let line = problem.excerpt, let column = problem.place?.column else { return nil }
    let rest = String.UnicodeScalarView(line.unicodeScalars.dropFirst(column - 1))
    let value = (problem.value ?? "").unicodeScalars
    let isQuoted = rest.first == "\""
    let length = rest.starts(with: value) ? value.count : isQuoted ? value.count + 2 : 1
    self.init(line: line, column: column, length: length)
  }
}
