import ModelSpec

/// A model's steps for inputs of certain shapes, and the memory that they work in.
final class PlanSteps: Sendable {
  private let preparations: [StepCall]
  private let steps: [StepCall]
  /// One for each output, before it has gathered anything.
  private let collectors: [OutputCollector]
  private let shape: WorkspaceShape
  /// Rows that are computed at a time, so that all slots stay in the processor's cache.
  private let chunkRows: Int
  private let workspaces = Locked<[PooledWorkspace]>([])

  /// Compiles a model for inputs of their default shapes.
  init(_ model: Model, _ conventions: Conventions) throws(ModelError) {
    var builder = PlanBuilder(conventions: conventions)
    var pool: [String: Feature] = [:]
    for (column, input) in model.description.inputs.enumerated() {
      pool[input.name] = try builder.load(input, column: column)
    }
    let results = try builder.plan(model, pool: pool, path: "")
    var collectors: [OutputCollector] = []
    for output in model.description.outputs {
      guard let feature = results[output.name] else {
        throw ModelError(
          .interface, at: "description.output", "no part of the model makes '\(output.name)'")
      }
      if case .array(let slot, _) = feature.value { builder.write(slot) }
      collectors.append(OutputCollector(output, feature))
    }
    preparations = builder.preparations
    steps = builder.steps
    self.collectors = collectors
    shape = builder.shape
    chunkRows = max(1, min(256, PlanSteps.chunkBytes / max(1, shape.bytesPerRow)))
    guard shape.bytesPerRow <= PlanSteps.largestRow else {
      throw ModelError(
        .shape, at: "", "one row needs \(shape.bytesPerRow) bytes of memory, more than is allowed")
    }
  }

  /// Answers every row of a batch that fits the plan.
  func run(_ batch: FeatureBatch) -> PredictionResult {
    let pooled = workspaces.withLock { $0.popLast() } ?? PooledWorkspace(shape)
    defer { keep(pooled) }
    return run(batch, &pooled.workspace)
  }

  private func run(_ batch: FeatureBatch, _ workspace: inout Workspace) -> PredictionResult {
    workspace.reserve(min(batch.rowCount, chunkRows))
    for prepare in preparations { prepare(batch, &workspace) }
    var collectors = collectors
    for index in collectors.indices { collectors[index].reserve(batch.rowCount) }
    var known = batch.problems[...]
    if known.count > 1 { known.sort { $0.row < $1.row } }
    var problems: [RowProblem] = []
    var first = 0
    while first < batch.rowCount {
      let rows = min(chunkRows, batch.rowCount - first)
      workspace.start(at: first, rows: rows)
      while let problem = known.first, problem.row < first + rows {
        workspace.fail(problem.row - first, problem.feature, problem.kind)
        known.removeFirst()
      }
      for step in steps { step(batch, &workspace) }
      if !workspace.problems.isEmpty {
        problems += workspace.problems.sorted { $0.row < $1.row }
      }
      for index in collectors.indices { collectors[index].append(workspace) }
      first += rows
    }
    let columns = collectors.map { $0.column(workspace) }
    return PredictionResult(
      outputs: FeatureBatch(rowCount: batch.rowCount, columns: columns), problems: problems)
  }

  /// Memory for large rows is not kept: to get it anew costs nothing beside the work on such a row.
  private func keep(_ pooled: PooledWorkspace) {
    guard shape.bytesPerRow <= PlanSteps.chunkBytes else { return }
    workspaces.withLock { kept in
      if kept.count < PlanSteps.keptWorkspaces { kept.append(pooled) }
    }
  }

  /// A chunk's slots fit a second-level cache.
  private static let chunkBytes = 512 * 1024
  private static let largestRow = 1 << 27
  private static let keptWorkspaces = 16
}

/// A workspace that goes from one prediction to the next without being copied.
private final class PooledWorkspace {
  var workspace: Workspace

  init(_ shape: WorkspaceShape) { workspace = Workspace(shape) }
}
