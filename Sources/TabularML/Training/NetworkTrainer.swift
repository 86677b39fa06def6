import Foundation
package import ModelSpec

/// What has just ended in a training; epochs and mini-batches are counted from 0.
package enum TrainingEvent: Sendable, Equatable {
  /// The loss is the mean over the mini-batch's rows, measured before its step.
  case miniBatchEnd(epoch: Int, miniBatch: Int, loss: Double)
  /// The loss is the mean over the rows of the epoch, each measured before its mini-batch's step.
  case epochEnd(epoch: Int, loss: Double)
}

/// Trains the updatable dense layers of a network by mini-batches.
///
/// Call `next` until it gives nil; stop calling it to cancel. It adds everything up in a fixed order, so
/// that the same model, rows and seed give the same bits on any number of threads.
package struct NetworkTrainer: Sendable {
  package private(set) var options: TrainingOptions

  let plan: TrainingPlan
  let samples: TrainingSamples
  private var overrides: TrainingOverrides

  private(set) var trained: TrainedWeights
  private var generator: ShuffleGenerator

  private var epoch = 0
  private var miniBatch = 0
  /// The rows of the present epoch in the order of their turn, and how many had it.
  private var order: [Int] = []
  private var done = 0
  private var epochLoss = 0.0

  /// Prepares a training: runs everything before the first updatable layer once for all rows.
  ///
  /// - Parameters:
  ///   - model: a network, or a pipeline that ends in one, with update parameters.
  ///   - rows: the columns are the model's training inputs, in order.
  ///   - overrides: parameters instead of the model's, within the ranges that it allows.
  ///   - threads: how many work on a mini-batch that is large enough; nil for all cores.
  /// - Throws: a `TrainingError` for a model that cannot be trained, a row that cannot be used or a
  ///   parameter that is not allowed.
  package init(
    _ model: Model, rows: FeatureBatch, overrides: TrainingOverrides = TrainingOverrides(),
    threads: Int? = nil
  ) throws(TrainingError) {
    let plan: TrainingPlan
    do { plan = try TrainingPlan(model) } catch { throw .model(error) }
    try self.init(plan, rows: rows, overrides: overrides, threads: threads)
  }

  /// Prepares a training of a model that was made ready before.
  package init(
    _ plan: TrainingPlan, rows: FeatureBatch, overrides: TrainingOverrides = TrainingOverrides(),
    threads: Int? = nil
  ) throws(TrainingError) {
    options = try plan.options(overrides)
    samples = try plan.samples(rows)
    guard samples.count > 0 else { throw .noRows }
    self.plan = plan
    self.overrides = overrides
    generator = ShuffleGenerator(seed: options.seed)
    trained = TrainedWeights(
      plan.graph, options.optimizer, largestBatch: min(options.miniBatchSize, samples.count),
      threads: threads ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  /// Trains with the next mini-batch, or ends an epoch; nil when all epochs are done.
  ///
  /// - Throws: `TrainingError.diverged`; the weights are of no use then.
  package mutating func next() throws(TrainingError) -> TrainingEvent? {
    guard epoch < options.epochs else { return nil }
    if done == samples.count {
      let loss = epochLoss / Double(samples.count)
      guard trained.areFinite else { throw .diverged(epoch: epoch, miniBatch: miniBatch - 1) }
      defer {
        epoch += 1
        miniBatch = 0
        done = 0
        epochLoss = 0
      }
      return .epochEnd(epoch: epoch, loss: loss)
    }
    if done == 0 {
      order =
        options.shuffle ? generator.permutation(samples.count) : Array(0..<samples.count)
    }
    let rows = order[done..<done + min(options.miniBatchSize, samples.count - done)]
    let loss = trained.train(rows, of: samples)
    guard loss.isFinite else { throw .diverged(epoch: epoch, miniBatch: miniBatch) }
    defer {
      miniBatch += 1
      done += rows.count
      epochLoss += loss
    }
    return .miniBatchEnd(epoch: epoch, miniBatch: miniBatch, loss: loss / Double(rows.count))
  }

  /// Changes parameters from the next mini-batch on, such as the learning rate between epochs; the order
  /// of the rows from the next epoch on.
  ///
  /// - Throws: `TrainingError.parameter`; then nothing is changed.
  package mutating func change(_ changes: TrainingOverrides) throws(TrainingError) {
    let merged = changes.merged(over: overrides)
    let seed = options.seed
    options = try plan.options(merged)
    if options.seed != seed { generator = ShuffleGenerator(seed: options.seed) }
    overrides = merged
    trained.settings = options.optimizer
  }

  /// The weights of the updatable layers as they are now.
  package var weights: [LayerWeights] {
    var weights: [LayerWeights] = []
    let (graph, parameters) = (plan.graph, trained.parameters)
    for (index, layer) in graph.network.parameterLayers.enumerated() where graph.isTrained[index] {
      weights.append(
        LayerWeights(
          stage: plan.model.stage, layer: layer.name, weights: parameters[index].rows,
          bias: parameters[index].biasValues))
    }
    return weights
  }
}
