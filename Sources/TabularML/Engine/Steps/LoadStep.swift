import ModelSpec
import Tables

/// A column of the batch, and the mask to fill if the model allows it to be missing.
struct InputColumn: Sendable {
  var name: String
  var column: Int
  var missing: MissingSlot?

  /// Marks the missing rows of the chunk, or fails them when the feature is required.
  func note(_ isMissing: (Int) -> Bool, _ workspace: inout Workspace) {
    if let missing {
      for row in 0..<workspace.rows {
        workspace.missing[missing.index][row] = isMissing(workspace.firstRow + row)
      }
    } else {
      for row in 0..<workspace.rows where isMissing(workspace.firstRow + row) {
        workspace.fail(row, name, .missingFeature)
      }
    }
  }

  /// Does the same for the rows that the column says are missing; most often there are none.
  @inline(__always)
  func note(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    if missing == nil && batch.columns[column].missing == nil { return }
    note(batch.columns[column], &workspace)
  }

  func note(_ column: FeatureColumn, _ workspace: inout Workspace) {
    if let flags = column.missing {
      note({ flags[$0] }, &workspace)
    } else if let missing {
      for row in 0..<workspace.rows { workspace.missing[missing.index][row] = false }
    }
  }

  /// Fails the rows of the chunk that have a value, because it is of another type.
  func refuse(_ batch: FeatureBatch, expected: String, _ workspace: inout Workspace) {
    let column = batch.columns[column]
    note(column, &workspace)
    let found = column.typeName
    for row in 0..<workspace.rows where column.missing?[workspace.firstRow + row] != true {
      workspace.fail(row, name, .wrongType(expected: expected, found: found))
    }
  }
}

/// Brings a column of numbers into a slot; whole numbers are widened.
struct LoadDouble: Step {
  var source: InputColumn
  var output: DoubleSlot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    switch batch.columns[source.column].values {
    case .doubles(let values):
      if workspace.isDense(output) {
        copy(values, &workspace)
      } else {
        fill(values.span, &workspace) { $0 }
      }
    case .int64s(let values): fill(values.span, &workspace) { Double($0) }
    default:
      return source.refuse(batch, expected: "Double", &workspace)
    }
    source.note(batch, &workspace)
  }

  private func copy(_ values: [Double], _ workspace: inout Workspace) {
    let (first, rows) = (workspace.firstRow, workspace.rows)
    var block = workspace.take(output)
    precondition(first + rows <= values.count && rows <= block.values.count)
    unsafe values.withUnsafeBufferPointer { x in
      unsafe block.values.withUnsafeMutableBufferPointer { y in
        guard let x = x.baseAddress, let y = y.baseAddress else { return }
        unsafe y.update(from: x + first, count: rows)
      }
    }
    workspace.put(block)
  }

  @inline(__always)
  private func fill<Number>(
    _ values: Span<Number>, _ workspace: inout Workspace, _ number: (Number) -> Double
  ) {
    let first = workspace.firstRow
    var block = workspace.take(output)
    let region = block.region
    var place = region.offset
    var target = block.values.mutableSpan
    for row in 0..<workspace.rows {
      target[place] = number(values[first + row])
      place += region.stride
    }
    workspace.put(block)
  }
}

/// Brings a column of integers into a slot.
struct LoadInt64: Step {
  var source: InputColumn
  var output: Int64Slot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let column = batch.columns[source.column]
    guard case .int64s(let values) = column.values else {
      return source.refuse(batch, expected: "Int64", &workspace)
    }
    for row in 0..<workspace.rows {
      workspace.int64s[output.index][row] = values[workspace.firstRow + row]
    }
    source.note(column, &workspace)
  }
}

/// Brings a column of texts into a slot, as codes into the batch's dictionary.
struct LoadString: PreparedStep {
  var source: InputColumn
  var output: StringSlot

  func begin(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    guard case .strings(let texts) = batch.columns[source.column].values else { return }
    workspace.dictionaries[output.index] = texts.dictionary
  }

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    guard case .strings(let texts) = batch.columns[source.column].values else {
      for row in 0..<workspace.rows { workspace.codes[output.index][row] = -1 }
      return source.refuse(batch, expected: "String", &workspace)
    }
    var codes: [Int32] = []
    swap(&codes, &workspace.codes[output.index])
    let first = workspace.firstRow
    let isComplete = copy(
      texts.codes.span.extracting(first..<first + workspace.rows), &codes,
      known: Int32(clamping: texts.dictionary.count))
    swap(&codes, &workspace.codes[output.index])
    if isComplete { return source.note(batch, &workspace) }
    let (present, missing) = (workspace.codes[output.index], batch.columns[source.column].missing)
    source.note({ present[$0 - first] < 0 || missing?[$0] == true }, &workspace)
  }

  /// Copies codes, with -1 for those without a text, and says whether all have one.
  private func copy(_ codes: Span<Int32>, _ copy: inout [Int32], known: Int32) -> Bool {
    var target = copy.mutableSpan
    var all: Int32 = 0
    for row in 0..<codes.count {
      let code = codes[row] < known ? max(codes[row], -1) : -1
      target[row] = code
      all |= code
    }
    return all >= 0
  }
}

extension FeatureColumn {
  /// The type in words, for messages.
  var typeName: String {
    switch values {
    case .doubles: "Double"
    case .int64s: "Int64"
    case .strings: "String"
    case .arrays: "MultiArray"
    case .int64Dictionaries: "Dictionary with Int64 keys"
    case .stringDictionaries: "Dictionary with String keys"
    case .int64Sequences: "Sequence of Int64"
    case .stringSequences: "Sequence of String"
    case .probabilities(let column): column.typeName
    }
  }
}

extension ProbabilityColumn {
  fileprivate var typeName: String {
    switch keys {
    case .strings: "Dictionary with String keys"
    case .int64s: "Dictionary with Int64 keys"
    }
  }
}
