extension ModelValidator {
  static func validate(
    _ imputer: Imputer, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let (input, output) = try onlyFeatures(of: model, at: path)
    let description = path.field("description")
    let path = path.field("imputer")
    let valuePath = path.field(imputer.imputedValue.fieldName)
    switch (input.type, imputer.imputedValue) {
    case (.double, .double), (.int64, .int64), (.string, .string), (.multiArray, .double),
      (.multiArray, .int64), (.dictionary(.string), .stringDictionary),
      (.dictionary(.int64), .int64Dictionary):
      break
    case (.multiArray(let array), .doubleArray(let values)):
      try require(values.count, toFit: array, at: valuePath)
    case (.multiArray(let array), .int64Array(let values)):
      try require(values.count, toFit: array, at: valuePath)
    case (.sequence, _), (.image, _), (.state, _):
      throw description.element("input", 0).field("type").error(
        .type, "an imputer does not take \(input.type.name)")
    default:
      throw valuePath.error(.type, "this cannot be put into \(input.type.name)")
    }
    guard input.type.fits(output.type) else {
      throw description.element("output", 0).field("type").error(
        .type, "an imputer cannot turn \(input.type.name) into \(output.type.name)")
    }
    guard let replaced = imputer.replaceValue else { return }
    switch (replaced, imputer.imputedValue) {
    case (.double, .double), (.double, .doubleArray), (.double, .stringDictionary),
      (.double, .int64Dictionary), (.int64, .int64), (.int64, .int64Array), (.string, .string):
      return
    default:
      throw path.field(replaced.fieldName).error(
        .type, "the value to replace is of another type than the one that is put in")
    }
  }

  private static func require(
    _ count: Int, toFit array: ArrayFeatureType, at path: ModelPath
  ) throws(ModelError) {
    guard array.fixedCount == nil || array.fixedCount == count else {
      throw path.error(.shape, "\(count) values for \(array.fixedCount ?? 0) elements")
    }
  }

  static func validate(
    _ vectorizer: DictVectorizer, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let (input, output) = try onlyFeatures(of: model, at: path)
    let description = path.field("description")
    switch (vectorizer.keys, input.type) {
    case (.strings, .dictionary(.string)), (.int64s, .dictionary(.int64)): break
    default:
      throw description.element("input", 0).field("type").error(
        .type, "the vectorizer's keys are not those of \(input.type.name)")
    }
    let path = description.element("output", 0).field("type")
    switch output.type {
    case .dictionary(.int64): return
    case .multiArray(let array): try require(array, toHold: vectorizer.keys.count, at: path)
    default:
      throw path.error(
        .type, "a dictVectorizer gives a Dictionary with Int64 keys, not \(output.type.name)")
    }
  }

  static func validate(
    _ normalizer: Normalizer, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let (input, output) = try onlyFeatures(of: model, at: path)
    let description = path.field("description")
    guard case .multiArray(let array) = input.type else {
      throw description.element("input", 0).field("type").error(
        .type, "a normalizer takes a MultiArray, not \(input.type.name)")
    }
    let path = description.element("output", 0).field("type")
    guard case .multiArray(let result) = output.type else {
      throw path.error(.type, "a normalizer gives a MultiArray, not \(output.type.name)")
    }
    if let count = array.fixedCount { try require(result, toHold: count, at: path) }
  }

  static func validate(
    _ extractor: ArrayFeatureExtractor, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let (input, output) = try onlyFeatures(of: model, at: path)
    let description = path.field("description")
    guard case .multiArray(let array) = input.type else {
      throw description.element("input", 0).field("type").error(
        .type, "an arrayFeatureExtractor takes a MultiArray, not \(input.type.name)")
    }
    let path = path.field("arrayFeatureExtractor")
    guard !extractor.indexes.isEmpty else {
      throw path.field("extractIndex").error(.value, "the extractor takes no element")
    }
    if let count = array.fixedCount {
      for (index, element) in extractor.indexes.enumerated() where element >= UInt64(count) {
        throw path.element("extractIndex", index).error(
          .value, "there is no element \(element) among \(count)")
      }
    }
    switch output.type {
    case .double, .int64:
      guard extractor.indexes.count == 1 else {
        throw path.field("extractIndex").error(
          .shape, "\(extractor.indexes.count) elements for an output of one")
      }
    case .multiArray(let result):
      try require(
        result, toHold: extractor.indexes.count,
        at: description.element("output", 0).field("type"))
    default:
      throw description.element("output", 0).field("type").error(
        .type, "an arrayFeatureExtractor gives numbers, not \(output.type.name)")
    }
  }

  static func validate(
    _ mapping: CategoricalMapping, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let (input, output) = try onlyFeatures(of: model, at: path)
    let description = path.field("description")
    let takesTexts = if case .stringToInt64 = mapping { true } else { false }
    let isSequence: Bool
    switch input.type {
    case .string where takesTexts, .int64 where !takesTexts: isSequence = false
    case .sequence(.string, _) where takesTexts, .sequence(.int64, _) where !takesTexts:
      isSequence = true
    default:
      throw description.element("input", 0).field("type").error(
        .type, "the mapping is from \(takesTexts ? "texts" : "integers"), not \(input.type.name)")
    }
    switch output.type {
    case .int64 where takesTexts && !isSequence, .string where !takesTexts && !isSequence: return
    case .sequence(.int64, _) where takesTexts && isSequence,
      .sequence(.string, _) where !takesTexts && isSequence:
      return
    default:
      throw description.element("output", 0).field("type").error(
        .type, "the mapping is to \(takesTexts ? "integers" : "texts"), not \(output.type.name)")
    }
  }

  static func validate(
    _ identity: Identity, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let inputs = model.description.inputs
    for (index, output) in model.description.outputs.enumerated() {
      let path = path.field("description").element("output", index)
      guard let input = inputs.first(where: { $0.name == output.name }) else {
        throw path.error(.structure, "'\(output.name)' is not an input")
      }
      guard input.type.fits(output.type) else {
        throw path.field("type").error(
          .type, "'\(output.name)' is \(input.type.name), not \(output.type.name)")
      }
    }
  }
}

extension Imputer.ImputedValue {
  fileprivate var fieldName: String {
    switch self {
    case .double: "imputedDoubleValue"
    case .int64: "imputedInt64Value"
    case .string: "imputedStringValue"
    case .doubleArray: "imputedDoubleArray"
    case .int64Array: "imputedInt64Array"
    case .stringDictionary: "imputedStringDictionary"
    case .int64Dictionary: "imputedInt64Dictionary"
    }
  }
}

extension Imputer.ReplaceValue {
  fileprivate var fieldName: String {
    switch self {
    case .double: "replaceDoubleValue"
    case .int64: "replaceInt64Value"
    case .string: "replaceStringValue"
    }
  }
}
