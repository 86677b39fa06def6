import CommandLineKit

/// `completions`: the script by which a shell completes this program's command lines.
struct Completions: RunpredictCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "completions",
      abstract: "Print the completion script of a shell",
      examples: [.init("runpredict completions bash", "For source <(...) in ~/.bashrc")])
  }

  @Argument(help: ArgumentHelp("The shell.", valueName: "SHELL"))
  var shell: Shell

  @OptionGroup(title: "Messages") var common: CommonOptions

  func run(_ console: Console) throws {
    try console.print(shell.completionScript(for: Runpredict.self))
  }
}
