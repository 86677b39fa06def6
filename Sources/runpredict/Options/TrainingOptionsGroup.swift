import CommandLineKit
import TabularML

/// The rule by which training goes.
enum OptimizerName: String, CaseIterable, ExpressibleByArgument {
  case sgd, adam
}

/// How a model is trained, where not as it says itself.
struct TrainingOptionsGroup: ParsableArguments {
  @Option(help: ArgumentHelp("At most so many times through the records.", valueName: "N"))
  var epochs: Int?

  @Option(help: ArgumentHelp("The size of a step.", valueName: "RATE"))
  var learningRate: Double?

  @Option(help: ArgumentHelp("How many records make a step.", valueName: "N"))
  var miniBatchSize: Int?

  @Option(help: "The rule of a step.")
  var optimizer: OptimizerName?

  @Option(help: ArgumentHelp("How much of the last step goes on (SGD).", valueName: "SHARE"))
  var momentum: Double?

  @Option(help: ArgumentHelp("How slowly the mean of gradients fades (Adam).", valueName: "SHARE"))
  var beta1: Double?

  @Option(help: ArgumentHelp("How slowly their size fades (Adam).", valueName: "SHARE"))
  var beta2: Double?

  @Option(help: ArgumentHelp("What keeps a step finite (Adam).", valueName: "NUMBER"))
  var eps: Double?

  @Option(help: ArgumentHelp("How many samples vote (nearest neighbours).", valueName: "N"))
  var numberOfNeighbors: Int?

  @Flag(inversion: .prefixedNo, help: "Take the records in another order each time.")
  var shuffle: Bool?

  @Option(
    help: ArgumentHelp(
      "The start of all that is random; the same gives the same bits.", valueName: "N"))
  var seed: Int?

  @Option(
    help: ArgumentHelp(
      "The share of the runs that are held out to measure the error.",
      discussion: """
        0: train on all of them for all epochs, compare nothing and leave the weights as trained.
        """, valueName: "SHARE"))
  var holdout = 0.2

  func validate() throws {
    guard (0..<1).contains(holdout) else {
      throw ValidationError("'--holdout' should be from 0 to less than 1, found \(holdout)")
    }
  }
}

extension TrainingOptionsGroup {
  /// What is to be used instead of the model's own numbers.
  var overrides: TrainingOverrides {
    TrainingOverrides(
      learningRate: learningRate, momentum: momentum, beta1: beta1, beta2: beta2, eps: eps,
      miniBatchSize: miniBatchSize.map(Int64.init), epochs: epochs.map(Int64.init),
      shuffle: shuffle, seed: seed.map(Int64.init),
      numberOfNeighbors: numberOfNeighbors.map(Int64.init))
  }
}
