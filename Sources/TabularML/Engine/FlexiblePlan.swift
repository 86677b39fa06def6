import ModelSpec

/// Makes the steps of a model for arrays of other shapes than the default ones, and keeps those that
/// were used last.
///
/// Steps have weights of their own, so a large model keeps few and a small one many.
final class FlexiblePlan: Sendable {
  private let model: Model
  private let conventions: Conventions
  /// For each input that is an array what it is; nil for the others.
  private let types: [ArrayFeatureType?]
  /// Whether arrays may have a sequence before their declared shape, as a rank-5 network takes it.
  private let takesSequences: Bool
  private let made = Locked(Made())

  /// The steps that are kept, by the shapes that they are for.
  private struct Made {
    /// How many are kept; nil until the model has been measured, which few models need.
    var limit: Int?
    var steps: [[[Int]]: (steps: Result<PlanSteps, ModelError>, lastUse: Int)] = [:]
    var uses = 0

    mutating func use(_ shapes: [[Int]]) -> Result<PlanSteps, ModelError>? {
      uses += 1
      guard let found = steps[shapes]?.steps else { return nil }
      steps[shapes]?.lastUse = uses
      return found
    }
  }

  /// - Returns: nil when the model takes arrays of one shape only.
  init?(_ model: Model, _ conventions: Conventions) {
    types = model.description.inputs.map { input in
      if case .multiArray(let type) = input.type { type } else { nil }
    }
    takesSequences = model.kind.network?.arrayInputShapeMapping == .rank5
    let arrays = types.compactMap { $0 }
    guard arrays.contains(where: { $0.flexibility != .none }) || (takesSequences && !arrays.isEmpty)
    else { return nil }
    self.model = model
    self.conventions = conventions
  }

  /// The shapes of the batch's arrays; nil when all have the default, or one has a shape that is not
  /// allowed.
  func shapes(of batch: FeatureBatch) -> [[Int]]? {
    var shapes: [[Int]] = []
    var areDefault = true
    for (column, type) in zip(batch.columns, types) {
      guard let type, case .arrays(let arrays) = column.values else {
        shapes.append([])
        continue
      }
      shapes.append(arrays.shape)
      guard arrays.shape != type.rowShape else { continue }
      areDefault = false
      guard allows(arrays.shape, type) else { return nil }
    }
    return areDefault ? nil : shapes
  }

  /// The steps for inputs of these shapes, or why the model cannot take them.
  func steps(for shapes: [[Int]]) -> Result<PlanSteps, ModelError> {
    if let known = made.withLock({ $0.use(shapes) }) { return known }
    var special = model
    for (index, shape) in shapes.enumerated() {
      guard case .multiArray(var type) = special.description.inputs[index].type else { continue }
      type.shape = shape.map { Int64($0) }
      type.flexibility = .none
      special.description.inputs[index].type = .multiArray(type)
    }
    let steps = Result { () throws(ModelError) in try PlanSteps(special, conventions) }
    return made.withLock { made in
      // Another thread may have been faster; both made the same.
      if let known = made.use(shapes) { return known }
      let limit = made.limit ?? FlexiblePlan.limit(for: model)
      made.limit = limit
      if made.steps.count >= limit,
        let oldest = made.steps.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        made.steps[oldest.key] = nil
      }
      made.steps[shapes] = (steps, made.uses)
      return steps
    }
  }

  /// How many of a model's steps are kept: as many as take some 64 MB of weights, but at least 4.
  private static func limit(for model: Model) -> Int {
    let fewest = 4
    var size = ModelEncoder.encode(model).count
    if case .mlProgram(let program) = model.kind {
      // Its weights may lie in files beside the model.
      let weights = program.parameterCount.multipliedReportingOverflow(by: 4)
      let (sum, isBeyond) = size.addingReportingOverflow(weights.partialValue)
      if weights.overflow || isBeyond || sum < 0 { return fewest }
      size = sum
    }
    return max(fewest, min(256, (64 << 20) / max(size, 1)))
  }

  private func allows(_ shape: [Int], _ type: ArrayFeatureType) -> Bool {
    if type.allows(shape) { return true }
    guard takesSequences, shape.allSatisfy({ $0 > 0 }) else { return false }
    switch (type.rowShape.count, shape.count) {
    case (1, 2): return type.allows([shape[1]])
    case (1, 5): return shape[3...] == [1, 1] && type.allows([shape[2]])
    case (3, 4), (3, 5): return type.allows(Array(shape.suffix(3)))
    default: return false
    }
  }
}

extension PredictionResult {
  /// The answer to rows whose arrays have allowed shapes with which the model cannot compute.
  func saying(_ error: ModelError, of batch: FeatureBatch) -> PredictionResult {
    let known = Set(batch.problems.map(\.row))
    var result = self
    for (index, problem) in problems.enumerated() where !known.contains(problem.row) {
      switch problem.kind {
      case .wrongShape(_, let found), .shapeNotAllowed(_, let found):
        result.problems[index].kind = .shapeNotUsable(found: found, reason: error.message)
      default: break
      }
    }
    return result
  }
}
