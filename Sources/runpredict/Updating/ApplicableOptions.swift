import CommandLineKit
import ModelSpec

/// The way in which a model learns, which says what options there are for it.
private enum Learning {
  case byNeighbors, bySGD, byAdam

  /// The options of `TrainingOptionsGroup` that change something.
  var options: [String] {
    let steps = ["--epochs", "--learning-rate", "--mini-batch-size", "--optimizer"]
    let all = ["--shuffle", "--seed", "--holdout"]
    return switch self {
    case .byNeighbors: ["--number-of-neighbors", "--seed", "--holdout"]
    case .bySGD: steps + ["--momentum"] + all
    case .byAdam: steps + ["--beta1", "--beta2", "--eps"] + all
    }
  }

  func takes(_ option: String) -> Bool {
    options.contains(option == "--no-shuffle" ? "--shuffle" : option)
  }

  var words: String {
    switch self {
    case .byNeighbors: "learns by remembering rows"
    case .bySGD: "is fine-tuned with SGD"
    case .byAdam: "is fine-tuned with Adam"
    }
  }
}

extension TrainingOptionsGroup {
  /// Refuses an option that changes nothing about how a model learns.
  ///
  /// `kind` is the kind as the user knows it, which may have been changed into `model` for training.
  func check(for model: Model, kind: ModelKind) throws(ValidationError) {
    let learning: Learning =
      switch model.updateParameters(optimizer: optimizer)?.optimizer {
      case .sgd: .bySGD
      case .adam: .byAdam
      case nil: .byNeighbors
      }
    guard let option = given.first(where: { !learning.takes($0) }) else { return }
    var hint = "what applies is \(choiceList(learning.options))"
    if learning == .bySGD, Learning.byAdam.takes(option) {
      hint = "--optimizer adam has it"
    } else if learning == .byAdam, Learning.bySGD.takes(option) {
      hint = "--optimizer sgd has it"
    }
    throw ValidationError(
      "'\(option)' does not apply: this \(kind.plainName) \(learning.words)", hint: hint)
  }

  /// The options that are given and that not every model has.
  private var given: [String] {
    [
      ("--epochs", epochs != nil), ("--learning-rate", learningRate != nil),
      ("--mini-batch-size", miniBatchSize != nil), ("--optimizer", optimizer != nil),
      ("--momentum", momentum != nil), ("--beta1", beta1 != nil), ("--beta2", beta2 != nil),
      ("--eps", eps != nil), ("--number-of-neighbors", numberOfNeighbors != nil),
      ("--shuffle", shuffle == true), ("--no-shuffle", shuffle == false),
    ].filter(\.1).map(\.0)
  }
}
