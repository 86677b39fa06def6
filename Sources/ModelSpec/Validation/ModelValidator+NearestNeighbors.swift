extension ModelValidator {
  static func validate(
    _ classifier: KNearestNeighborsClassifier, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let kindPath = path.field("kNearestNeighborsClassifier")
    if let label = classifier.defaultLabel, label.featureType != classifier.labels.featureType {
      let name = label.featureType == .int64 ? "defaultInt64Label" : "defaultStringLabel"
      throw kindPath.field(name).error(
        .type, "the default label is \(label.featureType.name), the class labels are not")
    }
    try validateClassifier(
      model, labels: classifier.labels, mayBeEmpty: classifier.defaultLabel != nil, at: path,
      kindPath)
    let indexPath = kindPath.field("nearestNeighborsIndex")
    if case .singleKdTree(let leafSize) = classifier.index, leafSize < 1 {
      throw indexPath.field("singleKdTreeIndex").field("leafSize").error(
        .value, "a leaf holds \(leafSize) samples")
    }
    let dimensions = Int(classifier.dimensions)
    guard dimensions > 0 else {
      throw indexPath.field("numberOfDimensions").error(
        .value, "samples of \(dimensions) dimensions")
    }
    if let length = try vectorLength(of: model, at: path.field("description")),
      length != dimensions
    {
      throw indexPath.field("numberOfDimensions").error(
        .shape, "samples of \(dimensions) dimensions for inputs of \(length) elements")
    }
    guard classifier.labels.count == classifier.sampleCount else {
      throw kindPath.field(classifier.labels.fieldName).error(
        .shape,
        "\(classifier.labels.count) labels for \(classifier.sampleCount) samples")
    }
    try validateNeighbors(classifier.numberOfNeighbors, at: kindPath.field("numberOfNeighbors"))
  }

  private static func validateNeighbors(
    _ parameter: Int64Parameter, at path: ModelPath
  ) throws(ModelError) {
    let value = parameter.defaultValue
    guard value > 0 else { throw path.error(.value, "\(value) neighbours") }
    switch parameter.allowed {
    case .range(let range) where !range.contains(value):
      throw path.error(
        .value, "\(value) neighbours, allowed are \(range.lowerBound) to \(range.upperBound)")
    case .set(let values) where !values.contains(value):
      throw path.error(.value, "\(value) neighbours are not one of the numbers allowed: \(values)")
    default: return
    }
  }
}
