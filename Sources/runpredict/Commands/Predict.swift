import CommandLineKit
import Laps
import ModelSpec
import Tables
import TabularML

/// `predict`: one prediction a row.
struct Predict: RunpredictCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "predict",
      abstract: "Predict from laps or tables, one prediction a row",
      discussion: """
        If the model asks for features of a lap, the files are read as lap files: exports of a \
        watch, race splits, or the seven features by name. Otherwise they are plain tables whose \
        header names are feature names; a MultiArray x takes the columns x.0, x.1 and so on, a \
        dictionary the columns x.key; where these are not there, a column x holds JSON. nan and inf \
        are numbers there, but not in laps.
        JSON lines have one object a row, keyed by feature name: numbers, texts, nested arrays for a \
        MultiArray, objects for a dictionary; null or an absent name is a missing value.
        Results come in the order of the input. What was understood is said on standard error.
        """,
      examples: [
        .init("runpredict predict laps.csv", "When will this run end?"),
        .init("runpredict predict --dry-run laps.csv", "What does the model see of this file?"),
        .init("runpredict predict --format jsonl < laps.csv -", "For a program"),
        .init(
          "runpredict predict --append -o predicted.csv laps.csv", "Predictions beside the laps"),
      ])
  }

  @Argument(
    help: ArgumentHelp("Files to read; '-' is standard input.", valueName: "FILE"),
    completion: .file(extensions: ["csv", "tsv", "txt", "jsonl", "ndjson"], words: ["-"]))
  var files: [String]

  @OptionGroup(title: "Options") var model: ModelOption
  @OptionGroup(title: "Options") var readings: ReadingOption

  @Flag(
    help: ArgumentHelp(
      "Predict nothing; print the records as the model would see them.",
      discussion: "For laps these are the seven features, and the duration where it is known."))
  var dryRun = false

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Bad rows") var rows: RowOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var threads: ThreadOptions
  @OptionGroup(title: "Messages") var common: CommonOptions

  func validate() throws {
    try rows.check(besides: output.output, reading: files)
    if dryRun, output.append {
      throw ValidationError("'--dry-run' prints the records and has nothing to append to them")
    }
  }

  func run(_ console: Console) throws {
    if files.contains("-"), StandardStream.input.isTerminal {
      console.note("reading what you type; Ctrl-D ends it", kind: "terminal")
    }
    let located = try console.locate(model.model)
    let document = located.document
    let sources = RecordSources(
      files: files, input: input, onError: rows.onError,
      listsAllErrors: rows.rejects != nil || common.errors == .json,
      wanted: document.model.description.inputs,
      knowsMissingNumbers: document.model.knowsMissingNumbers,
      areLaps: !input.raw && RunFeatures.areInputs(of: document.model),
      isLineBuffered: output.lineBuffered, threads: threads.count)
    try sources.check()
    try RecordSources.check(files, input)
    // Files that are being written are cleared away; without any, Ctrl-C ends the program at once.
    if output.output != nil || rows.rejects != nil { Interruption.watch() }
    let run = try PredictionRun(
      sources, repeating: dryRun ? { $0.recordColumns } : output.append ? { $0.inputColumns } : nil,
      rejects: rows.rejects.map { path throws(OutputError) in
        try RejectsFile(path, overwrites: output.force)
      }, console: console)
    let plan =
      try dryRun
      ? nil : console.plan(located, named: model.model, conventions: readings.conventions)
    let faulty: FaultyRows =
      rows.onError == .skip
      ? .leftOut : output.lineBuffered && rows.onError == .stop ? .last : .empty
    let layout = try ResultLayout(
      model: document.model, plan: plan, source: run.first, areLaps: sources.areLaps,
      options: output, faulty: faulty)
    let writer = try ResultWriter(
      layout.style, output: output.output, overwrites: output.force,
      holdsBack: !output.lineBuffered)
    try run.run(threads: output.lineBuffered ? 1 : threads.count, to: writer) { source in
      ChunkPredictor(plan: plan, features: source.features, formatter: layout.formatter)
    }
  }
}
