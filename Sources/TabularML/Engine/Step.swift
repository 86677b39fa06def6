/// One operation of a plan: it reads slots that earlier steps filled and fills others.
///
/// A step is made when the model is loaded and knows its slots by number. Every slot is filled by
/// exactly one step. Rows that already have a problem are computed like all others and ignored.
protocol Step: Sendable {
  /// Computes the rows `workspace.firstRow ..< workspace.firstRow + workspace.rows` of the batch.
  func run(_ batch: FeatureBatch, _ workspace: inout Workspace)
}

/// A step that has something to do once for all rows of a batch.
protocol PreparedStep: Step {
  /// Does what is the same for all rows, such as looking up the texts of a dictionary.
  func begin(_ batch: FeatureBatch, _ workspace: inout Workspace)
}

/// What a plan calls.
///
/// A closure is called where it is, while a protocol's value is copied out of its list with all that
/// it holds.
typealias StepCall = @Sendable (FeatureBatch, inout Workspace) -> Void
