import CommandLineKit

/// A command of this program: its options, and what it does with a console to talk to.
protocol RunpredictCommand: ParsableCommand {
  var common: CommonOptions { get }
  /// Does the work; what it throws becomes a message and an exit code in one place.
  func run(_ console: Console) throws
}

/// An error that knows how it is told and with which status the program ends.
protocol ReportableError: Error {
  var diagnostic: Diagnostic { get }
  var exitCode: ExitCode { get }
}
