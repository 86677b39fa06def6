import CommandLineKit
import Foundation
import Laps
import ModelSpec
import Tables
import TabularML

/// `update`: fine-tunes a model from new records.
struct Update: RunpredictCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "update",
      abstract: "Fine-tune the model in use from new records",
      discussion: """
        Whole runs are held out to measure the error before and after. The new model takes the place \
        of the old one only if it is better; 'rollback' undoes that. With only one new run there is \
        nothing to compare on and the old model is kept, unless --force is given. Runs that the model \
        in use has learnt from are left out, so the whole history can be given each time. With \
        --model PATH the new model is written to --output and PATH is left alone; a file does not \
        say what it has learnt from, so every row given is trained on again.
        """,
      examples: [
        .init("runpredict update history.csv", "Learn from past runs"),
        .init("runpredict update --dry-run history.csv", "What would be trained on?"),
        .init(
          "runpredict update --model base -o Mine.mlmodel history.csv",
          "A model of your own, for Xcode"),
      ])
  }

  @Argument(
    help: ArgumentHelp("Files to read; '-' is standard input.", valueName: "FILE"),
    completion: .file(extensions: ["csv", "tsv", "txt", "jsonl", "ndjson"], words: ["-"]))
  var files: [String]

  @OptionGroup(title: "Options") var model: ModelOption
  @OptionGroup(title: "Options") var readings: ReadingOption

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file or bundle to write, .mlmodel or .mlmodelc.",
      discussion: "Without it the model in use is updated.", valueName: "MODEL"),
    completion: .file(extensions: ["mlmodel", "mlmodelc"]))
  var output: String?

  @Flag(help: "Take the new model even if it is not better; overwrite the output.")
  var force = false

  @Flag(help: "Train nothing; print the records that would be trained on.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "How to print the records of a dry run.",
      discussion: "By default a table on a terminal, else csv.", valueName: "FORMAT"))
  var format: OutputFormat?

  @Flag(help: "Print one JSON document about the result.")
  var json = false

  @OptionGroup(title: "Training") var training: TrainingOptionsGroup
  @OptionGroup(title: "Training") var threads: ThreadOptions
  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Bad rows") var rows: RowOptions
  @OptionGroup(title: "Messages") var common: CommonOptions

  func validate() throws {
    try rows.check(besides: output, reading: files)
    if rows.onError == .null {
      throw ValidationError(
        "'--on-error null' gives a bad row an empty prediction, and 'update' gives none",
        hint: "--on-error skip")
    }
    if format != nil, !dryRun {
      throw ValidationError(
        "'--format' is for the records that '--dry-run' prints",
        hint: "--json prints the result as JSON")
    }
    if json, dryRun {
      throw ValidationError(
        "'--json' prints the result, and '--dry-run' has none",
        hint: "--format jsonl prints the records as JSON")
    }
    if let output, !output.hasSuffix(".mlmodel"), !output.hasSuffix(".mlmodelc") {
      throw ValidationError(
        "'--output' should end in .mlmodel or .mlmodelc, found '\(output)'")
    }
  }

  func run(_ console: Console) throws {
    let locator = ModelLocator(environment: console.environment)
    let isKept = output == nil && model.model == "model" && !Disk.exists("model")
    if output == nil, !isKept, !dryRun {
      throw ValidationError(
        "'--model \(model.model)' needs '--output': only the model in use is kept in the store",
        hint: "--output Updated.mlmodel")
    }
    try RecordSources.check(files, input)
    Interruption.watch()
    // From here to the end nobody else changes the model that the new one comes from.
    let locked = isKept && !dryRun ? try LockedStore(locator.store) : nil
    let located = try console.locate(model.model)
    let update = try ModelUpdate(located: located, command: self, console: console)
    if dryRun { return try update.printRecords() }
    let report = try update.run(saving: locked)
    try console.print(json ? report.json.pretty + "\n" : report.text)
    if !report.isDone { throw ExitCode.partial }
  }
}
