import Tables
import TabularML

/// Something that takes the cells of a row one after the other.
protocol CellWriter {
  mutating func append(_ value: Double)
  mutating func append(_ value: Float)
  mutating func append(_ value: Int64)
  mutating func append(_ text: String)
  mutating func appendEmpty()
}

extension CSVWriter: CellWriter {}

/// The cells of a result row: the inputs that are repeated, then the outputs.
struct RowCells: Sendable {
  var inputs: InputColumns?
  var outputs: [OutputColumns]

  var names: [String] { (inputs?.names ?? []) + outputs.flatMap(\.names) }

  /// The values of a result that is one column of numbers with one in each row, as most results are.
  func onlyNumbers(of chunk: PredictedChunk) -> [Double]? {
    guard (inputs?.names ?? []).isEmpty, chunk.isFaulty == nil, outputs.count == 1,
      let column = chunk.outputs.columns.first, column.missing == nil,
      case .doubles(let values) = column.values
    else { return nil }
    return values
  }

  func write<Writer: CellWriter>(row: Int, of chunk: PredictedChunk, to writer: inout Writer) {
    let isFaulty = chunk.isFaulty?[row] ?? false
    if let inputs, case .features(let layouts) = inputs.source {
      for (layout, column) in zip(layouts, chunk.input.features?.columns ?? []) {
        write(column, row: row, layout: layout, to: &writer)
      }
    } else {
      for index in (inputs?.names ?? []).indices {
        inputs?.write(row: row, column: index, of: chunk.input, to: &writer)
      }
    }
    for (layout, column) in zip(outputs, chunk.outputs.columns) {
      if isFaulty {
        for _ in layout.names { writer.appendEmpty() }
      } else {
        write(column, row: row, layout: layout, to: &writer)
      }
    }
  }

  private func write<Writer: CellWriter>(
    _ column: FeatureColumn, row: Int, layout: OutputColumns, to writer: inout Writer
  ) {
    if column.missing?[row] == true {
      for _ in layout.names { writer.appendEmpty() }
      return
    }
    switch (column.values, layout.part) {
    case (.doubles(let values), _): writer.append(values[row])
    case (.int64s(let values), _): writer.append(values[row])
    case (.strings(let strings), _): writer.append(strings.text(row) ?? "")
    case (.arrays(let array), .elements(let count)):
      let size = array.shape.reduce(1, *)
      if size != count {
        // The header is for arrays of another shape: the whole array is one cell.
        append(to: &writer) { column.appendJSON(row, decimals: nil, to: &$0) }
        for _ in 0..<max(count - 1, 0) { writer.appendEmpty() }
        return
      }
      for element in row * count..<(row + 1) * count {
        array.elements.write(element, to: &writer)
      }
    case (.int64Dictionaries(let rows), .indexes(let count)):
      for key in 0..<count { writer.append(rows[row][Int64(key)] ?? 0) }
    case (.probabilities(let column), _):
      for value in column.row(row) { writer.append(value) }
    case (.int64Dictionaries(let rows), .json):
      append(to: &writer) { appendJSONObject(rows[row].members, decimals: nil, to: &$0) }
    case (.stringDictionaries(let rows), .json):
      append(to: &writer) { appendJSONObject(rows[row].members, decimals: nil, to: &$0) }
    case (.int64Sequences(let rows), .json):
      append(to: &writer) { appendJSONArray(rows[row], to: &$0) }
    case (.stringSequences(let rows), .json):
      append(to: &writer) { appendJSONArray(rows[row], to: &$0) }
    default:
      for _ in layout.names { writer.appendEmpty() }
    }
  }
}

/// Writes one cell of JSON.
private func append<Writer: CellWriter>(
  to writer: inout Writer, _ write: (inout [UInt8]) -> Void
) {
  var bytes: [UInt8] = []
  write(&bytes)
  writer.append(String(decoding: bytes, as: UTF8.self))
}

extension InputColumns {
  fileprivate func write<Writer: CellWriter>(
    row: Int, column: Int, of chunk: RecordChunk, to writer: inout Writer
  ) {
    if case .cells = source {
      writer.append(chunk.cells?.text(row, column) ?? "")
      return
    }
    let values = chunk.records.columns[column]
    if values.isMissing(row) {
      writer.appendEmpty()
      return
    }
    if let list = values.lists[row] {
      writer.append(list)
      return
    }
    switch values.values {
    case .doubles(let doubles): writer.append(doubles[row])
    case .int64s(let integers): writer.append(integers[row])
    case .strings(let strings): writer.append(strings.text(row) ?? "")
    }
  }
}

extension ArrayColumn.Elements {
  fileprivate func write<Writer: CellWriter>(_ index: Int, to writer: inout Writer) {
    switch self {
    case .doubles(let values): writer.append(values[index])
    case .floats(let values): writer.append(values[index])
    case .int32s(let values): writer.append(Int64(values[index]))
    }
  }
}
