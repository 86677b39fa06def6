import CommandLineKit

enum Format: String, CaseIterable, ExpressibleByArgument {
  case csv, jsonl, table
}

struct Sharing: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say less.") var quiet = false
  @Option(name: [.long, .customShort("j")], help: "How many threads.") var threads = 1

  func validate() throws {
    if threads < 1 { throw ValidationError("'--threads' should be at least 1") }
  }
}

struct Read: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "read", abstract: "Read tables",
      discussion: "Reads every table, from the first row to the last.",
      examples: [.init("sample read laps.csv", "Read one table")],
      sections: [.init("Exit status", terms: [("0", "done"), ("65", "a table is bad")])])
  }

  @Argument(help: "Tables to read; '-' is standard input.", completion: .file(extensions: ["csv"]))
  var files: [String]
  @Option(name: .shortAndLong, help: "How to write.") var format = Format.csv
  @Option(help: ArgumentHelp("A mean that is kept.", discussion: "Repeatable.", valueName: "A=B"))
  var map: [String] = []
  @Option(name: [.customLong("eps")], help: "A small number.") var epsilon: Double?
  @Flag(inversion: .prefixedNo, help: "Mix the rows.") var shuffle: Bool?
  @OptionGroup(title: "Sharing") var sharing: Sharing
}

struct Copy: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "copy", abstract: "Copy a table")
  }

  @Argument(help: "From where.") var source: String
  @Argument(help: "To where.") var target = "there"
  @Option(name: .shortAndLong, help: "A folder for the copy.", completion: .directory)
  var output: String?
}

struct Sample: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sample", abstract: "Work with tables", version: "sample 1.0\n",
      subcommands: [Read.self, Copy.self])
  }
}
