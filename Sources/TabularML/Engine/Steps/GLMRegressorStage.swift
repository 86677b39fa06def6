import ModelSpec

extension GLMRegressor: Plannable {
  var takesUnwrittenVectors: Bool { true }

  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    let name = stage.description.predictedFeatureName
    guard let output = stage.description.outputs.first(where: { $0.name == name }) else {
      throw ModelError(
        .interface, at: stage.path, "the predicted feature '\(name)' is not an output")
    }
    let input = try builder.linearInput(of: stage)
    let length = builder.width(input)
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
        LinearFunction(weights: [first], offset: [offset[0]], transform: postEvaluationTransform),
        of: input, output: result)
      return [name: Feature(name: name, value: .double(result))]
    case .multiArray(let type):
      let result = builder.newDoubles(weights.count)
      builder.add(
        LinearFunction(weights: weights, offset: offset, transform: postEvaluationTransform),
        of: input, output: result)
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
