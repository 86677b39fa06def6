import ModelSpec

extension GLMRegressor: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    let name = stage.description.predictedFeatureName
    guard let output = stage.description.outputs.first(where: { $0.name == name }) else {
      throw ModelError(
        .interface, at: stage.path, "the predicted feature '\(name)' is not an output")
    }
    let vector = try builder.vector(of: stage)
    let length = builder.width(vector)
    guard weights.count == offset.count, let first = weights.first else {
      throw ModelError(
        .shape, at: stage.path, "\(weights.count) rows of weights and \(offset.count) offsets")
    }
    guard weights.allSatisfy({ $0.count == length }) else {
      throw ModelError(
        .shape, at: stage.path + ".weights",
        "the inputs have \(length) elements, a row of weights has \(first.count)")
    }
    switch output.type {
    case .double:
      // The format lets a Double output have several rows of weights; the first one counts.
      let result = builder.newDouble()
      builder.add(
        LinearStep(
          input: vector, output: result, weights: [first], offset: [offset[0]],
          transform: postEvaluationTransform))
      return [name: Feature(name: name, value: .double(result))]
    case .multiArray(let type):
      let result = builder.newDoubles(weights.count)
      builder.add(
        LinearStep(
          input: vector, output: result, weights: weights, offset: offset,
          transform: postEvaluationTransform))
      if type.dataType != .double {
        builder.add(
          RoundToElementType(
            name: name, slot: result, dataType: type.dataType, roundsToWhole: false))
      }
      return [name: Feature(name: name, value: .array(result, shape: [weights.count]))]
    default:
      throw ModelError(.type, at: stage.path, "'\(name)' should be a Double or a MultiArray")
    }
  }
}

/// `link(w · x + b)`, one row of weights after the other.
struct LinearStep: Step {
  var input: DoubleSlot
  var output: DoubleSlot
  var weights: [[Double]]
  var offset: [Double]
  var transform: GLMRegressor.PostEvaluationTransform

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    var block = workspace.take(output)
    for (dimension, weights) in self.weights.enumerated() {
      for row in 0..<workspace.rows {
        var sum = 0.0
        let start = source.start(row)
        for index in 0..<source.region.width {
          sum += weights[index] * source.values[start + index]
        }
        block.values[block.start(row) + dimension] = linked(sum + offset[dimension])
      }
    }
    workspace.put(block)
  }

  private func linked(_ score: Double) -> Double {
    switch transform {
    case .none: score
    case .logit: LinkFunction.logistic(score)
    case .probit: LinkFunction.normalDistribution(score)
    }
  }
}
