import Foundation
import ModelSpec
import TabularML

/// Trains the frozen part of the base model on marathons and on laps invented from them.
struct BaseTraining {
  /// How often each lap that was really run is used beside the invented ones.
  private static let realCopies = 5
  private static let inventedLapsPerRunner = 8
  private static let epochs = 20
  private static let firstLearningRate = 0.006

  /// The rest of a run at less or more than this times the pace so far is taken as this: few runners who
  /// walk to the finish should not decide what is said to all.
  private static let restFactors = 0.8...1.4

  private let laps: [LapSample]
  private let report: (String) -> Void

  init(races: [Race], report: @escaping (String) -> Void) {
    let real = races.flatMap(\.splits)
    var invented = InventedLaps(seed: 1)
    var laps = (0..<Self.realCopies).flatMap { _ in real }
    for race in races { laps += invented.laps(of: race, count: Self.inventedLapsPerRunner) }
    self.laps = laps
    self.report = report
  }

  /// The trained network; the same bits every time.
  func network() throws -> RunNetwork {
    var network = RunNetwork.random(hidden: [32, 32], seed: 2)
    var trainer = try NetworkTrainer(
      BaseModel(network: network).trainingModel(
        optimizer: .adam(
          learningRate: DoubleParameter(Self.firstLearningRate),
          miniBatchSize: Int64Parameter(1024), beta1: DoubleParameter(0.9),
          beta2: DoubleParameter(0.999), eps: DoubleParameter(1e-8)),
        epochs: Self.epochs),
      rows: rows)
    while let event = try trainer.next() {
      guard case .epochEnd(let epoch, let loss) = event else { continue }
      report("epoch \(epoch + 1) of \(Self.epochs): loss \(loss)")
      let rate =
        Self.firstLearningRate / 2 * (1 + cos(.pi * Double(epoch + 1) / Double(Self.epochs)))
      try trainer.change(TrainingOverrides(learningRate: max(rate, 1e-5)))
    }
    network.take(trainer.weights)
    return network
  }

  private var rows: FeatureBatch {
    var batch = FeatureBatch(laps)
    let targets = laps.map { lap in
      min(max(lap.restFactor, Self.restFactors.lowerBound), Self.restFactors.upperBound)
        * lap.pace / RunNetwork.usualPace
    }
    batch.columns.append(
      FeatureColumn(.arrays(ArrayColumn(shape: [1], elements: .doubles(targets)))))
    return batch
  }
}

extension RunNetwork {
  /// Random weights, uniform within √(6 / inputs); the last layer begins near the answer 1.
  static func random(hidden widths: [Int], seed: UInt64) -> RunNetwork {
    var random = RandomNumbers(seed: seed)
    let sizes = [inputs] + widths + [1]
    let layers = zip(sizes, sizes.dropFirst()).enumerated().map { index, size in
      let isLast = index == widths.count
      let bound = (6 / Double(size.0)).squareRoot() * (isLast ? 0.1 : 1)
      return Dense(
        inputs: size.0, outputs: size.1,
        weights: (0..<size.0 * size.1).map { _ in Float(random.uniform(-bound, bound)) },
        bias: Array(repeating: isLast ? 1 : 0, count: size.1))
    }
    return RunNetwork(hidden: layers)
  }

  /// Takes trained weights of the layers that have these names.
  fileprivate mutating func take(_ trained: [LayerWeights]) {
    for weights in trained {
      guard let index = Self.hiddenNames.firstIndex(of: weights.layer) else { continue }
      hidden[index].weights = weights.weights
      hidden[index].bias = weights.bias
    }
  }
}
