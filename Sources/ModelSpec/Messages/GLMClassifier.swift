/// Probabilities from linear scores.
///
/// Two classes: `p1 = link(w · x + b)`. More, one against the rest: `p_k = link(z_k) / Σ link(z_j)`.
/// More, with the first as reference: the softmax of `[0, z_1, z_2, …]`.
package struct GLMClassifier: Sendable, Equatable {
  package enum PostEvaluationTransform: Int, Sendable {
    case logit = 0, probit
  }

  package enum ClassEncoding: Int, Sendable {
    case referenceClass = 0, oneVsRest
  }

  package var weights: [[Double]]
  package var offset: [Double]
  package var postEvaluationTransform: PostEvaluationTransform
  package var classEncoding: ClassEncoding
  package var labels: ClassLabels

  package init(
    weights: [[Double]], offset: [Double],
    postEvaluationTransform: PostEvaluationTransform = .logit,
    classEncoding: ClassEncoding = .referenceClass, labels: ClassLabels
  ) {
    self.weights = weights
    self.offset = offset
    self.postEvaluationTransform = postEvaluationTransform
    self.classEncoding = classEncoding
    self.labels = labels
  }
}
