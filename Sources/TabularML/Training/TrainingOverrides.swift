/// Parameters of the training to use instead of the model's own.
package struct TrainingOverrides: Sendable, Equatable {
  package var learningRate: Double?
  package var momentum: Double?
  package var beta1: Double?
  package var beta2: Double?
  package var eps: Double?
  package var miniBatchSize: Int64?
  package var epochs: Int64?
  package var shuffle: Bool?
  package var seed: Int64?
  /// Of a nearest-neighbour classifier: how many samples vote.
  package var numberOfNeighbors: Int64?

  package init(
    learningRate: Double? = nil, momentum: Double? = nil, beta1: Double? = nil,
    beta2: Double? = nil, eps: Double? = nil, miniBatchSize: Int64? = nil, epochs: Int64? = nil,
    shuffle: Bool? = nil, seed: Int64? = nil, numberOfNeighbors: Int64? = nil
  ) {
    self.learningRate = learningRate
    self.momentum = momentum
    self.beta1 = beta1
    self.beta2 = beta2
    self.eps = eps
    self.miniBatchSize = miniBatchSize
    self.epochs = epochs
    self.shuffle = shuffle
    self.seed = seed
    self.numberOfNeighbors = numberOfNeighbors
  }

  /// These values, and the others' where these have none.
  package func merged(over others: TrainingOverrides) -> TrainingOverrides {
    TrainingOverrides(
      learningRate: learningRate ?? others.learningRate, momentum: momentum ?? others.momentum,
      beta1: beta1 ?? others.beta1, beta2: beta2 ?? others.beta2, eps: eps ?? others.eps,
      miniBatchSize: miniBatchSize ?? others.miniBatchSize, epochs: epochs ?? others.epochs,
      shuffle: shuffle ?? others.shuffle, seed: seed ?? others.seed,
      numberOfNeighbors: numberOfNeighbors ?? others.numberOfNeighbors)
  }
}
