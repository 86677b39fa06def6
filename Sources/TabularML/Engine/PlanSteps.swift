import ModelSpec

/// A model's steps for inputs of certain shapes, and the memory that they work in.
final class PlanSteps: Sendable {
  private let steps: [any Step]
  private let outputs: [FeatureDescription]
  private let outputFeatures: [Feature]
  private let shape: WorkspaceShape
  /// Rows that are computed at a time, so that all slots stay in the processor's cache.
  private let chunkRows: Int
  private let workspaces = Locked<[Workspace]>([])

  /// Compiles a model for inputs of their default shapes.
  init(_ model: Model, _ conventions: Conventions) throws(ModelError) {
    outputs = model.description.outputs
    var builder = PlanBuilder(conventions: conventions)
    var pool: [String: Feature] = [:]
    for (column, input) in model.description.inputs.enumerated() {
      pool[input.name] = try builder.load(input, column: column)
    }
    let results = try builder.plan(model, pool: pool, path: "")
    var features: [Feature] = []
    for output in outputs {
      guard let feature = results[output.name] else {
        throw ModelError(
          .interface, at: "description.output", "no part of the model makes '\(output.name)'")
      }
      features.append(feature)
    }
    steps = builder.steps
    outputFeatures = features
    shape = builder.shape
    chunkRows = max(1, min(256, PlanSteps.chunkBytes / max(1, shape.bytesPerRow)))
    guard shape.bytesPerRow <= PlanSteps.largestRow else {
      throw ModelError(
        .shape, at: "", "one row needs \(shape.bytesPerRow) bytes of memory, more than is allowed")
    }
  }

  /// Answers every row of a batch that fits the plan.
  func run(_ batch: FeatureBatch) -> PredictionResult {
    var workspace = workspaces.withLock { $0.popLast() } ?? Workspace(shape)
    defer { keep(workspace) }
    workspace.reserve(min(batch.rowCount, chunkRows))
    for step in steps { step.begin(batch, &workspace) }
    var collectors = zip(outputs, outputFeatures).map(OutputCollector.init)
    var known = batch.problems.sorted { $0.row < $1.row }[...]
    var problems: [RowProblem] = []
    for first in stride(from: 0, to: batch.rowCount, by: chunkRows) {
      let rows = min(chunkRows, batch.rowCount - first)
      workspace.start(at: first, rows: rows)
      while let problem = known.first, problem.row < first + rows {
        workspace.fail(problem.row - first, problem.feature, problem.kind)
        known.removeFirst()
      }
      for step in steps { step.run(batch, &workspace) }
      if !workspace.problems.isEmpty {
        problems += workspace.problems.sorted { $0.row < $1.row }
      }
      for index in collectors.indices { collectors[index].append(workspace) }
    }
    let columns = collectors.map { $0.column(workspace) }
    return PredictionResult(
      outputs: FeatureBatch(rowCount: batch.rowCount, columns: columns), problems: problems)
  }

  private func keep(_ workspace: Workspace) {
    workspaces.withLock { kept in
      if kept.count < PlanSteps.keptWorkspaces { kept.append(workspace) }
    }
  }

  /// A chunk's slots fit a second-level cache.
  private static let chunkBytes = 512 * 1024
  private static let largestRow = 1 << 30
  private static let keptWorkspaces = 16
}
