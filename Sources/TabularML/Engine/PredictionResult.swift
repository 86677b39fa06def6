/// What a plan says about the rows of a batch.
package struct PredictionResult: Sendable {
  /// As many rows as were asked, in their order; the outputs of a row with a problem are missing.
  package var outputs: FeatureBatch
  /// The rows without an answer, by row, one problem each.
  package var problems: [RowProblem]

  package init(outputs: FeatureBatch, problems: [RowProblem]) {
    self.outputs = outputs
    self.problems = problems
  }
}
