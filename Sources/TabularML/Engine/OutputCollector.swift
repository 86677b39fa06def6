import ModelSpec
import Tables

/// Gathers an output chunk by chunk into the column that the model declares.
struct OutputCollector {
  private let feature: Feature
  private let dataType: ArrayFeatureType.DataType
  private var missing: [Bool] = []
  private var anyMissing = false

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

  /// Takes over the rows of the present chunk; a row with a problem gets a placeholder.
  mutating func append(_ workspace: borrowing Workspace) {
    let rows = 0..<workspace.rows
    var absent = workspace.failed
    if let mask = feature.missing {
      for row in rows where workspace.missing[mask.index][row] { absent[row] = true }
    }
    for row in rows {
      missing.append(absent[row])
      anyMissing = anyMissing || absent[row]
    }
    switch feature.value {
    case .double(let slot):
      let block = workspace.block(slot)
      for row in rows { doubles.append(absent[row] ? .nan : block.values[block.start(row)]) }
    case .int64(let slot):
      for row in rows { int64s.append(absent[row] ? 0 : workspace.int64s[slot.index][row]) }
    case .string(let slot):
      for row in rows { codes.append(absent[row] ? -1 : workspace.codes[slot.index][row]) }
    case .int64Dictionary(let slot):
      for row in rows {
        int64Dictionaries.append(
          absent[row] ? [:] : workspace.int64Dictionaries[slot.index][row])
      }
    case .stringDictionary(let slot):
      for row in rows {
        stringDictionaries.append(
          absent[row] ? [:] : workspace.stringDictionaries[slot.index][row])
      }
    case .int64Sequence(let slot):
      for row in rows {
        int64Sequences.append(absent[row] ? [] : workspace.int64Sequences[slot.index][row])
      }
    case .stringSequence(let slot):
      for row in rows {
        stringSequences.append(absent[row] ? [] : workspace.stringSequences[slot.index][row])
      }
    case .positions(let slot):
      for row in rows {
        let position = workspace.positions[slot.index][row]
        int64Dictionaries.append(absent[row] || position < 0 ? [:] : [Int64(position): 1])
      }
    case .array(let slot, _), .probabilities(let slot, _):
      append(workspace.block(slot), rows, absent)
    }
  }

  private mutating func append(_ block: DoubleBlock, _ rows: Range<Int>, _ absent: [Bool]) {
    for row in rows {
      let start = block.start(row)
      for index in start..<start + block.region.width {
        let value = absent[row] ? .nan : block.values[index]
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
    FeatureColumn(values(workspace), missing: anyMissing ? missing : nil)
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
