/// What an update makes of a model: new weights of a network, or more samples of a classifier.
package enum ModelChange: Sendable, Equatable {
  case weights([LayerWeights])
  case samples(NewSamples)
}

/// Samples for a nearest-neighbour classifier to remember besides its own.
package struct NewSamples: Sendable, Equatable {
  /// Where the classifier is: the indexes of the stages that lead to it through nested pipelines;
  /// empty when the model itself is the classifier.
  package var stage: [Int]
  /// One sample after the other.
  package var values: [Float]
  /// One for each sample.
  package var labels: ClassLabels
  /// How many neighbours vote from now on; nil leaves it as it is.
  package var numberOfNeighbors: Int64?

  package init(
    stage: [Int], values: [Float], labels: ClassLabels, numberOfNeighbors: Int64? = nil
  ) {
    self.stage = stage
    self.values = values
    self.labels = labels
    self.numberOfNeighbors = numberOfNeighbors
  }
}

extension ModelDocument {
  /// The same model after an update; everything else is as it was.
  package func applying(_ change: ModelChange) throws(ModelError) -> ModelDocument {
    switch change {
    case .weights(let layers): return try replacingWeights(layers)
    case .samples(let samples):
      let unpacked = try UnpackedModel(bytes, limits: limits)
      try unpacked.add(samples)
      return try ModelDocument(bytes: unpacked.packed(), format: format, limits: limits)
    }
  }
}
