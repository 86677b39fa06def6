import CommandLineKit

extension Runpredict {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "runpredict",
      abstract: "Predict how long a run will take from its laps, with Core ML models",
      discussion: """
        Reads lap files of watches and races, loads Core ML models for tables, describes them, \
        predicts with them and fine-tunes them to one runner. Results go to standard output; notes, \
        progress and errors to standard error. '-' is standard input or output everywhere.
        MODEL is a .mlmodel, .mlpackage or .mlmodelc, or 'model', the model in use, or 'base', the \
        bundled one.
        """,
      examples: [
        .init("runpredict describe model", "What is the model in use?"),
        .init("runpredict predict laps.csv", "When will this run end?"),
        .init("runpredict update history.csv", "Learn from past runs"),
      ],
      sections: [environment, files, exitStatus],
      version: Version.text,
      subcommands: [
        Describe.self, Predict.self, Update.self, Compile.self, Export.self, Reset.self,
        Rollback.self,
        History.self, Completions.self, Man.self,
      ])
  }

  private static var exitStatus: CommandConfiguration.Section {
    CommandConfiguration.Section(
      "Exit status",
      terms: [
        ("0", "done"),
        ("1", "done, but rows were left out, or 'update' kept the old model"),
        ("64", "wrong usage"),
        ("65", "the table or model is bad"),
        ("66", "an input does not exist or cannot be read"),
        ("69", "a model kind, layer or variant that is not supported here"),
        ("70", "our own fault"),
        ("73", "an output cannot be created"),
        ("74", "reading or writing failed half-way, such as on a full disk"),
        ("75", "the store is locked by another update; try again"),
        ("130", "interrupted; the last complete version is intact"),
      ])
  }

  private static var environment: CommandConfiguration.Section {
    CommandConfiguration.Section(
      "Environment",
      terms: [
        ("RUNPREDICT_HOME", "the folder of the personal model and its versions"),
        ("XDG_DATA_HOME", "else runpredict in this folder; else ~/.local/share/runpredict"),
        ("NO_COLOR, CLICOLOR_FORCE", "no color; color also when standard error is no terminal"),
        ("TERM", "dumb: no color and no progress line"),
      ])
  }

  private static var files: CommandConfiguration.Section {
    CommandConfiguration.Section(
      "Files",
      terms: [
        ("~/.local/share/runpredict", "the personal model, one folder a version")
      ])
  }
}
