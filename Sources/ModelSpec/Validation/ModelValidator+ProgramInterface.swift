extension ModelValidator {
  /// Whether a function takes and gives what the model's description says.
  static func validateInterface(
    of model: Model, _ function: Program.Function, at modelPath: ModelPath, _ path: ModelPath
  ) throws(ModelError) {
    let description = model.description
    for input in description.inputs {
      guard let index = function.inputs.firstIndex(where: { $0.name == input.name }) else {
        throw path.field("inputs").error(
          .structure, "the function does not take the model's input '\(input.name)'")
      }
      try validate(input, function.inputs[index].type, at: path.element("inputs", index))
    }
    for (index, input) in function.inputs.enumerated()
    where !description.inputs.contains(where: { $0.name == input.name }) {
      throw path.element("inputs", index).error(
        .structure, "the model has no input '\(input.name)' for the function")
    }
    for output in description.outputs
    where function.body?.outputs.contains(output.name) != true {
      throw path.field("outputs").error(
        .structure, "the function does not make the model's output '\(output.name)'")
    }
    if !description.predictedFeatureName.isEmpty {
      guard let labels = model.classLabels else {
        throw path.error(
          .structure, "a feature is predicted, but the function has no 'classify' with labels")
      }
      try validateClassifier(
        model, labels: labels, hasOtherOutputs: true, at: modelPath, path)
    }
  }

  private static func validate(
    _ input: FeatureDescription, _ type: Program.ValueType, at path: ModelPath
  ) throws(ModelError) {
    guard case .tensor(let tensor) = type, case .multiArray(let array) = input.type else {
      throw path.error(.type, "the input '\(input.name)' should be a MultiArray for a tensor")
    }
    guard tensor.dataType == array.dataType.programType else {
      throw path.error(
        .type,
        "the function takes '\(input.name)' as \(tensor.dataType.name), the model as \(array.dataType.programType.name)"
      )
    }
    guard array.flexibility == .none, !array.shape.isEmpty else { return }
    let fits =
      tensor.dimensions.count == array.shape.count
      && zip(tensor.dimensions, array.shape).allSatisfy { $0 == nil || $0.map(Int64.init) == $1 }
    guard fits else {
      throw path.error(
        .shape,
        "the function takes '\(input.name)' in another shape than the model's \(array.shape)")
    }
  }
}

extension ArrayFeatureType.DataType {
  /// The element type of a tensor that holds such an array.
  package var programType: Program.DataType {
    switch self {
    case .float16: .float16
    case .float32: .float32
    case .double: .float64
    case .int8: .int8
    case .int32: .int32
    }
  }
}

extension Program {
  /// What a program that ends in `classify` chooses from.
  package var classLabels: ClassLabels? {
    guard let block = body,
      let classify = block.operations.last(where: { $0.type == "classify" })
    else { return nil }
    var value = classify.attributes["classes"]
    switch classify.inputs["classes"]?.first {
    case .value(let constant): value = constant
    case .name(let name):
      value =
        block.operations.first { $0.outputs.contains { $0.name == name } }?.constantValue
    case nil: break
    }
    guard let constant = try? value?.constant(at: "") else { return nil }
    switch constant.elements {
    case .strings(let labels): return .strings(labels)
    case .longInts(let labels): return .int64s(labels)
    case .ints(let labels): return .int64s(labels.map(Int64.init))
    default: return nil
    }
  }
}
