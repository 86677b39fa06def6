import ModelSpec

/// Brings a column of arrays into a slot, whatever the type of their elements.
struct LoadArray: Step {
  var source: InputColumn
  var type: ArrayFeatureType
  /// The shape that this plan is made for.
  var shape: [Int]
  var output: DoubleSlot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let column = batch.columns[source.column]
    guard case .arrays(let arrays) = column.values else {
      return source.refuse(batch, expected: "MultiArray", &workspace)
    }
    source.note(column, &workspace)
    guard arrays.shape == shape else {
      let problem = type.shapeProblem(found: arrays.shape)
      for row in 0..<workspace.rows where column.missing?[workspace.firstRow + row] != true {
        workspace.fail(row, source.name, problem)
      }
      return
    }
    switch arrays.elements {
    case .doubles(let values): copy(values, &workspace) { $0 }
    case .floats(let values): copy(values, &workspace) { Double($0) }
    case .int32s(let values): copy(values, &workspace) { Double($0) }
    }
  }

  @inline(__always)
  private func copy<Element>(
    _ values: [Element], _ workspace: inout Workspace, _ convert: (Element) -> Double
  ) {
    var block = workspace.take(output)
    let width = block.region.width
    for row in 0..<workspace.rows {
      let from = (workspace.firstRow + row) * width
      let to = block.start(row)
      for element in 0..<width { block.values[to + element] = convert(values[from + element]) }
    }
    workspace.put(block)
  }
}

/// Brings a column of dictionaries with Int64 keys into a slot.
struct LoadInt64Dictionary: Step {
  var source: InputColumn
  var output: DictionarySlot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let column = batch.columns[source.column]
    guard case .int64Dictionaries(let values) = column.values else {
      return source.refuse(batch, expected: "Dictionary with Int64 keys", &workspace)
    }
    for row in 0..<workspace.rows {
      workspace.int64Dictionaries[output.index][row] = values[workspace.firstRow + row]
    }
    source.note(column, &workspace)
  }
}

/// Brings a column of dictionaries with String keys into a slot.
struct LoadStringDictionary: Step {
  var source: InputColumn
  var output: DictionarySlot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let column = batch.columns[source.column]
    guard case .stringDictionaries(let values) = column.values else {
      return source.refuse(batch, expected: "Dictionary with String keys", &workspace)
    }
    for row in 0..<workspace.rows {
      workspace.stringDictionaries[output.index][row] = values[workspace.firstRow + row]
    }
    source.note(column, &workspace)
  }
}
