package import ModelSpec
import Synchronization
import Tables

/// A model made ready to run: steps over numbered slots, with every name resolved.
///
/// A plan never changes, and any number of threads may call it at once. A row's answer is the same
/// bits whatever batch it comes in.
package final class Plan: Sendable {
  /// The model's inputs: the columns of a batch, in this order.
  package let inputs: [FeatureDescription]
  /// The model's outputs: the columns of a result, in this order.
  package let outputs: [FeatureDescription]

  private let steps: [any Step]
  private let outputFeatures: [Feature]
  private let shape: WorkspaceShape
  /// Rows that are computed at a time, so that all slots stay in the processor's cache.
  private let chunkRows: Int
  private let workspaces = Mutex<[Workspace]>([])

  /// Compiles a model that ModelSpec found valid.
  package init(_ model: Model, conventions: Conventions = .standard) throws(ModelError) {
    inputs = model.description.inputs
    outputs = model.description.outputs
    var builder = PlanBuilder(conventions: conventions)
    var pool: [String: Feature] = [:]
    for (column, input) in inputs.enumerated() {
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
    chunkRows = max(1, min(256, Plan.chunkBytes / max(1, shape.bytesPerRow)))
    guard shape.bytesPerRow <= Plan.largestRow else {
      throw ModelError(
        .shape, at: "", "one row needs \(shape.bytesPerRow) bytes of memory, more than is allowed")
    }
  }

  /// Answers every row of a batch whose columns are the model's inputs in order.
  ///
  /// - Throws: a `ModelError` when the columns are not as many or as long as they should be; what is
  ///   wrong with single rows is in the result.
  package func predict(_ batch: FeatureBatch) throws(ModelError) -> PredictionResult {
    try check(batch)
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

  private func check(_ batch: FeatureBatch) throws(ModelError) {
    guard batch.columns.count == inputs.count else {
      throw ModelError(
        .interface, at: "description.input",
        "the model has \(inputs.count) inputs, the batch has \(batch.columns.count) columns")
    }
    for (input, column) in zip(inputs, batch.columns) where !column.hasRows(batch.rowCount) {
      throw ModelError(
        .interface, at: "description.input",
        "the column for '\(input.name)' does not have the \(batch.rowCount) rows of the batch")
    }
    if let problem = batch.problems.first(where: { !(0..<batch.rowCount).contains($0.row) }) {
      throw ModelError(
        .interface, at: "description.input",
        "a problem is said to be in row \(problem.row) of \(batch.rowCount)")
    }
  }

  private func keep(_ workspace: Workspace) {
    workspaces.withLock { kept in
      if kept.count < Plan.keptWorkspaces { kept.append(workspace) }
    }
  }

  /// A chunk's slots fit a second-level cache.
  private static let chunkBytes = 512 * 1024
  private static let largestRow = 1 << 30
  private static let keptWorkspaces = 16
}

extension FeatureColumn {
  /// Whether the column has exactly so many rows.
  func hasRows(_ rows: Int) -> Bool {
    if let missing, missing.count != rows { return false }
    switch values {
    case .doubles(let values): return values.count == rows
    case .int64s(let values): return values.count == rows
    case .strings(let values): return values.codes.count == rows
    case .int64Dictionaries(let values): return values.count == rows
    case .stringDictionaries(let values): return values.count == rows
    case .int64Sequences(let values): return values.count == rows
    case .stringSequences(let values): return values.count == rows
    case .probabilities(let column):
      let (total, overflow) = column.keys.count.multipliedReportingOverflow(by: rows)
      return !overflow && column.values.count == total
    case .arrays(let arrays):
      guard let count = elementCount(arrays.shape) else { return false }
      let (total, overflow) = count.multipliedReportingOverflow(by: rows)
      guard !overflow else { return false }
      switch arrays.elements {
      case .doubles(let values): return values.count == total
      case .floats(let values): return values.count == total
      case .int32s(let values): return values.count == total
      }
    }
  }
}

/// The number of elements of an array of this shape; nil for a negative dimension or an overflow.
func elementCount(_ shape: [Int]) -> Int? {
  var count = 1
  for dimension in shape {
    guard dimension >= 0 else { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: dimension)
    guard !overflow else { return nil }
    count = product
  }
  return count
}
