import ModelSpec

extension OneHotEncoder: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    guard let input = stage.inputs.first, let output = stage.description.outputs.first else {
      throw ModelError(.interface, at: stage.path, "a oneHotEncoder needs one input and one output")
    }
    let count = categories.count
    let found = builder.newPositions(count)
    let source = CategoryLookup.Source(feature: input.name, output: found, handling: handleUnknown)
    switch (categories, input.value) {
    case (.strings(let texts), .string(let slot)):
      builder.add(
        TextCategories(
          source: source, input: slot, table: builder.newCodeTable(),
          positions: CategoryLookup.positions(texts)))
    case (.int64s(let numbers), .int64(let slot)):
      builder.add(
        IntegerCategories(
          source: source, input: slot, positions: CategoryLookup.positions(numbers)))
    default:
      throw ModelError(
        .type, at: stage.path, "the categories are of another type than '\(input.name)'")
    }
    switch output.type {
    case .dictionary(.int64):
      return [output.name: Feature(name: output.name, value: .positions(found))]
    case .multiArray:
      let vector = builder.newVector(count, .code(found))
      return [output.name: Feature(name: output.name, value: .array(vector, shape: [count]))]
    default:
      throw ModelError(
        .type, at: stage.path + ".description.output",
        "'\(output.name)' should be a MultiArray or a Dictionary with Int64 keys")
    }
  }
}

/// What the look-ups of texts and of integers share.
enum CategoryLookup {
  struct Source: Sendable {
    var feature: String
    var output: PositionSlot
    var handling: OneHotEncoder.UnknownHandling
  }

  /// Where each category stands; of equal ones the first counts.
  static func positions<Category: Hashable>(_ categories: [Category]) -> [Category: Int32] {
    var positions: [Category: Int32] = [:]
    positions.reserveCapacity(categories.count)
    for (index, category) in categories.enumerated() where positions[category] == nil {
      positions[category] = Int32(clamping: index)
    }
    return positions
  }
}

/// Finds the category of each text; a text of the batch's dictionary is looked up once.
struct TextCategories: PreparedStep {
  var source: CategoryLookup.Source
  var input: StringSlot
  var table: Int
  var positions: [String: Int32]

  func begin(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    var table: [Int32] = []
    swap(&table, &workspace.codeTables[self.table])
    table.removeAll(keepingCapacity: true)
    // A missing text has the code -1, and has been noted where the column was loaded.
    table.append(-1)
    for text in workspace.dictionaries[input.index] { table.append(positions[text] ?? -1) }
    swap(&table, &workspace.codeTables[self.table])
  }

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let (codes, table) = (workspace.codes[input.index], workspace.codeTables[table])
    var positions: [Int32] = []
    swap(&positions, &workspace.positions[source.output.index])
    let isComplete = find(codes.span, table.span, workspace.rows, &positions)
    swap(&positions, &workspace.positions[source.output.index])
    if isComplete || source.handling != .error { return }
    for row in 0..<workspace.rows where codes[row] >= 0 && table[Int(codes[row]) + 1] < 0 {
      let text = workspace.dictionaries[input.index][Int(codes[row])]
      workspace.fail(row, source.feature, .unknownCategory(text))
    }
  }

  /// Fills in the positions, and says whether there is one for every row.
  private func find(
    _ codes: Span<Int32>, _ table: Span<Int32>, _ rows: Int, _ positions: inout [Int32]
  ) -> Bool {
    var found = positions.mutableSpan
    var all: Int32 = 0
    for row in 0..<rows {
      let position = table[Int(codes[row]) + 1]
      found[row] = position
      all |= position
    }
    return all >= 0
  }
}

/// Finds the category of each integer.
struct IntegerCategories: Step {
  var source: CategoryLookup.Source
  var input: Int64Slot
  var positions: [Int64: Int32]

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for row in 0..<workspace.rows {
      let number = workspace.int64s[input.index][row]
      let position = positions[number] ?? -1
      workspace.positions[source.output.index][row] = position
      if position < 0, source.handling == .error {
        workspace.fail(row, source.feature, .unknownCategory(String(number)))
      }
    }
  }
}

/// Writes a vector of zeros with a 1 at the position of the category.
struct ExpandPositions: Step {
  var input: PositionSlot
  var output: DoubleSlot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    var block = workspace.take(output)
    let region = block.region
    var values = block.values.mutableSpan
    let positions = workspace.positions[input.index]
    for row in 0..<workspace.rows {
      let start = row * region.stride + region.offset
      for index in start..<start + region.width { values[index] = 0 }
      let position = Int(positions[row])
      if position >= 0, position < region.width { values[start + position] = 1 }
    }
    workspace.put(block)
  }
}
