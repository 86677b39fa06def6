import CommandLineKit

/// What every command takes: how much is said, and how.
struct CommonOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing but errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say more about what was understood.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "When to color messages.",
      discussion: "NO_COLOR, CLICOLOR_FORCE and TERM=dumb are honoured.", valueName: "WHEN"))
  var color = When.auto

  @Option(help: ArgumentHelp("When to show progress.", valueName: "WHEN"))
  var progress = When.auto

  @Option(
    help: ArgumentHelp(
      "How to write errors and notes.",
      discussion: "As json, one object a line on standard error.", valueName: "FORM"))
  var errors = DiagnosticPrinter.Form.text

  func validate() throws {
    if quiet, verbose { throw ValidationError("'--quiet' and '--verbose' exclude each other") }
  }
}
