import CommandLineKit
import Laps
import Tables

/// What is wrong with a table, and which one.
struct FileProblem: ReportableError {
  var problem: TableProblem
  var file: String

  init(_ problem: TableProblem, file: String) {
    self.problem = problem
    self.file = file
  }

  var diagnostic: Diagnostic { Diagnostic(problem, file: file) }
  /// A feature that nobody asks for was misspelled on the command line, not in the table.
  var exitCode: ExitCode { problem.kind == "unknownFeature" ? .usage : .dataError }
}

extension Console {
  /// Adds the name of the file to what is thrown about a table; bad rows go to `rejects` too.
  func telling<Value>(
    of file: String, rejects: RejectsFile? = nil, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let problem as TableProblem {
      throw FileProblem(problem, file: file)
    } catch let errors as LapErrors {
      report(errors, file: file)
      if let rejects {
        for problem in errors.problems { try rejects.add(problem, file: file) }
        try rejects.commit()
      }
      throw ExitCode.dataError
    }
  }

  /// Tells the first of many errors and counts the others.
  private func report(_ errors: LapErrors, file: String) {
    for problem in errors.problems { report(problem, file: file) }
    for (kind, count) in errors.countsByKind {
      let told = errors.problems.count { $0.kind == kind }
      countErrors(kind: kind.rawValue, count - told)
    }
  }
}
