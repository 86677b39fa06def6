import CommandLineKit
import ModelSpec
import Tables
import TabularML

/// One JSON object a row, keyed by output; with the inputs first if they were asked for.
struct JSONLinesFormatter: ChunkFormatter {
  var outputs: [FeatureDescription]
  /// At most so many decimals.
  var decimals: Int?
  var faulty: FaultyRows
  var inputs: InputColumns?

  var header: [UInt8] { [] }

  func rows(of chunk: PredictedChunk) -> [UInt8] {
    var bytes: [UInt8] = []
    let keys = outputs.map { jsonKey($0.name) }
    let inputKeys = inputs?.names.map(jsonKey) ?? []
    for row in 0..<chunk.input.records.rowCount {
      let isFaulty = chunk.isFaulty?[row] ?? false
      if !chunk.isWritten(row, faulty) { continue }
      if isFaulty, inputs == nil {
        bytes += "null\n".utf8
        continue
      }
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      if let inputs, case .members = inputs.source {
        chunk.input.lines?.appendMembers(row, besides: outputs, isFirst: &isFirst, to: &bytes)
      }
      for (index, key) in inputKeys.enumerated() {
        appendJSONKey(key, isFirst: &isFirst, to: &bytes)
        inputs?.appendJSONCell(
          row: row, column: index, of: chunk.input, decimals: decimals, to: &bytes)
      }
      for (key, column) in zip(keys, chunk.outputs.columns) {
        appendJSONKey(key, isFirst: &isFirst, to: &bytes)
        if isFaulty {
          bytes += "null".utf8
        } else {
          column.appendJSON(row, decimals: decimals, to: &bytes)
        }
      }
      bytes += "}\n".utf8
    }
    return bytes
  }

}

/// A name and a colon, behind a comma unless it is the first.
func appendJSONKey(_ key: [UInt8], isFirst: inout Bool, to bytes: inout [UInt8]) {
  if !isFirst { bytes.append(UInt8(ascii: ",")) }
  isFirst = false
  bytes += key
  bytes.append(UInt8(ascii: ":"))
}

extension FeatureColumn {
  /// The value of a row; null where it is missing.
  func appendJSON(_ row: Int, decimals: Int?, to bytes: inout [UInt8]) {
    if missing?[row] == true {
      bytes += "null".utf8
      return
    }
    switch values {
    case .doubles(let values): runpredict.appendJSON(values[row], decimals: decimals, to: &bytes)
    case .int64s(let values): NumberText.append(values[row], to: &bytes)
    case .strings(let strings):
      runpredict.appendJSON(strings.text(row) ?? "", to: &bytes)
    case .arrays(let array):
      let count = array.shape.reduce(1, *)
      array.appendJSON(array.shape[...], start: row * count, decimals: decimals, to: &bytes)
    case .int64Dictionaries(let rows):
      appendJSONObject(rows[row].members, decimals: decimals, to: &bytes)
    case .stringDictionaries(let rows):
      appendJSONObject(rows[row].members, decimals: decimals, to: &bytes)
    case .int64Sequences(let rows): appendJSONArray(rows[row], to: &bytes)
    case .stringSequences(let rows): appendJSONArray(rows[row], to: &bytes)
    case .probabilities(let column):
      appendJSONObject(
        Array(zip(column.keys.texts, column.row(row))), decimals: decimals, to: &bytes)
    }
  }

}

extension ArrayColumn {
  /// Nested arrays, the first dimension outermost.
  fileprivate func appendJSON(
    _ shape: ArraySlice<Int>, start: Int, decimals: Int?, to bytes: inout [UInt8]
  ) {
    guard let size = shape.first else {
      elements.appendJSON(at: start, decimals: decimals, to: &bytes)
      return
    }
    let inner = shape.dropFirst()
    let stride = inner.reduce(1, *)
    bytes.append(UInt8(ascii: "["))
    for index in 0..<size {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      appendJSON(inner, start: start + index * stride, decimals: decimals, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

extension [String: Double] {
  /// Sorted by key.
  var members: [(String, Double)] { sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
}

extension [Int64: Double] {
  /// Sorted by key, as a number.
  var members: [(String, Double)] { sorted { $0.key < $1.key }.map { ("\($0.key)", $0.value) } }
}

/// Numbers by name as a JSON object.
func appendJSONObject(_ members: [(String, Double)], decimals: Int?, to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "{"))
  for (index, (key, value)) in members.enumerated() {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    bytes += jsonKey(key)
    bytes.append(UInt8(ascii: ":"))
    appendJSON(value, decimals: decimals, to: &bytes)
  }
  bytes.append(UInt8(ascii: "}"))
}

/// Integers as a JSON array.
func appendJSONArray(_ numbers: [Int64], to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "["))
  for (index, number) in numbers.enumerated() {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    NumberText.append(number, to: &bytes)
  }
  bytes.append(UInt8(ascii: "]"))
}

/// Texts as a JSON array.
func appendJSONArray(_ texts: [String], to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "["))
  for (index, text) in texts.enumerated() {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    appendJSON(text, to: &bytes)
  }
  bytes.append(UInt8(ascii: "]"))
}

/// A text as the key of a JSON object, without the colon.
func jsonKey(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  appendJSON(text, to: &bytes)
  return bytes
}

extension ArrayColumn.Elements {
  fileprivate func appendJSON(at index: Int, decimals: Int?, to bytes: inout [UInt8]) {
    switch self {
    case .doubles(let values): runpredict.appendJSON(values[index], decimals: decimals, to: &bytes)
    case .floats(let values):
      if values[index].isFinite {
        NumberText.append(values[index], to: &bytes, decimals: decimals)
      } else {
        runpredict.appendJSON(Double(values[index]), decimals: decimals, to: &bytes)
      }
    case .int32s(let values): NumberText.append(Int64(values[index]), to: &bytes)
    }
  }
}
