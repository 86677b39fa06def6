/// Maps each text of a sequence to an integer.
struct MapSequences: Step {
  var feature: String
  var input: SequenceSlot
  var output: SequenceSlot
  var entries: [String: Int64]
  var otherwise: Int64?

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for row in 0..<workspace.rows {
      var mapped: [Int64] = []
      for text in workspace.stringSequences[input.index][row] {
        if let number = entries[text] ?? otherwise {
          mapped.append(number)
        } else {
          workspace.fail(row, feature, .unknownCategory(text))
        }
      }
      workspace.int64Sequences[output.index][row] = mapped
    }
  }
}

/// Maps each integer of a sequence to a text.
struct MapSequencesBack: Step {
  var feature: String
  var input: SequenceSlot
  var output: SequenceSlot
  var entries: [Int64: String]
  var otherwise: String?

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for row in 0..<workspace.rows {
      var mapped: [String] = []
      for number in workspace.int64Sequences[input.index][row] {
        if let text = entries[number] ?? otherwise {
          mapped.append(text)
        } else {
          workspace.fail(row, feature, .unknownCategory(String(number)))
        }
      }
      workspace.stringSequences[output.index][row] = mapped
    }
  }
}
