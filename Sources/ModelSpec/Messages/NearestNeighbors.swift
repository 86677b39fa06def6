/// The k nearest of some samples vote; each sample has a label of its own.
package struct KNearestNeighborsClassifier: Sendable, Equatable {
  /// How the samples are searched; it has no influence on the result.
  package enum Index: Sendable, Equatable {
    case linear
    case singleKdTree(leafSize: Int32)
  }

  package enum Weighting: Sendable, Equatable {
    case uniform, inverseDistance
  }

  package var dimensions: Int32
  /// One sample after the other.
  package var samples: [Float]
  package var index: Index
  package var numberOfNeighbors: Int64Parameter
  /// One for each sample.
  package var labels: ClassLabels
  /// What a model without samples answers; exactly one label.
  package var defaultLabel: ClassLabels?
  package var weighting: Weighting

  package init(
    dimensions: Int32, samples: [Float], index: Index = .linear,
    numberOfNeighbors: Int64Parameter, labels: ClassLabels, defaultLabel: ClassLabels? = nil,
    weighting: Weighting = .uniform
  ) {
    self.dimensions = dimensions
    self.samples = samples
    self.index = index
    self.numberOfNeighbors = numberOfNeighbors
    self.labels = labels
    self.defaultLabel = defaultLabel
    self.weighting = weighting
  }

  package var sampleCount: Int { dimensions > 0 ? samples.count / Int(dimensions) : 0 }

  /// The different labels, in the order in which they appear.
  package var classes: ClassLabels { labels.distinct.labels }
}
