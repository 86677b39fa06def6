import CommandLineKit

/// `man`: the manual page.
struct Man: RunpredictCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "man",
      abstract: "Print the manual page, in mdoc",
      examples: [.init("runpredict man > runpredict.1", "To read it: man ./runpredict.1")])
  }

  @OptionGroup(title: "Messages") var common: CommonOptions

  func run(_ console: Console) throws {
    try console.print(ManualPage(Runpredict.self, date: Version.date).text)
  }
}
