/// Checks that the parts of a model fit together, so that nothing has to be checked while predicting.
///
/// The order is that of Core ML's own validator: interface, updatability, optional features, then the
/// rules of the kind. A fault in what surrounds a model is told before one inside of it.
package enum ModelValidator {
  package static func validate(_ model: Model) throws(ModelError) {
    try validate(model, at: .root)
  }

  static func validate(_ model: Model, at path: ModelPath) throws(ModelError) {
    try validateInterface(model, at: path.field("description"))
    try validateUpdatability(model, at: path)
    try validateOptionalFeatures(model, at: path.field("description"))
    switch model.kind {
    case .pipeline(let pipeline):
      try validate(pipeline, of: model, at: path, path.field("pipeline"))
    case .pipelineRegressor(let pipeline):
      try validateRegressor(model, at: path.field("description"))
      try validate(
        pipeline, of: model, at: path, path.field("pipelineRegressor").field("pipeline"))
    case .glmRegressor(let regressor):
      try validateRegressor(model, at: path.field("description"))
      try validate(regressor, of: model, at: path)
    case .pipelineClassifier(let pipeline):
      try validatePipelineClassifier(model, at: path)
      try validate(
        pipeline, of: model, at: path, path.field("pipelineClassifier").field("pipeline"))
    case .glmClassifier(let classifier): try validate(classifier, of: model, at: path)
    case .supportVectorRegressor(let regressor): try validate(regressor, of: model, at: path)
    case .supportVectorClassifier(let classifier): try validate(classifier, of: model, at: path)
    case .treeEnsembleRegressor(let regressor): try validate(regressor, of: model, at: path)
    case .treeEnsembleClassifier(let classifier): try validate(classifier, of: model, at: path)
    case .kNearestNeighborsClassifier(let classifier):
      try validate(classifier, of: model, at: path)
    case .oneHotEncoder(let encoder): try validate(encoder, of: model, at: path)
    case .imputer(let imputer): try validate(imputer, of: model, at: path)
    case .featureVectorizer(let vectorizer): try validate(vectorizer, of: model, at: path)
    case .dictVectorizer(let vectorizer): try validate(vectorizer, of: model, at: path)
    case .scaler(let scaler): try validate(scaler, of: model, at: path)
    case .categoricalMapping(let mapping): try validate(mapping, of: model, at: path)
    case .normalizer(let normalizer): try validate(normalizer, of: model, at: path)
    case .arrayFeatureExtractor(let extractor): try validate(extractor, of: model, at: path)
    case .identity(let identity): try validate(identity, of: model, at: path)
    case .neuralNetwork(let network): try validate(network, of: model, at: path)
    case .neuralNetworkRegressor(let network):
      try validateRegressor(model, at: path.field("description"))
      try validate(network, of: model, at: path)
    case .neuralNetworkClassifier(let classifier):
      try validate(classifier, of: model, at: path)
    case .mlProgram(let program): try validate(program, of: model, at: path)
    case .unsupported(let name, let number):
      throw path.field(name).error(
        .unsupportedKind,
        ModelKindNames.notTabular.contains(number)
          ? "models of the kind \(name) are for images, texts or sounds, not for tables"
          : "models of the kind \(name) are outside what can be run here",
        hint: ModelError.listOfKinds)
    }
  }

  private static func validateUpdatability(
    _ model: Model, at path: ModelPath
  ) throws(ModelError) {
    guard model.isUpdatable else { return }
    guard model.specificationVersion >= 4 else {
      throw path.field("specificationVersion").error(
        .version,
        "an updatable model needs version 4 of the format; this is \(model.specificationVersion)")
    }
    guard KindTraits.updatable.contains(model.kind.number) else {
      throw path.field("isUpdatable").error(
        .update, "\(model.kind.name.withArticle) cannot be updatable")
    }
  }

  private static func validateOptionalFeatures(
    _ model: Model, at path: ModelPath
  ) throws(ModelError) {
    for (index, output) in model.description.outputs.enumerated() where output.isOptional {
      throw path.element("output", index).field("type").error(
        .interface, "output '\(output.name)' is optional, which an output cannot be")
    }
    let inputs = model.description.inputs
    for (index, input) in inputs.enumerated() {
      let path = path.element("input", index).field("type")
      if case .multiArray(let array) = input.type, array.defaultValue != nil {
        guard KindTraits.takesDefaultValues.contains(model.kind.number) else {
          throw path.error(
            .interface,
            "input '\(input.name)' has a default value, which \(model.kind.name.withArticle) does not take"
          )
        }
        guard model.specificationVersion >= 5 else {
          throw path.error(
            .version, "the default value of input '\(input.name)' needs version 5 of the format")
        }
      }
      guard !input.isOptional || KindTraits.takesOptionalInputs.contains(model.kind.number) else {
        throw path.error(
          .interface,
          "input '\(input.name)' is optional, which \(model.kind.name.withArticle) does not allow")
      }
    }
    if KindTraits.needsOneInput.contains(model.kind.number), !inputs.isEmpty,
      inputs.allSatisfy(\.isOptional)
    {
      throw path.field("input").error(
        .interface, "every input is optional; \(model.kind.name.withArticle) needs one that is not")
    }
  }

  /// What every regressor says: which of its outputs is the prediction.
  static func validateRegressor(_ model: Model, at path: ModelPath) throws(ModelError) {
    let name = model.description.predictedFeatureName
    guard !name.isEmpty else {
      throw path.field("predictedFeatureName").error(
        .interface, "a regressor has to name the output that it predicts")
    }
    guard let index = model.description.outputs.firstIndex(where: { $0.name == name }) else {
      throw path.field("predictedFeatureName").error(
        .interface, "the predicted feature '\(name)' is not among the outputs")
    }
    switch model.description.outputs[index].type {
    case .double, .multiArray: return
    default:
      throw path.element("output", index).field("type").error(
        .type, "a regressor predicts a Double or a MultiArray, and '\(name)' is neither")
    }
  }
}
