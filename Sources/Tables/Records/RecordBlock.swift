/// Some thousand consecutive records of a table, cut into cells.
///
/// Blank records and records of empty cells are no rows. A block is a plain value: it may be kept,
/// and worked on by any thread.
package struct RecordBlock: Sendable {
  /// Where a cell stands in `bytes`.
  struct Cell: Sendable {
    var start: UInt32
    var end: UInt32
  }

  /// The text of the records, as it stands in the file.
  let text: [UInt8]
  let firstLine: Int
  let delimiter: UInt8
  /// The texts of all cells, without quotes and padding.
  let bytes: [UInt8]
  let cells: [Cell]
  /// For each row the index of its first cell; one more entry ends the last row.
  let rowCells: [UInt32]
  /// For each row where it begins in `text`.
  let rowStarts: [UInt32]
  /// For each row how many lines it begins after `firstLine`.
  let rowLines: [UInt32]

  package let rowCount: Int
  /// How many records of empty cells were dropped, and the line of the first.
  var emptyRowCount = 0
  var firstEmptyLine = 0

  /// How many cells a row has.
  package func cellCount(_ row: Int) -> Int { Int(rowCells[row + 1] - rowCells[row]) }

  /// The line on which a row begins, from 1.
  package func line(_ row: Int) -> Int { firstLine + Int(rowLines[row]) }

  /// The lines of all rows.
  package var lines: [Int] { (0..<rowCount).map(line) }

  /// The text of a cell, unquoted and without blanks around it; empty where the row is short.
  package func text(_ row: Int, _ cell: Int) -> String {
    String(decoding: bytes[range(row, cell)], as: UTF8.self)
  }

  /// The texts of all cells of a row.
  package func texts(_ row: Int) -> [String] {
    (0..<cellCount(row)).map { text(row, $0) }
  }

  /// Gives the text of a cell without copying it; empty where the row is short.
  package func withCell<R, E: Error>(
    _ row: Int, _ cell: Int, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try body(bytes.span.extracting(range(row, cell)))
  }

  /// Whether a cell stands for a value that is not known (`MissingValue`).
  package func isMissing(_ row: Int, _ cell: Int) -> Bool {
    MissingValue.isMissing(bytes.span.extracting(range(row, cell)))
  }

  /// A block that has only some of the rows.
  package func rows(_ range: Range<Int>) -> RecordBlock {
    let range = range.clamped(to: 0..<rowCount)
    return RecordBlock(
      text: text, firstLine: firstLine, delimiter: delimiter, bytes: bytes, cells: cells,
      rowCells: Array(rowCells[range.lowerBound...range.upperBound]),
      rowStarts: Array(rowStarts[range]), rowLines: Array(rowLines[range]), rowCount: range.count)
  }

  /// Where a cell stands in `bytes`; an empty range where the row is short.
  @inline(__always)
  func range(_ row: Int, _ cell: Int) -> Range<Int> {
    let index = Int(rowCells[row]) + cell
    guard index < Int(rowCells[row + 1]) else { return 0..<0 }
    let cell = cells[index]
    return Int(cell.start)..<Int(cell.end)
  }
}
