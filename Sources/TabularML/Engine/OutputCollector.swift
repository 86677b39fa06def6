import ModelSpec
import Tables

/// Gathers an output chunk by chunk into the column that the model declares.
struct OutputCollector: Sendable {
  private let feature: Feature
  private let dataType: ArrayFeatureType.DataType
  /// nil as long as no row is missing.
  private var missing: [Bool]?
  private var rowCount = 0

  // Only the one that fits the feature is filled.
  private var doubles: [Double] = []
  private var floats: [Float] = []
  private var int32s: [Int32] = []
  private var int64s: [Int64] = []
  private var codes: [Int32] = []
  private var int64Dictionaries: [[Int64: Double]] = []
  private var stringDictionaries: [[String: Double]] = []
  private var int64Sequences: [[Int64]] = []
  private var stringSequences: [[String]] = []

  init(_ description: FeatureDescription, _ feature: Feature) {
    self.feature = feature
    if case .multiArray(let type) = description.type {
      dataType = type.dataType
    } else {
      dataType = .double
    }
  }

  /// Makes room for so many rows where a row is one number.
  mutating func reserve(_ rows: Int) {
    if case .double = feature.value { doubles.reserveCapacity(rows) }
  }

  /// Takes over the rows of the present chunk; a row with a problem gets a placeholder.
  mutating func append(_ workspace: borrowing Workspace) {
    let rows = 0..<workspace.rows
    let absent = absentRows(workspace)
    note(absent, rows.count)
    switch feature.value {
    case .double(let slot):
      let block = workspace.block(slot)
      if workspace.isDense(slot) {
        doubles += block.values[block.region.offset...].prefix(rows.count)
      } else {
        for row in rows { doubles.append(block.values[block.start(row)]) }
      }
      if let absent {
        let first = doubles.count - rows.count
        for row in rows where absent[row] { doubles[first + row] = .nan }
      }
    case .int64(let slot):
      for row in rows {
        int64s.append(absent?[row] == true ? 0 : workspace.int64s[slot.index][row])
      }
    case .string(let slot):
      for row in rows { codes.append(absent?[row] == true ? -1 : workspace.codes[slot.index][row]) }
    case .int64Dictionary(let slot):
      for row in rows {
        int64Dictionaries.append(
          absent?[row] == true ? [:] : workspace.int64Dictionaries[slot.index][row])
      }
    case .stringDictionary(let slot):
      for row in rows {
        stringDictionaries.append(
          absent?[row] == true ? [:] : workspace.stringDictionaries[slot.index][row])
      }
    case .int64Sequence(let slot):
      for row in rows {
        int64Sequences.append(absent?[row] == true ? [] : workspace.int64Sequences[slot.index][row])
      }
    case .stringSequence(let slot):
      for row in rows {
        stringSequences.append(
          absent?[row] == true ? [] : workspace.stringSequences[slot.index][row])
      }
    case .positions(let slot):
      for row in rows {
        let position = workspace.positions[slot.index][row]
        int64Dictionaries.append(absent?[row] == true || position < 0 ? [:] : [Int64(position): 1])
      }
    case .array(let slot, _), .probabilities(let slot, _):
      append(workspace.block(slot), rows, absent)
    }
  }

  /// For each row of the chunk whether it has no value; nil when all have one.
  private func absentRows(_ workspace: borrowing Workspace) -> [Bool]? {
    guard let mask = feature.missing else {
      return workspace.problems.isEmpty ? nil : workspace.failed
    }
    var absent = workspace.failed
    for row in 0..<workspace.rows where workspace.missing[mask.index][row] { absent[row] = true }
    return absent
  }

  private mutating func note(_ absent: [Bool]?, _ rows: Int) {
    if let absent {
      if missing == nil { missing = Array(repeating: false, count: rowCount) }
      missing?.append(contentsOf: absent[..<rows])
    } else {
      missing?.append(contentsOf: repeatElement(false, count: rows))
    }
    rowCount += rows
  }

  private mutating func append(_ block: DoubleBlock, _ rows: Range<Int>, _ absent: [Bool]?) {
    for row in rows {
      let start = block.start(row)
      for index in start..<start + block.region.width {
        let value = absent?[row] == true ? .nan : block.values[index]
        switch dataType {
        case .double: doubles.append(value)
        case .float32, .float16: floats.append(Float(value))
        case .int32, .int8: int32s.append(Int32(exactly: value) ?? 0)
        }
      }
    }
  }

  /// The finished column; `workspace` has the dictionaries of the batch.
  func column(_ workspace: borrowing Workspace) -> FeatureColumn {
    FeatureColumn(values(workspace), missing: missing?.contains(true) == true ? missing : nil)
  }

  private func values(_ workspace: borrowing Workspace) -> FeatureColumn.Values {
    switch feature.value {
    case .double: .doubles(doubles)
    case .int64: .int64s(int64s)
    case .int64Dictionary, .positions: .int64Dictionaries(int64Dictionaries)
    case .stringDictionary: .stringDictionaries(stringDictionaries)
    case .int64Sequence: .int64Sequences(int64Sequences)
    case .stringSequence: .stringSequences(stringSequences)
    case .string(let slot):
      .strings(StringColumn(codes: codes, dictionary: workspace.dictionaries[slot.index]))
    case .probabilities(_, let keys):
      .probabilities(ProbabilityColumn(keys: keys, values: doubles))
    case .array(_, let shape): .arrays(ArrayColumn(shape: shape, elements: elements))
    }
  }

  private var elements: ArrayColumn.Elements {
    switch dataType {
    case .double: .doubles(doubles)
    case .float32, .float16: .floats(floats)
    case .int32, .int8: .int32s(int32s)
    }
  }
}
