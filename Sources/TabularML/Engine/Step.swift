/// One operation of a plan: it reads slots that earlier steps filled and fills others.
///
/// A step is made when the model is loaded and knows its slots by number. Every slot is filled by
/// exactly one step. Rows that already have a problem are computed like all others and ignored.
protocol Step: Sendable {
  /// Does what is the same for all rows of a batch, such as looking up the texts of a dictionary.
  func begin(_ batch: FeatureBatch, _ workspace: inout Workspace)

  /// Computes the rows `workspace.firstRow ..< workspace.firstRow + workspace.rows` of the batch.
  func run(_ batch: FeatureBatch, _ workspace: inout Workspace)
}

extension Step {
  func begin(_ batch: FeatureBatch, _ workspace: inout Workspace) {}
}
