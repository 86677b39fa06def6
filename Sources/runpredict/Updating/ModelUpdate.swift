import CommandLineKit
import Foundation
import Laps
import ModelSpec
import Tables
import TabularML

/// An update as the command does it: reads the files, trains, saves what is better, and tells.
struct ModelUpdate {
  /// So many epochs are trained at most where only the model asks for them and nothing ends them early.
  private static let mostEpochs = 1_000_000

  private let located: LocatedModel
  /// What a linear regressor is fine-tuned as; nil for models that are updatable themselves.
  private let linear: LinearNetwork?
  private let command: Update
  private let console: Console
  private let measure: ErrorMeasure
  /// The rows whose target cannot be learned.
  private let targetProblems: (FeatureBatch) -> [RowProblem]
  private let sources: RecordSources
  /// Where the new model goes, if not into the store.
  private let output: ModelOutput?

  /// Refuses what cannot work before any file is read, naming the model.
  init(located: LocatedModel, command: Update, console: Console) throws {
    try command.output.map { try ModelOutput(path: $0, overwrites: command.force).check() }
    do {
      try self.init(checking: located, command, console)
    } catch let error as ModelError {
      throw ModelProblem(error, file: command.model.model)
    } catch TrainingError.model(let error) {
      throw ModelProblem(error, file: command.model.model)
    }
  }

  private init(checking located: LocatedModel, _ command: Update, _ console: Console) throws {
    var located = located
    let conventions = command.readings.conventions
    try located.document.requireWhole()
    let kind = located.document.model.trained.model.kind
    linear =
      located.document.model.isUpdatable
      ? nil
      : LinearNetwork(
        located.document.model, conventions: conventions)
    if let linear { located.document = try ModelDocument(linear.model()) }
    let model = located.document.model
    guard model.isUpdatable else {
      throw ModelError(
        .unsupportedUpdate, at: "",
        "this \(model.trained.model.kind.plainName) cannot be fine-tuned: "
          + (LinearNetwork.refusal(of: model) ?? "it is not marked updatable"),
        hint: "`runpredict describe \(shellWord(command.model.model))` says what the model allows")
    }
    try command.training.check(for: model, kind: kind)
    let targets: (FeatureBatch) -> [RowProblem]
    if model.isByNeighbors {
      let plan = try NeighborPlan(model, conventions: conventions)
      _ = try plan.numberOfNeighbors(command.training.overrides)
      targets = plan.targetProblems
    } else {
      let plan = try TrainingPlan(model, conventions: conventions)
      targets = plan.targetProblems
      if let parameters = model.updateParameters(optimizer: command.training.optimizer) {
        let options = try TrainingOptions(parameters, command.training.overrides)
        if command.training.epochs == nil, command.training.holdout == 0,
          options.epochs > Self.mostEpochs
        {
          throw ModelError(
            .update, at: "updateParameters.epochs",
            "the model asks for \(options.epochs) epochs, which nobody could wait for",
            hint: "say how many: --epochs 100")
        }
      }
    }
    targetProblems = targets
    self.located = located
    self.command = command
    self.console = console
    measure = try ErrorMeasure(model, conventions: conventions)
    sources = RecordSources(
      files: command.files, input: command.input, onError: command.rows.onError,
      listsAllErrors: command.rows.rejects != nil || command.common.errors == .json,
      purpose: .update,
      wanted: model.description.trainingInputs,
      areLaps: !command.input.raw && RunFeatures.areInputs(of: model)
        && ["duration", "duration_true"].contains(measure.targetName))
    try sources.check()
    output = command.output.map { ModelOutput(path: $0, overwrites: command.force) }
  }

  /// Does the whole update; with a locked store the new model becomes the next version.
  func run(saving store: LockedStore?) throws -> UpdateReport {
    // Training may take long: that nothing can be written is told before it.
    try output?.probe()
    let reading = try read()
    let document = try linear.map { try ModelDocument($0.model(for: reading.records.batch)) }
    var fineTuning = FineTuning(document: document ?? located.document)
    fineTuning.overrides = command.training.overrides
    fineTuning.optimizer = command.training.optimizer
    fineTuning.holdout = command.training.holdout
    fineTuning.conventions = command.readings.conventions
    fineTuning.threads = command.threads.count
    fineTuning.seed = UInt64(bitPattern: Int64(command.training.seed ?? 0))
    let result = try fineTuning.run(reading.records, used: used, observe: observer())
    var report = UpdateReport(result, areLaps: sources.areLaps, leftOut: reading.leftOut)
    report.becameNetwork = linear != nil
    report.isByNeighbors = located.document.model.isByNeighbors
    report.hasLeftOutBadRows = reading.hasLeftOutBadRows
    tellWhatWasNotCompared(result)
    if let document = result.document, result.verdict.isTaken || command.force {
      report.accepted = true
      report.destination =
        try store.map { try save(document, report, result, reading.records, in: $0) }
        ?? write(document)
    }
    return report
  }

