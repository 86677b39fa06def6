import ModelSpec
import TabularML

/// Finds after how many epochs training should stop, by cross-validation over whole runs.
///
/// The runs are divided into groups; a model is trained without each group and measured on it. All of
/// them are trained side by side, so that the search ends soon after the error has begun to rise.
struct EpochSearch {
  var document: ModelDocument
  /// The model to train: the document's, perhaps with another optimizer.
  var plan: TrainingPlan
  var overrides: TrainingOverrides
  var seed: UInt64
  var shrinkage: Shrinkage
  var measure: ErrorMeasure
  var threads: Int?

  /// With many runs one group says enough, and saves the time for the others.
  static let runsForOneGroup = 200
  /// How many looks in a row without a better error end the search.
  static let patience = 4

  /// A model in training, and the runs that it does not see.
  private struct Fold {
    var trainer: NetworkTrainer
    let old: [LayerWeights]
    let trainedRuns: Int
    let validation: TrainingRecords
  }

  /// The best number of epochs for training on the given runs; 0 if the old model is best.
  ///
  /// The old model is best unless the mean gain over the runs is more than chance may give.
  func best(
    records: TrainingRecords, runs: [Int], observe: (FineTuning.Event) throws -> Void
  ) throws -> Int {
    var folds = try folds(records: records, runs: runs)
    // One run cannot be both trained on and measured on: shrinking alone has to do.
    guard let epochs = folds.first?.trainer.options.epochs else {
      return try plan.options(overrides).epochs
    }
    let before = try errorsByRun(folds)
    var best = (epochs: 0, gain: Gain([]))
    var looksSinceBest = 0
    for epoch in 1...epochs {
      if looksSinceBest >= Self.patience { break }
      for index in folds.indices {
        _ = try folds[index].trainer.nextEpoch { try observe(.working) }
      }
      try observe(.validated(epoch: epoch, of: epochs))
      guard Self.isLook(epoch) || epoch == epochs else { continue }
      let gain = Gain(zip(before, try errorsByRun(folds)).map { $0 - $1 })
      if gain.mean > best.gain.mean {
        best = (epoch, gain)
        looksSinceBest = 0
      } else {
        looksSinceBest += 1
      }
    }
    return best.gain.isCredible ? best.epochs : 0
  }

  /// 1, 2, 3, 4, 6, 8, 12, 16, 24 …: later epochs differ less.
  static func isLook(_ epoch: Int) -> Bool {
    let odd = epoch >> epoch.trailingZeroBitCount
    return odd == 1 || odd == 3
  }

  private func folds(records: TrainingRecords, runs: [Int]) throws -> [Fold] {
    guard runs.count >= 2 else { return [] }
    let count = min(5, runs.count)
    let groups = RunSplit.groups(
      runs.map { records.fingerprints[$0] }, count: count, seed: seed ^ 0x5eed)
    return try (0..<(runs.count >= Self.runsForOneGroup ? 1 : count)).map { group in
      let members = zip(runs, groups)
      let trained = members.filter { $0.1 != group }.map(\.0)
      let trainer = try NetworkTrainer(
        plan, rows: records.rows(ofRuns: trained).batch, overrides: overrides, threads: threads)
      return Fold(
        trainer: trainer, old: trainer.weights, trainedRuns: trained.count,
        validation: records.rows(ofRuns: members.filter { $0.1 == group }.map(\.0)))
    }
  }

  /// The mean error of each run on the model that has not seen it.
  private func errorsByRun(_ folds: [Fold]) throws -> [Double] {
    try folds.flatMap { fold in
      let weights = shrinkage.weights(
        from: fold.old, to: fold.trainer.weights, runs: fold.trainedRuns)
      let model = try document.replacingWeights(weights).model
      return fold.validation.meanByRun(
        try measure.errors(of: model, on: fold.validation.batch))
    }
  }
}
