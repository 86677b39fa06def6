extension ModelValidator {
  static func validate(
    _ regressor: GLMRegressor, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let description = path.field("description")
    let length = try vectorLength(of: model, at: description)
    for (index, output) in model.description.outputs.enumerated() where output.type != .double {
      throw description.element("output", index).field("type").error(
        .type, "a glmRegressor gives a Double, not \(output.type.name)")
    }
    let path = path.field("glmRegressor")
    guard let columns = regressor.weights.first?.count, columns > 0 else {
      throw path.field("weights").error(.shape, "there are no weights")
    }
    guard regressor.offset.count == regressor.weights.count else {
      throw path.field("offset").error(
        .shape, "\(regressor.offset.count) offsets for \(regressor.weights.count) rows of weights")
    }
    guard regressor.weights.allSatisfy({ $0.count == columns }) else {
      throw path.field("weights").error(.shape, "the rows of weights have different lengths")
    }
    guard length == nil || length == columns else {
      throw path.element("weights", 0).error(
        .shape, "\(columns) weights for inputs of \(length ?? 0) elements")
    }
  }

  static func validate(
    _ encoder: OneHotEncoder, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let (input, output) = try onlyFeatures(of: model, at: path)
    let description = path.field("description")
    let path = path.field("oneHotEncoder")
    guard encoder.categories.count > 0 else {
      throw path.error(.structure, "the encoder has no categories")
    }
    switch (encoder.categories, input.type) {
    case (.strings, .string), (.int64s, .int64): break
    case (.strings, .int64):
      throw path.field("stringCategories").error(.type, "String categories for an Int64 input")
    case (.int64s, .string):
      throw path.field("int64Categories").error(.type, "Int64 categories for a String input")
    default:
      throw description.element("input", 0).field("type").error(
        .type, "a oneHotEncoder takes a String or an Int64, not \(input.type.name)")
    }
    let outputPath = description.element("output", 0).field("type")
    switch (encoder.outputSparse, output.type) {
    case (true, .dictionary(.int64)): break
    case (false, .multiArray(let array)):
      try require(array, toHold: encoder.categories.count, at: outputPath)
    default:
      throw outputPath.error(
        .type,
        encoder.outputSparse
          ? "the encoder's sparse output is a Dictionary with Int64 keys, not \(output.type.name)"
          : "the encoder's output is a MultiArray, not \(output.type.name)")
    }
  }

  static func validate(
    _ vectorizer: FeatureVectorizer, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let description = path.field("description")
    let path = path.field("featureVectorizer")
    let inputs = Dictionary(
      model.description.inputs.enumerated().map { ($1.name, ($0, $1.type)) },
      uniquingKeysWith: { first, _ in first })
    guard !vectorizer.inputs.isEmpty else {
      throw path.field("inputList").error(.structure, "the vectorizer has no columns")
    }
    var width = 0
    for (index, column) in vectorizer.inputs.enumerated() {
      let path = path.element("inputList", index)
      let dimensions = path.field("inputDimensions")
      guard let (position, type) = inputs[column.name] else {
        throw path.field("inputColumn").error(
          .structure, "column '\(column.name)' is not an input")
      }
      guard column.dimensions > 0 else { throw dimensions.error(.value, "a column of width 0") }
      // Both are at most the limit, so the sum does not overflow.
      guard column.dimensions <= UInt64(maximumElements) else {
        throw dimensions.error(.value, "a column of width \(column.dimensions) is too large")
      }
      width += Int(column.dimensions)
      guard width <= maximumElements else {
        throw dimensions.error(.value, "columns of \(width) elements together are too large")
      }
      let expected: Int?
      switch type {
      case .double, .int64: expected = 1
      case .multiArray(let array): expected = array.fixedCount
      case .dictionary(.int64): expected = nil
      default:
        throw description.element("input", position).field("type").error(
          .type, "a featureVectorizer does not take \(type.name)")
      }
      guard expected == nil || expected == Int(column.dimensions) else {
        throw dimensions.error(
          .shape, "'\(column.name)' has \(expected ?? 0) elements, not \(column.dimensions)")
      }
    }
    guard model.description.outputs.count == 1 else {
      throw description.field("output").error(.interface, "a featureVectorizer has one output")
    }
    let outputPath = description.element("output", 0).field("type")
    guard case .multiArray(let array) = model.description.outputs[0].type else {
      throw outputPath.error(
        .type,
        "a featureVectorizer gives a MultiArray, not \(model.description.outputs[0].type.name)")
    }
    try require(array, toHold: width, at: outputPath)
  }

  static func validate(
    _ scaler: Scaler, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let (input, output) = try onlyFeatures(of: model, at: path)
    let inputPath = path.field("description").element("input", 0).field("type")
    let outputPath = path.field("description").element("output", 0).field("type")
    let length: Int?
    switch (input.type, output.type) {
    case (.double, .double), (.int64, .int64), (.int64, .double): length = 1
    case (.multiArray(let array), .multiArray(let result)):
      guard array.shape.count == 1 else {
        throw inputPath.error(.shape, "a scaler takes arrays of one dimension")
      }
      length = array.fixedCount
      if let length { try require(result, toHold: length, at: outputPath) }
    case (.double, _), (.int64, _), (.multiArray, _):
      throw outputPath.error(
        .type, "a scaler cannot turn \(input.type.name) into \(output.type.name)")
    default:
      throw inputPath.error(.type, "a scaler does not take \(input.type.name)")
    }
    for (name, values) in [("shiftValue", scaler.shift), ("scaleValue", scaler.scale)] {
      guard values.count < 2 || length == nil || values.count == length else {
        throw path.field("scaler").field(name).error(
          .shape, "\(values.count) values for \(length ?? 0) elements")
      }
    }
  }

  /// How many numbers the inputs have side by side; nil when the shape of one is open.
  static func vectorLength(
    of model: Model, at description: ModelPath
  ) throws(ModelError) -> Int? {
    var length: Int? = 0
    for (index, input) in model.description.inputs.enumerated() {
      switch input.type {
      case .double, .int64: length = length.map { $0 + 1 }
      case .multiArray(let array):
        length = length.flatMap { sum in array.fixedCount.map { sum + $0 } }
      default:
        throw description.element("input", index).field("type").error(
          .type,
          "\(model.kind.name.withArticle) takes Double, Int64 and MultiArray, not \(input.type.name)"
        )
      }
    }
    return length
  }

  /// The input and the output of a kind that has one of each.
  static func onlyFeatures(
    of model: Model, at path: ModelPath
  ) throws(ModelError) -> (input: FeatureDescription, output: FeatureDescription) {
    let description = model.description
    guard description.inputs.count == 1 else {
      throw path.field("description").field("input").error(
        .interface, "\(model.kind.name.withArticle) has one input, not \(description.inputs.count)")
    }
    guard description.outputs.count == 1 else {
      throw path.field("description").field("output").error(
        .interface,
        "\(model.kind.name.withArticle) has one output, not \(description.outputs.count)")
    }
    return (description.inputs[0], description.outputs[0])
  }

  /// An array that has a shape has to have room for just so many elements.
  static func require(
    _ array: ArrayFeatureType, toHold count: Int, at path: ModelPath
  ) throws(ModelError) {
    guard array.fixedCount == nil || array.fixedCount == count else {
      throw path.error(.shape, "the array has \(array.fixedCount ?? 0) elements for \(count)")
    }
  }
}
