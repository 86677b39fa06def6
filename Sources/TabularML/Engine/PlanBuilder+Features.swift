import ModelSpec

extension PlanBuilder {
  /// Adds the step that brings a column of the batch into a slot.
  mutating func load(_ input: FeatureDescription, column: Int) throws(ModelError) -> Feature {
    let missing = input.isOptional ? newMissing() : nil
    let source = InputColumn(name: input.name, column: column, missing: missing)
    let value: Feature.Value
    switch input.type {
    case .double:
      let slot = newDouble()
      add(LoadDouble(source: source, output: slot))
      value = .double(slot)
    case .int64:
      let slot = newInt64()
      add(LoadInt64(source: source, output: slot))
      value = .int64(slot)
    case .string:
      let slot = newString()
      add(LoadString(source: source, output: slot))
      value = .string(slot)
    case .multiArray(let type):
      let (shape, count) = try rowShape(type, of: input.name)
      let slot = newDoubles(count)
      add(LoadArray(source: source, type: type, shape: shape, output: slot))
      value = .array(slot, shape: shape)
    case .dictionary(.int64):
      let slot = newInt64Dictionary()
      add(LoadInt64Dictionary(source: source, output: slot))
      value = .int64Dictionary(slot)
    case .dictionary(.string):
      let slot = newStringDictionary()
      add(LoadStringDictionary(source: source, output: slot))
      value = .stringDictionary(slot)
    case .sequence(.int64, let size):
      let slot = newInt64Sequence()
      add(LoadInt64Sequence(source: source, size: size, output: slot))
      value = .int64Sequence(slot)
    case .sequence(.string, let size):
      let slot = newStringSequence()
      add(LoadStringSequence(source: source, size: size, output: slot))
      value = .stringSequence(slot)
    case .image, .state:
      throw ModelError(
        .type, at: "description.input", "'\(input.name)' has a type that is not tabular")
    }
    return Feature(name: input.name, value: value, missing: missing)
  }

  /// Adds the steps of a model whose inputs are in a pool of named features.
  mutating func plan(
    _ model: Model, pool: [String: Feature], path: String
  ) throws(ModelError) -> [String: Feature] {
    let (kind, name) = try model.kind.plannable(at: path)
    var inputs: [Feature] = []
    for input in model.description.inputs {
      guard let feature = pool[input.name] else {
        throw ModelError(
          .structure, at: "\(path)description.input",
          "'\(input.name)' is neither an input of the pipeline nor made by an earlier stage")
      }
      if case .array(let slot, _) = feature.value, !kind.takesUnwrittenVectors { write(slot) }
      inputs.append(try bind(feature, to: input, path: path))
    }
    let stage = Stage(description: model.description, inputs: inputs, path: path + name)
    return try kind.plan(stage, &self)
  }

  /// The number of elements that a declared array has in each row, and their shape.
  func rowShape(
    _ type: ArrayFeatureType, of name: String
  ) throws(ModelError) -> (shape: [Int], count: Int) {
    let shape = type.rowShape
    guard let count = elementCount(shape), count <= PlanBuilder.largestArray else {
      throw ModelError(.shape, at: "description", "'\(name)' has the impossible shape \(shape)")
    }
    return (shape, count)
  }

  /// The feature as the doubles that a kind computes with; an Int64 is widened.
  mutating func doubles(_ feature: Feature) -> DoubleSlot? {
    let slot = unwrittenDoubles(feature)
    if let slot { write(slot) }
    return slot
  }

  /// The same, but a vector need not be written yet.
  mutating func unwrittenDoubles(_ feature: Feature) -> DoubleSlot? {
    switch feature.value {
    case .double(let slot), .array(let slot, _): return slot
    case .int64(let slot):
      let widened = newDouble()
      add(WidenInt64(input: slot, output: widened))
      return widened
    case .string, .int64Dictionary, .stringDictionary, .int64Sequence, .stringSequence, .positions,
      .probabilities:
      return nil
    }
  }

  /// A feature of the pool as a stage's input declares it.
  private mutating func bind(
    _ feature: Feature, to input: FeatureDescription, path: String
  ) throws(ModelError) -> Feature {
    var bound = feature
    if let missing = feature.missing, !input.isOptional {
      add(RequirePresent(name: feature.name, missing: missing))
      bound.missing = nil
    }
    switch (input.type, feature.value) {
    case (.double, .double), (.int64, .int64), (.string, .string),
      (.dictionary(.int64), .int64Dictionary), (.dictionary(.int64), .positions),
      (.dictionary(.string), .stringDictionary), (.sequence(.int64, _), .int64Sequence),
      (.sequence(.string, _), .stringSequence):
      return bound
    case (.double, .int64(let slot)):
      let widened = newDouble()
      add(WidenInt64(input: slot, output: widened))
      bound.value = .double(widened)
      return bound
    case (.dictionary(.string), .probabilities(let slot, .strings(let keys))):
      let entries = newStringDictionary()
      add(SpreadStringProbabilities(input: slot, keys: keys, output: entries))
      bound.value = .stringDictionary(entries)
      return bound
    case (.dictionary(.int64), .probabilities(let slot, .int64s(let keys))):
      let entries = newInt64Dictionary()
      add(SpreadInt64Probabilities(input: slot, keys: keys, output: entries))
      bound.value = .int64Dictionary(entries)
      return bound
    case (.multiArray(let type), .array(let slot, let shape)):
      if type.allows(shape) { return bound }
      let (declared, count) = try rowShape(type, of: input.name)
      guard count == width(slot) else {
        throw ModelError(
          .shape, at: "\(path)description.input",
          "'\(input.name)' should have the shape \(declared), an earlier stage makes \(shape)")
      }
      bound.value = .array(slot, shape: declared)
      return bound
    default:
      throw ModelError(
        .type, at: "\(path)description.input",
        "'\(input.name)' does not take \(feature.typeName.withArticle), which an earlier stage makes"
      )
    }
  }

  /// More elements than a row of a table ever has.
  static let largestArray = 1 << 22

  /// Multiplications of one product for a row: more would take seconds.
  static let mostMultiplications = 1 << 28
}
