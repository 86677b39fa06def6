package import ModelSpec
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

  /// For inputs of their default shapes.
  private let standard: PlanSteps
  /// nil when every array has one shape only.
  private let flexible: FlexiblePlan?

  /// Compiles a model that ModelSpec found valid.
  package init(_ model: Model, conventions: Conventions = .standard) throws(ModelError) {
    inputs = model.description.inputs
    outputs = model.description.outputs
    standard = try PlanSteps(model, conventions)
    flexible = FlexiblePlan(model, conventions)
  }

  /// Answers every row of a batch whose columns are the model's inputs in order.
  ///
  /// Arrays may have any of the shapes that the model allows, one in each column of a batch.
  ///
  /// - Throws: a `ModelError` when the columns are not as many or as long as they should be; what is
  ///   wrong with single rows is in the result.
  package func predict(_ batch: FeatureBatch) throws(ModelError) -> PredictionResult {
    try check(batch)
    guard let flexible, let shapes = flexible.shapes(of: batch) else { return standard.run(batch) }
    switch flexible.steps(for: shapes) {
    case .success(let steps): return steps.run(batch)
    case .failure(let error):
      return standard.run(batch).saying(error, of: batch)
    }
  }

  private func check(_ batch: FeatureBatch) throws(ModelError) {
    guard batch.columns.count == inputs.count else {
      throw ModelError(
        .interface, at: "description.input",
        "the model has \(inputs.count) inputs, the batch has \(batch.columns.count) columns")
    }
    if let index = batch.columns.firstIndex(where: { !$0.hasRows(batch.rowCount) }) {
      throw ModelError(
        .interface, at: "description.input",
        "the column for '\(inputs[index].name)' does not have the \(batch.rowCount) rows of the batch"
      )
    }
    if let problem = batch.problems.first(where: { !(0..<batch.rowCount).contains($0.row) }) {
      throw ModelError(
        .interface, at: "description.input",
        "a problem is said to be in row \(problem.row) of \(batch.rowCount)")
    }
  }
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
