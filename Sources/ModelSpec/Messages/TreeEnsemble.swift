/// Trees whose leaves are added up.
///
/// There may be a million nodes, so all of them lie in one list and what their leaves add in another.
package struct TreeEnsemble: Sendable, Equatable {
  package struct Node: Sendable, Equatable {
    package enum Behavior: UInt8, Sendable {
      case lessThanOrEqual = 0, lessThan, greaterThanOrEqual, greaterThan, equal, notEqual, leaf
    }

    package var treeId: UInt64 = 0
    package var nodeId: UInt64 = 0
    package var behavior = Behavior.lessThanOrEqual
    package var missingValueTracksTrueChild = false
    package var branchFeatureIndex: UInt64 = 0
    package var branchFeatureValue = 0.0
    package var trueChildNodeId: UInt64 = 0
    package var falseChildNodeId: UInt64 = 0
    /// A hint for compilers; it has no influence on the result.
    package var relativeHitRate = 0.0
    /// What the node adds: places in `TreeEnsemble.evaluations`.
    package var evaluations = 0..<0

    package init() {}
  }

  package struct Evaluation: Sendable, Equatable {
    package var index: UInt64
    package var value: Double

    package init(index: UInt64, value: Double) {
      self.index = index
      self.value = value
    }
  }

  package var nodes: [Node] = []
  package var evaluations: [Evaluation] = []
  package var predictionDimensions: UInt64 = 0
  /// Where the sums begin; empty stands for zeros.
  package var basePredictionValue: [Double] = []

  package init() {}
}

/// What becomes of the sums.
package enum TreeTransform: Int, Sendable {
  case none = 0, softMax, logistic, softMaxWithZeroClassReference
}

package struct TreeEnsembleRegressor: Sendable, Equatable {
  package var ensemble: TreeEnsemble
  package var postEvaluationTransform: TreeTransform

  package init(ensemble: TreeEnsemble, postEvaluationTransform: TreeTransform = .none) {
    self.ensemble = ensemble
    self.postEvaluationTransform = postEvaluationTransform
  }
}

package struct TreeEnsembleClassifier: Sendable, Equatable {
  package var ensemble: TreeEnsemble
  package var postEvaluationTransform: TreeTransform
  package var labels: ClassLabels

  package init(
    ensemble: TreeEnsemble, postEvaluationTransform: TreeTransform = .none, labels: ClassLabels
  ) {
    self.ensemble = ensemble
    self.postEvaluationTransform = postEvaluationTransform
    self.labels = labels
  }
}
