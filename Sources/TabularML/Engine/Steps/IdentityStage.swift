import ModelSpec

extension Identity: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    var features: [String: Feature] = [:]
    for output in stage.description.outputs {
      guard let index = stage.description.inputs.firstIndex(where: { $0.name == output.name })
      else {
        throw ModelError(.structure, at: stage.path, "'\(output.name)' is not an input")
      }
      features[output.name] = try builder.pass(
        stage.inputs[index], as: output, stage.description.inputs[index].type, path: stage.path)
    }
    return features
  }
}

extension PlanBuilder {
  /// A feature as an output of the same type; an array whose elements are of another type is copied.
  fileprivate mutating func pass(
    _ feature: Feature, as output: FeatureDescription, _ type: FeatureType, path: String
  ) throws(ModelError) -> Feature {
    if case .multiArray(let from) = type, case .multiArray(let to) = output.type,
      case .array(let slot, _) = feature.value
    {
      guard from.dataType != to.dataType else { return feature }
      let copy = newDoubles(width(slot))
      let segment = VectorSegment(vector: copy, offset: 0, width: width(slot))
      add(PlaceNumbers(input: slot, target: segment))
      var result = try array(copy, as: to, named: output.name, path: path)
      result.missing = feature.missing
      return result
    }
    guard type == output.type else {
      throw ModelError(.type, at: path, "'\(output.name)' has another type than the input")
    }
    return feature
  }
}
