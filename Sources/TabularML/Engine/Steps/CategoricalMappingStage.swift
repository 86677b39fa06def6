import ModelSpec

extension CategoricalMapping: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    guard let input = stage.inputs.first, let output = stage.description.outputs.first else {
      throw ModelError(
        .interface, at: stage.path, "a categoricalMapping needs one input and one output")
    }
    switch (self, input.value, output.type) {
    case (.stringToInt64(let entries, let otherwise), .string(let slot), .int64):
      let result = builder.newInt64()
      builder.add(
        MapStrings(
          feature: input.name, input: slot, output: result, table: builder.newCodeTable(),
          entries: entries, otherwise: otherwise))
      return [output.name: Feature(name: output.name, value: .int64(result))]
    case (.int64ToString(let entries, let otherwise), .int64(let slot), .string):
      let result = builder.newString()
      builder.add(
        MapInt64s(
          feature: input.name, input: slot, output: result, entries: entries,
          otherwise: otherwise))
      return [output.name: Feature(name: output.name, value: .string(result))]
    case (
      .stringToInt64(let entries, let otherwise), .stringSequence(let slot), .sequence(.int64, _)
    ):
      let result = builder.newInt64Sequence()
      builder.add(
        MapSequences(
          feature: input.name, input: slot, output: result, entries: entries,
          otherwise: otherwise))
      return [output.name: Feature(name: output.name, value: .int64Sequence(result))]
    case (
      .int64ToString(let entries, let otherwise), .int64Sequence(let slot), .sequence(.string, _)
    ):
      let result = builder.newStringSequence()
      builder.add(
        MapSequencesBack(
          feature: input.name, input: slot, output: result, entries: entries,
          otherwise: otherwise))
      return [output.name: Feature(name: output.name, value: .stringSequence(result))]
    default:
      throw ModelError(
        .type, at: stage.path, "the mapping does not fit '\(input.name)' and '\(output.name)'")
    }
  }
}

/// Maps texts to integers; each text of the batch is looked up once.
struct MapStrings: PreparedStep {
  var feature: String
  var input: StringSlot
  var output: Int64Slot
  /// For each text of the batch the place of its integer in `numbers`; -1 for an unknown one.
  var table: Int
  private var places: [String: Int32] = [:]
  private var numbers: [Int64] = []
  private var otherwise: Int64?

  init(
    feature: String, input: StringSlot, output: Int64Slot, table: Int,
    entries: [String: Int64], otherwise: Int64?
  ) {
    self.feature = feature
    self.input = input
    self.output = output
    self.table = table
    self.otherwise = otherwise
    for (text, number) in entries {
      places[text] = Int32(clamping: numbers.count)
      numbers.append(number)
    }
  }

  func begin(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let texts = workspace.dictionaries[input.index]
    workspace.codeTables[table].removeAll(keepingCapacity: true)
    for text in texts { workspace.codeTables[table].append(places[text] ?? -1) }
  }

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for row in 0..<workspace.rows {
      let code = workspace.codes[input.index][row]
      // A missing text has been noted where the column was loaded.
      let place = code < 0 ? -1 : Int(workspace.codeTables[table][Int(code)])
      workspace.int64s[output.index][row] = place < 0 ? otherwise ?? 0 : numbers[place]
      if place < 0, code >= 0, otherwise == nil {
        let text = workspace.dictionaries[input.index][Int(code)]
        workspace.fail(row, feature, .unknownCategory(text))
      }
    }
  }
}

/// Maps integers to texts.
struct MapInt64s: PreparedStep {
  var feature: String
  var input: Int64Slot
  var output: StringSlot
  private var codes: [Int64: Int32] = [:]
  private var texts: [String] = []
  /// The code of what stands for an unknown integer; -1 if that is an error.
  private var otherwise: Int32 = -1

  init(
    feature: String, input: Int64Slot, output: StringSlot, entries: [Int64: String],
    otherwise: String?
  ) {
    self.feature = feature
    self.input = input
    self.output = output
    for (number, text) in entries.sorted(by: { $0.key < $1.key }) {
      codes[number] = Int32(clamping: texts.count)
      texts.append(text)
    }
    if let otherwise {
      self.otherwise = Int32(clamping: texts.count)
      texts.append(otherwise)
    }
  }

  func begin(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    workspace.dictionaries[output.index] = texts
  }

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for row in 0..<workspace.rows {
      let number = workspace.int64s[input.index][row]
      let code = codes[number] ?? otherwise
      workspace.codes[output.index][row] = code
      if code < 0 { workspace.fail(row, feature, .unknownCategory(String(number))) }
    }
  }
}
