package import ModelSpec

/// How a network is trained: the model's update parameters, with what the caller set instead.
package struct TrainingOptions: Sendable, Equatable {
  package enum Optimizer: Sendable, Equatable {
    case sgd(learningRate: Double, momentum: Double)
    case adam(learningRate: Double, beta1: Double, beta2: Double, eps: Double)
  }

  package let optimizer: Optimizer
  package let epochs: Int
  package let miniBatchSize: Int
  /// Whether each epoch goes through the rows in another order.
  package let shuffle: Bool
  /// The start of the generator that shuffles; 0 when neither model nor caller says.
  package let seed: Int64

  /// - Throws: a `TrainingError.parameter` that names what the model allows.
  package init(
    _ parameters: UpdateParameters, _ overrides: TrainingOverrides = TrainingOverrides()
  ) throws(TrainingError) {
    try TrainingOptions.refuse(
      overrides.numberOfNeighbors, "numberOfNeighbors", "the model is a network")
    let batch: Int64Parameter
    switch parameters.optimizer {
    case .sgd(let learningRate, let miniBatchSize, let momentum):
      batch = miniBatchSize
      let sgd = "the model is trained with SGD"
      try TrainingOptions.refuse(overrides.beta1, "beta1", sgd)
      try TrainingOptions.refuse(overrides.beta2, "beta2", sgd)
      try TrainingOptions.refuse(overrides.eps, "eps", sgd)
      optimizer = .sgd(
        learningRate: try learningRate.value(overrides.learningRate, "learningRate"),
        momentum: try (momentum ?? DoubleParameter(0)).value(overrides.momentum, "momentum"))
    case .adam(let learningRate, let miniBatchSize, let beta1, let beta2, let eps):
      batch = miniBatchSize
      try TrainingOptions.refuse(
        overrides.momentum, "momentum", "the model is trained with Adam")
      optimizer = .adam(
        learningRate: try learningRate.value(overrides.learningRate, "learningRate"),
        beta1: try beta1.value(overrides.beta1, "beta1", below: 1),
        beta2: try beta2.value(overrides.beta2, "beta2", below: 1),
        eps: try eps.value(overrides.eps, "eps"))
    }
    epochs = try parameters.epochs.count(overrides.epochs, "epochs")
    miniBatchSize = try batch.count(overrides.miniBatchSize, "miniBatchSize")
    shuffle = overrides.shuffle ?? parameters.shuffle ?? true
    seed = try (parameters.seed ?? Int64Parameter(0)).value(overrides.seed, "seed")
  }

  /// Refuses a parameter that the model does not have.
  static func refuse(_ value: Any?, _ name: String, _ reason: String) throws(TrainingError) {
    guard let value else { return }
    throw .parameter(name: name, value: "\(value)", allowed: "left alone: \(reason)")
  }
}

extension DoubleParameter {
  /// The override if there is one and the model allows it, else the model's own value.
  func value(
    _ override: Double?, _ name: String, below limit: Double = .infinity
  ) throws(TrainingError) -> Double {
    if let override, let range, !range.contains(override) {
      throw .parameter(
        name: name, value: "\(override)",
        allowed: "from \(range.lowerBound) to \(range.upperBound)")
    }
    let value = override ?? defaultValue
    guard value >= 0, value < limit else {
      let bound = limit.isFinite ? "and less than \(limit)" : "and finite"
      throw .parameter(name: name, value: "\(value)", allowed: "0 or more \(bound)")
    }
    return value
  }
}

extension Int64Parameter {
  /// The override if there is one and the model allows it, else the model's own value.
  func value(_ override: Int64?, _ name: String) throws(TrainingError) -> Int64 {
    guard let override else { return defaultValue }
    switch allowed {
    case nil: break
    case .range(let range):
      guard range.contains(override) else {
        throw .parameter(
          name: name, value: "\(override)",
          allowed: "from \(range.lowerBound) to \(range.upperBound)")
      }
    case .set(let values):
      guard values.contains(override) else {
        let list = values.map { "\($0)" }.joined(separator: ", ")
        throw .parameter(
          name: name, value: "\(override)", allowed: values.count == 1 ? list : "one of \(list)")
      }
    }
    return override
  }

  /// The same for a count, which is 1 at least.
  func count(_ override: Int64?, _ name: String) throws(TrainingError) -> Int {
    let value = try value(override, name)
    guard value >= 1 else {
      throw .parameter(name: name, value: "\(value)", allowed: "1 or more")
    }
    return Int(clamping: value)
  }
}
