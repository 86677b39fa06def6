extension Model {
  /// The names of a program's functions that can be chosen, sorted; none for any other kind.
  package var functionNames: [String] {
    guard case .mlProgram(let program) = kind else { return [] }
    return program.functions.keys.sorted()
  }

  /// The model with another function of its program as the one that is run.
  ///
  /// - Returns: nil when there is no function of that name.
  package func choosing(function name: String) -> Model? {
    guard case .mlProgram(var program) = kind, program.functions[name] != nil else { return nil }
    // Without descriptions of its own, only the function that the model's interface is for counts.
    if description.functions.isEmpty { return name == program.entry ? self : nil }
    guard let function = description.functions.first(where: { $0.name == name }) else {
      return nil
    }
    var model = self
    program.entry = name
    model.kind = .mlProgram(program)
    model.description.inputs = function.inputs
    model.description.outputs = function.outputs
    model.description.predictedFeatureName = function.predictedFeatureName
    model.description.predictedProbabilitiesName = function.predictedProbabilitiesName
    return model
  }

  /// The model with the function as its interface that is run when nobody says which.
  func choosingFunction(at path: ModelPath) throws(ModelError) -> Model {
    let name = description.defaultFunctionName
    let path = path.field("description").field("defaultFunctionName")
    guard !name.isEmpty else {
      throw path.error(.interface, "the program has several functions, and none is the default one")
    }
    guard let model = choosing(function: name) else {
      throw path.error(.interface, "the default function '\(name)' is not described or not there")
    }
    return model
  }
}
