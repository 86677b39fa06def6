import ModelSpec

extension Imputer: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    guard let input = stage.inputs.first, let output = stage.description.outputs.first else {
      throw ModelError(.interface, at: stage.path, "an imputer needs one input and one output")
    }
    let value: Feature.Value
    switch (input.value, imputedValue) {
    case (.double(let slot), .double), (.array(let slot, _), .double),
      (.array(let slot, _), .int64), (.array(let slot, _), .doubleArray),
      (.array(let slot, _), .int64Array):
      let result = builder.newDoubles(builder.width(slot))
      builder.add(
        ImputeDoubles(
          input: slot, missing: input.missing, output: result,
          imputed: try doubles(builder.width(slot), at: stage.path), replaced: replacedDouble,
          replacesNaN: replacesNaN(builder.conventions)))
      guard case .array(_, let shape) = input.value else {
        value = .double(result)
        break
      }
      guard case .multiArray(let type) = output.type else { throw wrongOutput(output, stage) }
      if type.dataType != .double {
        builder.add(
          RoundToElementType(
            name: output.name, slot: result, dataType: type.dataType, roundsToWhole: false))
      }
      value = .array(result, shape: shape)
    case (.int64(let slot), .int64(let imputed)):
      let result = builder.newInt64()
      let replaced: Int64? = if case .int64(let value) = replaceValue { value } else { nil }
      builder.add(
        ImputeInt64s(
          input: slot, missing: input.missing, output: result, imputed: imputed,
          replaced: replaced))
      value = .int64(result)
    case (.string(let slot), .string(let imputed)):
      let result = builder.newString()
      let replaced: String? = if case .string(let value) = replaceValue { value } else { nil }
      builder.add(
        ImputeStrings(
          input: slot, missing: input.missing, output: result, imputed: imputed,
          replaced: replaced))
      value = .string(result)
    case (.stringDictionary(let slot), .stringDictionary(let entries)):
      let result = builder.newStringDictionary()
      builder.add(
        ImputeStringDictionaries(
          input: slot, missing: input.missing, output: result,
          entries: ImputedEntries(
            imputed: entries, replaced: replacedDouble,
            replacesNaN: replacesNaN(builder.conventions),
            absentKeys: builder.conventions.absentKeys)))
      value = .stringDictionary(result)
    case (.int64Dictionary(let slot), .int64Dictionary(let entries)):
      let result = builder.newInt64Dictionary()
      builder.add(
        ImputeInt64Dictionaries(
          input: slot, missing: input.missing, output: result,
          entries: ImputedEntries(
            imputed: entries, replaced: replacedDouble,
            replacesNaN: replacesNaN(builder.conventions),
            absentKeys: builder.conventions.absentKeys)))
      value = .int64Dictionary(result)
    default:
      throw ModelError(
        .type, at: stage.path, "the imputed value does not fit \(input.typeName.withArticle)")
    }
    return [output.name: Feature(name: output.name, value: value)]
  }

  private func wrongOutput(_ output: FeatureDescription, _ stage: Stage) -> ModelError {
    ModelError(.type, at: stage.path, "'\(output.name)' should be a MultiArray like the input")
  }

  private var replacedDouble: Double? {
    switch replaceValue {
    case .double(let value): value
    case .int64(let value): Double(value)
    case .string, nil: nil
    }
  }

  private func replacesNaN(_ conventions: Conventions) -> Bool {
    guard let replacedDouble else { return true }
    return replacedDouble.isNaN || conventions.imputedNaN == .replaced
  }

  /// What to put in for each element; one value serves all of them.
  private func doubles(_ width: Int, at path: String) throws(ModelError) -> [Double] {
    let values: [Double] =
      switch imputedValue {
      case .double(let value): Array(repeating: value, count: width)
      case .int64(let value): Array(repeating: Double(value), count: width)
      case .doubleArray(let values): values
      case .int64Array(let values): values.map(Double.init)
      default: []
      }
    guard values.count == width else {
      throw ModelError(.shape, at: path, "\(values.count) values for \(width) elements")
    }
    return values
  }
}

struct ImputeDoubles: Step {
  var input: DoubleSlot
  var missing: MissingSlot?
  var output: DoubleSlot
  var imputed: [Double]
  var replaced: Double?
  var replacesNaN: Bool

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    var block = workspace.take(output)
    for row in 0..<workspace.rows {
      let (from, to) = (source.start(row), block.start(row))
      let isMissing = missing.map { workspace.missing[$0.index][row] } ?? false
      for index in imputed.indices {
        let value = source.values[from + index]
        let isReplaced = isMissing || value == replaced || (replacesNaN && value.isNaN)
        block.values[to + index] = isReplaced ? imputed[index] : value
      }
    }
    workspace.put(block)
  }
}

struct ImputeInt64s: Step {
  var input: Int64Slot
  var missing: MissingSlot?
  var output: Int64Slot
  var imputed: Int64
  var replaced: Int64?

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for row in 0..<workspace.rows {
      let value = workspace.int64s[input.index][row]
      let isMissing = missing.map { workspace.missing[$0.index][row] } ?? false
      workspace.int64s[output.index][row] = isMissing || value == replaced ? imputed : value
    }
  }
}

/// The texts of the output are those of the input and one more.
struct ImputeStrings: PreparedStep {
  var input: StringSlot
  var missing: MissingSlot?
  var output: StringSlot
  var imputed: String
  var replaced: String?

  func begin(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    var texts = workspace.dictionaries[input.index]
    // The text to replace is not looked for in each row: its place now holds the other one.
    for index in texts.indices where texts[index] == replaced { texts[index] = imputed }
    texts.append(imputed)
    workspace.dictionaries[output.index] = texts
  }

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let last = Int32(clamping: workspace.dictionaries[output.index].count - 1)
    for row in 0..<workspace.rows {
      let code = workspace.codes[input.index][row]
      let isMissing = code < 0 || (missing.map { workspace.missing[$0.index][row] } ?? false)
      workspace.codes[output.index][row] = isMissing ? last : code
    }
  }
}

/// Keys that a dictionary lacks are added or not; values are replaced as others are.
struct ImputedEntries<Key: Hashable & Sendable>: Sendable {
  var imputed: [Key: Double]
  var replaced: Double?
  var replacesNaN: Bool
  var absentKeys: AbsentKeys

  func completing(_ entries: [Key: Double]) -> [Key: Double] {
    var result = entries
    for (key, value) in imputed {
      let isReplaced =
        entries[key].map { $0 == replaced || (replacesNaN && $0.isNaN) } ?? (absentKeys == .added)
      if isReplaced { result[key] = value }
    }
    return result
  }
}

struct ImputeStringDictionaries: Step {
  var input: DictionarySlot
  var missing: MissingSlot?
  var output: DictionarySlot
  var entries: ImputedEntries<String>

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for row in 0..<workspace.rows {
      let isMissing = missing.map { workspace.missing[$0.index][row] } ?? false
      workspace.stringDictionaries[output.index][row] =
        isMissing
        ? entries.imputed
        : entries.completing(workspace.stringDictionaries[input.index][row])
    }
  }
}

struct ImputeInt64Dictionaries: Step {
  var input: DictionarySlot
  var missing: MissingSlot?
  var output: DictionarySlot
  var entries: ImputedEntries<Int64>

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for row in 0..<workspace.rows {
      let isMissing = missing.map { workspace.missing[$0.index][row] } ?? false
      workspace.int64Dictionaries[output.index][row] =
        isMissing
        ? entries.imputed : entries.completing(workspace.int64Dictionaries[input.index][row])
    }
  }
}
