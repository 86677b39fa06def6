extension ClassLabels {
  /// The format's name of the field that holds them.
  var fieldName: String {
    switch self {
    case .strings: "stringClassLabels"
    case .int64s: "int64ClassLabels"
    }
  }

  /// The type of the feature that holds one of them.
  package var featureType: FeatureType {
    switch self {
    case .strings: .string
    case .int64s: .int64
    }
  }

  /// The type of a dictionary with a probability for each of them.
  var dictionaryType: FeatureType {
    switch self {
    case .strings: .dictionary(.string)
    case .int64s: .dictionary(.int64)
    }
  }
}

extension ModelValidator {
  /// What every classifier says: its classes, and which outputs are the class and the probabilities.
  static func validateClassifier(
    _ model: Model, labels: ClassLabels, mayBeEmpty: Bool = false,
    hasOtherOutputs: Bool = false, at path: ModelPath,
    _ kindPath: ModelPath
  ) throws(ModelError) {
    guard mayBeEmpty || !labels.isEmpty else {
      throw kindPath.field(labels.fieldName).error(.interface, "the list of class labels is empty")
    }
    let path = path.field("description")
    let index = try predictedOutput(of: model, at: path)
    let predicted = model.description.outputs[index]
    guard predicted.type == labels.featureType else {
      throw path.element("output", index).field("type").error(
        .type,
        "the class labels are \(labels.featureType.name), and '\(predicted.name)' is "
          + predicted.type.name)
    }
    if let index = try probabilitiesOutput(of: model, at: path) {
      let type = model.description.outputs[index].type
      let isArray = if case .multiArray = type { true } else { false }
      guard type == labels.dictionaryType || isArray else {
        throw path.element("output", index).field("type").error(
          .type, "the probabilities are \(labels.dictionaryType.name.withArticle), not \(type.name)"
        )
      }
    }
    if !hasOtherOutputs { try requireNoOtherOutputs(model, at: path) }
  }

  /// The classes of a pipeline are those of one of its stages, so only the outputs can be checked.
  static func validatePipelineClassifier(
    _ model: Model, at path: ModelPath
  ) throws(ModelError) {
    let path = path.field("description")
    let index = try predictedOutput(of: model, at: path)
    let type = model.description.outputs[index].type
    guard type == .string || type == .int64 else {
      throw path.element("output", index).field("type").error(
        .type, "a classifier predicts a String or an Int64, not \(type.name)")
    }
    guard let index = try probabilitiesOutput(of: model, at: path) else { return }
    switch model.description.outputs[index].type {
    case .dictionary, .multiArray: return
    case let type:
      throw path.element("output", index).field("type").error(
        .type, "the probabilities are a Dictionary, not \(type.name)")
    }
  }

  private static func predictedOutput(
    of model: Model, at path: ModelPath
  ) throws(ModelError) -> Int {
    let name = model.description.predictedFeatureName
    guard !name.isEmpty else {
      throw path.field("predictedFeatureName").error(
        .interface, "a classifier has to name the output that it predicts")
    }
    guard let index = model.description.outputs.firstIndex(where: { $0.name == name }) else {
      throw path.field("predictedFeatureName").error(
        .interface, "the predicted feature '\(name)' is not among the outputs")
    }
    return index
  }

  private static func probabilitiesOutput(
    of model: Model, at path: ModelPath
  ) throws(ModelError) -> Int? {
    let name = model.description.predictedProbabilitiesName
    guard !name.isEmpty else { return nil }
    guard let index = model.description.outputs.firstIndex(where: { $0.name == name }) else {
      throw path.field("predictedProbabilitiesName").error(
        .interface, "the probabilities '\(name)' are not among the outputs")
    }
    return index
  }

  private static func requireNoOtherOutputs(
    _ model: Model, at path: ModelPath
  ) throws(ModelError) {
    let description = model.description
    let own = [description.predictedFeatureName, description.predictedProbabilitiesName]
    for (index, output) in description.outputs.enumerated() where !own.contains(output.name) {
      throw path.element("output", index).error(
        .interface, "\(model.kind.name.withArticle) does not make '\(output.name)'")
    }
  }

  static func validate(
    _ classifier: GLMClassifier, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let kindPath = path.field("glmClassifier")
    try validateClassifier(model, labels: classifier.labels, at: path, kindPath)
    let length = try vectorLength(of: model, at: path.field("description"))
    let weightsPath = kindPath.field("weights")
    let rows = classifier.weights.count
    guard rows > 0, let columns = classifier.weights.first?.count, columns > 0 else {
      throw weightsPath.error(.shape, "there are no weights")
    }
    let classes = classifier.labels.count
    let expected =
      classifier.classEncoding == .oneVsRest && classes != 2 ? classes : classes - 1
    guard rows == expected else {
      throw weightsPath.error(.shape, "\(rows) rows of weights for \(classes) classes")
    }
    guard classifier.offset.count == rows else {
      throw kindPath.field("offset").error(
        .shape, "\(classifier.offset.count) offsets for \(rows) rows of weights")
    }
    guard classifier.weights.allSatisfy({ $0.count == columns }) else {
      throw weightsPath.error(.shape, "the rows of weights have different lengths")
    }
    guard length == nil || length == columns else {
      throw kindPath.element("weights", 0).error(
        .shape, "\(columns) weights for inputs of \(length ?? 0) elements")
    }
    guard classes == 2 || classifier.postEvaluationTransform != .probit else {
      throw kindPath.field("postEvaluationTransform").error(
        .value, "the normal distribution function is for two classes only")
    }
  }
}
