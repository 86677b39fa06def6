/// Turns numbers with the same keys in each row into dictionaries, for a stage that takes these.
struct SpreadStringProbabilities: Step {
  var input: DoubleSlot
  var keys: [String]
  var output: DictionarySlot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    for row in 0..<workspace.rows {
      let start = source.start(row)
      var entries = workspace.stringDictionaries[output.index][row]
      for (index, key) in keys.enumerated() { entries[key] = source.values[start + index] }
      workspace.stringDictionaries[output.index][row] = entries
    }
  }
}

/// The same for classes that are integers.
struct SpreadInt64Probabilities: Step {
  var input: DoubleSlot
  var keys: [Int64]
  var output: DictionarySlot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    for row in 0..<workspace.rows {
      let start = source.start(row)
      var entries = workspace.int64Dictionaries[output.index][row]
      for (index, key) in keys.enumerated() { entries[key] = source.values[start + index] }
      workspace.int64Dictionaries[output.index][row] = entries
    }
  }
}
