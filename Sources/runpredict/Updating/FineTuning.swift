import ModelSpec
import TabularML

/// One update of a model: records in, weights and errors out, no files read or written.
///
/// 1. Runs that the model has seen are left out; of the others some are held out.
/// 2. Cross-validation over the runs to train on finds after how many epochs training should stop.
/// 3. Training on all of them for so long, then shrinking towards the old model.
/// 4. The error on the held-out runs, which had no part in 2 and 3, says whether the result is better; where
///    there was one run to train on and so nothing to cross-validate, by more than chance gives.
///
/// A classifier by neighbours has nothing to stop or to shrink: instead of 2 and 3 it is given the runs to
/// train on as samples.
///
/// When nothing is to be held out, training goes as the model says: on all runs, for all epochs, and
/// the weights stand as trained. When there is too little to hold out, nothing says that the result
/// is better.
struct FineTuning {
  /// The runs that a model and those it came from have seen.
  struct UsedRuns: Equatable {
    var trained: Set<Fingerprint> = []
    var heldOut: Set<Fingerprint> = []
  }

  struct Result {
    var split: RunSplit
    /// Rows trained on.
    var rows = 0
    /// The mean loss of each epoch of the training.
    var lossPerEpoch: [Double] = []
    /// How many epochs were asked for, before training was stopped early.
    var epochsWanted = 0
    /// How far the weights are from the old ones to the trained ones, 1 as trained; nil without weights.
    var weightsMoved: Double?
    /// What the errors are.
    var measure = ErrorMeasure.Kind.absoluteError
    /// The mean error on the held-out runs; nil when there are none.
    var errorBefore: Double?
    var errorAfter: Double?
    /// The share of classes that are right on the held-out runs; nil for other models.
    var accuracyBefore: Double?
    var accuracyAfter: Double?
    /// The model with its new weights; nil when nothing was trained.
    var document: ModelDocument?
    var verdict = Verdict.nothingNew
  }

  /// What the comparison with the old model came to.
  enum Verdict: Equatable {
    /// There was nothing to train on.
    case nothingNew
    /// The new model is better on the runs that were held out.
    case better
    case notBetter
    /// Cross-validation, or the held-out runs after training on one alone, found no gain that is more than
    /// chance.
    case noCredibleGain
    /// Runs should have been held out, but there were too few.
    case notComparable
    /// Nothing was to be held out.
    case notCompared

    /// Whether the new model takes the place of the old one without being forced to.
    var isTaken: Bool { self == .better || self == .notCompared }
  }

  /// How far the work is.
  enum Event {
    /// A mini-batch has ended; a good moment to stop.
    case working
    /// An epoch of the search for the best number of epochs.
    case validated(epoch: Int, of: Int)
    /// An epoch of the training itself, with its mean loss.
    case trained(epoch: Int, of: Int, loss: Double)
  }

  /// So many epochs are trained at most for what nothing speaks for, and only --force takes.
  private static let mostDeclinedEpochs = 10_000

  var document: ModelDocument
  var overrides = TrainingOverrides()
  /// The optimizer to use; nil for the model's own.
  var optimizer: OptimizerName?
  /// The share of the runs to hold out.
  var holdout = 0.2
  var seed: UInt64 = 0
  var shrinkage = Shrinkage()
  /// How the model reads what the format leaves open.
  var conventions = Conventions.standard
  /// How many threads train, which changes no result; nil for all cores.
  var threads: Int?