  /// Prints the records that would be trained on: those of the runs that were not used before.
  func printRecords() throws {
    let reading = try read(keepingChunks: true)
    let split = RunSplit(
      reading.records.fingerprints, trainedBefore: used.trained, heldOutBefore: used.heldOut,
      share: command.training.holdout, seed: 0)
    let isNew = split.isNew
    let cells = RowCells(inputs: reading.columns, outputs: [])
    let isOnTerminal = StandardStream.output.isTerminal
    let formatter: any ChunkFormatter
    switch command.format ?? (isOnTerminal ? .table : .csv) {
    case .csv: formatter = CSVFormatter(cells: cells, decimals: nil, faulty: .leftOut)
    case .jsonl:
      formatter = JSONLinesFormatter(
        outputs: [], decimals: nil, faulty: .leftOut, inputs: reading.members)
    case .table:
      let table = AlignedTable(cells: cells, decimals: nil, faulty: .leftOut)
      return try print(reading, isNew, .table(table))
    }
    try print(reading, isNew, .formatted(formatter), formatter)
  }

  private func print(
    _ reading: TrainingReader.Reading, _ isNew: [Bool], _ style: ResultWriter.Style,
    _ formatter: (any ChunkFormatter)? = nil
  ) throws {
    let writer = try ResultWriter(style, output: nil, overwrites: false)
    for (chunk, runs) in reading.chunks {
      var predicted = PredictedChunk(
        input: chunk, outputs: FeatureBatch(rowCount: chunk.records.rowCount, columns: []),
        isFaulty: runs.map { $0 < 0 || !isNew[$0] }, faults: [])
      predicted.bytes = formatter?.rows(of: predicted) ?? []
      try writer.write(predicted)
    }
    try writer.complete()
  }

  /// The runs that the model has seen; a model at a path does not say.
  private var used: FineTuning.UsedRuns {
    guard case .personal(let record) = located.origin else { return FineTuning.UsedRuns() }
    return FineTuning.UsedRuns(
      trained: Set(record.trainedRuns), heldOut: Set(record.heldOutRuns))
  }

  private func read(keepingChunks: Bool = false) throws -> TrainingReader.Reading {
    let reader = TrainingReader(
      sources: sources, measure: measure, targetProblems: targetProblems,
      plan: try Plan(located.document.model, conventions: command.readings.conventions),
      rejects: try command.rows.rejects.map { path throws(OutputError) in
        try RejectsFile(path, overwrites: command.force)
      }, console: console, keepsChunks: keepingChunks)
    return try reader.read()
  }

  /// Tells how far the work is, and stops it when Ctrl-C was pressed.
  private func observer() -> (FineTuning.Event) throws -> Void {
    var table = EpochTable()
    return { event in
      try Interruption.check()
      switch event {
      case .working: break
      case .validated(let epoch, let epochs):
        console.showProgress { _ in "looking for the best number of epochs: \(epoch) of \(epochs)" }
      case .trained(let epoch, let epochs, let loss):
        if epoch == 1 { console.line("epoch   mean loss", kind: "epoch") }
        if table.shows(epoch, isLast: epoch == epochs) {
          let number = String(repeating: " ", count: max(0, 5 - "\(epoch)".count)) + "\(epoch)"
          console.line("\(number)   \(ErrorText.plain(loss))", kind: "epoch")
        }
      }
    }
  }

  private func tellWhatWasNotCompared(_ result: FineTuning.Result) {
    let isForced = result.verdict == .notComparable && command.force
    guard result.verdict == .notCompared || isForced else { return }
    console.note(
      result.verdict == .notCompared
        ? "nothing was held out, so the old and the new model were not compared"
        : "there is only one new run, so nothing was held out and the models were not compared",
      kind: "notCompared")
  }

  private func save(
    _ document: ModelDocument, _ report: UpdateReport, _ result: FineTuning.Result,
    _ records: TrainingRecords, in store: LockedStore
  ) throws -> UpdateReport.Destination {
    let trained = used.trained.union(result.split.training.map { records.fingerprints[$0] })
    let heldOut = used.heldOut.union(result.split.heldOut.map { records.fingerprints[$0] })
    let record = try store.save { version, parent in
      VersionRecord(
        version: version, parent: parent, saved: Date(), rows: report.rows, runs: report.runs,
        heldOut: report.heldOut, epochs: report.lossPerEpoch.count,
        errorBefore: report.errorBefore, errorAfter: report.errorAfter,
        trainedRuns: trained.sorted(), heldOutRuns: heldOut.subtracting(trained).sorted())
    } writeModel: { path in
      do {
        try CompiledBundle.write(document, to: path)
      } catch let error as ModelError {
        throw StoreError(
          kind: .storeWriteFailed, part: path, message: error.message,
          hint: "the model in use is unchanged; make room and try again")
      }
    }
    return .version(record.version)
  }

  private func write(_ document: ModelDocument) throws -> UpdateReport.Destination? {
    guard let output else { return nil }
    try output.write(document)
    return .path(output.path)
  }
}
