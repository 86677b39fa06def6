import ModelSpec

/// Brings a column of sequences of integers into a slot.
struct LoadInt64Sequence: Step {
  var source: InputColumn
  var size: SizeRange
  var output: SequenceSlot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let column = batch.columns[source.column]
    guard case .int64Sequences(let values) = column.values else {
      return source.refuse(batch, expected: "Sequence of Int64", &workspace)
    }
    source.note(column, &workspace)
    for row in 0..<workspace.rows {
      let sequence = values[workspace.firstRow + row]
      workspace.int64Sequences[output.index][row] = sequence
      source.require(size, count: sequence.count, row, column, &workspace)
    }
  }
}

/// Brings a column of sequences of texts into a slot.
struct LoadStringSequence: Step {
  var source: InputColumn
  var size: SizeRange
  var output: SequenceSlot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let column = batch.columns[source.column]
    guard case .stringSequences(let values) = column.values else {
      return source.refuse(batch, expected: "Sequence of String", &workspace)
    }
    source.note(column, &workspace)
    for row in 0..<workspace.rows {
      let sequence = values[workspace.firstRow + row]
      workspace.stringSequences[output.index][row] = sequence
      source.require(size, count: sequence.count, row, column, &workspace)
    }
  }
}

extension InputColumn {
  /// Fails a row whose sequence is shorter or longer than the model allows.
  fileprivate func require(
    _ size: SizeRange, count: Int, _ row: Int, _ column: FeatureColumn,
    _ workspace: inout Workspace
  ) {
    guard column.missing?[workspace.firstRow + row] != true else { return }
    if UInt64(count) < size.lowerBound {
      workspace.fail(
        row, name, .wrongShape(expected: [Int(clamping: size.lowerBound)], found: [count]))
    } else if let upper = size.upperBound, Int64(count) > upper {
      workspace.fail(row, name, .wrongShape(expected: [Int(clamping: upper)], found: [count]))
    }
  }
}