  /// Updates the model; `observe` may throw to stop.
  func run(
    _ records: TrainingRecords, used: UsedRuns = UsedRuns(), observe: (Event) throws -> Void
  ) throws -> Result {
    let split = RunSplit(
      records.fingerprints, trainedBefore: used.trained, heldOutBefore: used.heldOut,
      share: holdout, seed: seed)
    var result = Result(split: split)
    if split.newCount == 0 { return result }
    let measure = try ErrorMeasure(document.model, conventions: conventions)
    result.measure = measure.kind
    let heldOutRecords = records.rows(ofRuns: split.heldOut)
    let heldOut = heldOutRecords.batch
    result.errorBefore = try measure.mean(of: document.model, on: heldOut)
    result.accuracyBefore = try measure.accuracy(of: document.model, on: heldOut)

    let training = records.rows(ofRuns: split.training)
    result.rows = training.batch.rowCount
    let (change, hasGained) =
      document.model.isByNeighbors
      ? (try collect(training), true)
      : try train(training, runs: split.training, measure, &result, observe: observe)
    let updated = try document.applying(change)
    result.errorAfter = try measure.mean(of: updated.model, on: heldOut)
    result.accuracyAfter = try measure.accuracy(of: updated.model, on: heldOut)
    if !document.model.isByNeighbors {
      let plan = try Plan(updated.model, conventions: conventions)
      for rows in [training.batch, heldOut] where rows.rowCount > 0 {
        try plan.requireNumbers(for: rows, updated.model.description.trainingInputs)
      }
    }
    var isCredible = hasGained
    if split.training.count == 1, !document.model.isByNeighbors {
      // One run alone cannot be cross-validated: the held-out ones have to say more.
      isCredible = try measure.gain(from: document.model, to: updated.model, on: heldOutRecords)
        .isCredible
    }
    result.document = updated
    result.verdict = verdict(result, isCredible: isCredible)
    return result
  }

  /// A classifier by neighbours learns by remembering.
  private func collect(_ training: TrainingRecords) throws -> ModelChange {
    .samples(
      try NeighborPlan(document.model, conventions: conventions)
        .samples(training.batch, overrides: overrides))
  }

  /// The trained weights, and whether cross-validation found that training helps.
  private func train(
    _ training: TrainingRecords, runs: [Int], _ measure: ErrorMeasure, _ result: inout Result,
    observe: (Event) throws -> Void
  ) throws -> (ModelChange, isCredible: Bool) {
    let plan = try TrainingPlan(trainee, conventions: conventions)
    var trainer = try NetworkTrainer(
      plan, rows: training.batch, overrides: overrides, threads: threads)
    result.epochsWanted = trainer.options.epochs
    let isCareful = holdout > 0
    var epochs = trainer.options.epochs
    if isCareful {
      let search = EpochSearch(
        document: document, plan: plan, overrides: overrides, seed: seed,
        shrinkage: shrinkage, measure: measure, threads: threads)
      epochs = try search.best(records: training, runs: runs, observe: observe)
    }
    let isCredible = epochs > 0
    // What is declined has numbers too: those of the model that a forced update takes.
    if !isCredible { epochs = min(result.epochsWanted, FineTuning.mostDeclinedEpochs) }
    let old = trainer.weights
    while result.lossPerEpoch.count < epochs,
      let loss = try trainer.nextEpoch({ try observe(.working) })
    {
      result.lossPerEpoch.append(loss)
      try observe(.trained(epoch: result.lossPerEpoch.count, of: epochs, loss: loss))
    }
    guard isCareful else {
      result.weightsMoved = 1
      return (.weights(trainer.weights), isCredible)
    }
    result.weightsMoved = shrinkage.share(runs: runs.count)
    return (
      .weights(shrinkage.weights(from: old, to: trainer.weights, runs: runs.count)), isCredible
    )
  }

  private func verdict(_ result: Result, isCredible: Bool) -> Verdict {
    if holdout == 0 { return .notCompared }
    guard let before = result.errorBefore, let after = result.errorAfter else {
      return .notComparable
    }
    if !isCredible { return .noCredibleGain }
    return after < before ? .better : .notBetter
  }

  /// The model with the optimizer that is wanted.
  private var trainee: Model {
    guard let parameters = document.model.updateParameters(optimizer: optimizer) else {
      return document.model
    }
    return document.model.optimized(by: parameters.optimizer)
  }
}

extension Model {
  /// Whether what learns in the model is a classifier by nearest neighbours.
  var isByNeighbors: Bool {
    if case .kNearestNeighborsClassifier = trained.model.kind { true } else { false }
  }
}

extension NetworkTrainer {
  /// Trains for one epoch and gives its mean loss; nil after the last epoch.
  ///
  /// `working` is called after each mini-batch and may throw to stop.
  mutating func nextEpoch(_ working: () throws -> Void) throws -> Double? {
    while let event = try next() {
      if case .epochEnd(_, let loss) = event { return loss }
      try working()
    }
    return nil
  }
}
