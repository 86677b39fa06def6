/// Some thousand consecutive records of a table, cut into cells.
///
/// Blank records are no rows, and records of empty cells only where the reader keeps them. A block is
/// a plain value: it may be kept, and worked on by any thread.
package struct RecordBlock: Sendable {
  /// The text of the records, as it stands in the file.
  let text: [UInt8]
  let firstLine: Int
  let delimiter: UInt8
  let cells: CellTable
  let rows: RowTable

  package var rowCount: Int { rows.count }
  /// How many records of empty cells were dropped, and the line of the first.
  var emptyRowCount = 0
  var firstEmptyLine = 0

  /// How many bytes of text the rows have, from the first to the end of the last.
  package var byteCount: Int {
    guard let start = rows.starts.first, let last = rows.last.last, last > 0 else { return 0 }
    let lastCells = (Int(rows.first[rowCount - 1])..<Int(last)).reduce(0) {
      $0 + cells.range($1).count
    }
    return Int(rows.starts[rowCount - 1]) - Int(start) + lastCells
  }

  /// How many cells a row has.
  package func cellCount(_ row: Int) -> Int { Int(rows.last[row] - rows.first[row]) }

  /// The line on which a row begins, from 1.
  package func line(_ row: Int) -> Int { firstLine + Int(rows.lines[row]) }

  /// The lines of all rows.
  package var lines: [Int] { rows.lines.map { firstLine + Int($0) } }

  /// Adds the lines of some rows.
  package func appendLines(_ rows: Range<Int>, to lines: inout [Int]) {
    lines.append(contentsOf: self.rows.lines[rows].lazy.map { firstLine + Int($0) })
  }

  /// The text of a cell, unquoted and without blanks around it; empty where the row is short.
  package func text(_ row: Int, _ cell: Int) -> String {
    String(decoding: cells.bytes[range(row, cell)], as: UTF8.self)
  }

  /// The texts of all cells of a row.
  package func texts(_ row: Int) -> [String] {
    (0..<cellCount(row)).map { text(row, $0) }
  }

  /// How many bytes of UTF-8 the text of a cell has.
  package func cellLength(_ row: Int, _ cell: Int) -> Int { range(row, cell).count }

  /// Whether surely all rows have so many cells, and that of a column at most so many bytes.
  package func isRegular(cells counts: ClosedRange<Int>, column: Int, length: Int) -> Bool {
    let (first, last, ends) = (rows.first.span, rows.last.span, cells.ends.span)
    guard last.count == first.count else { return false }
    for row in first.indices {
      let cell = Int(first[row]) + column
      guard counts.contains(Int(last[row] &- first[row])), cell > 0, cell < Int(last[row]),
        ends[cell] &- ends[cell - 1] <= length
      else { return false }
    }
    return true
  }

  /// Gives the text of a cell without copying it; empty where the row is short.
  package func withCell<R, E: Error>(
    _ row: Int, _ cell: Int, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try body(cells.bytes.span.extracting(range(row, cell)))
  }

  /// Whether all cells of a row are empty.
  func isEmpty(_ row: Int) -> Bool { (0..<cellCount(row)).allSatisfy { range(row, $0).isEmpty } }

  /// Whether a cell stands for a value that is not known (`MissingValue`).
  package func isMissing(_ row: Int, _ cell: Int) -> Bool {
    MissingValue.isMissing(cells.bytes.span.extracting(range(row, cell)))
  }

  /// A block that has only some of the rows.
  package func rows(_ range: Range<Int>) -> RecordBlock {
    RecordBlock(
      text: text, firstLine: firstLine, delimiter: delimiter, cells: cells, rows: rows[range])
  }

  /// Where a cell stands in `cells.bytes`, without blanks around it; an empty range where the row is
  /// short.
  @inline(__always)
  func range(_ row: Int, _ cell: Int) -> Range<Int> {
    let index = Int(rows.first[row]) + cell
    return index < Int(rows.last[row]) ? cells.range(index) : 0..<0
  }
}

/// The cells of a block, one behind the other.
struct CellTable: Sendable {
  /// The texts of all cells, without quotes; blanks may still stand around them.
  let bytes: [UInt8]
  /// Where each cell ends in `bytes`.
  let ends: [UInt32]
  /// How many bytes stand between two cells: delimiters, or nothing.
  let gap: UInt32

  /// Where a cell stands in `bytes`, without blanks around it.
  @inline(__always)
  func range(_ index: Int) -> Range<Int> {
    let start = index == 0 ? 0 : Int(ends[index - 1] &+ gap)
    let end = Int(ends[index])
    if start == end { return start..<end }
    // Letters and digits of ASCII at both ends are by far the most frequent case.
    let (first, last) = (bytes[start], bytes[end - 1])
    if first > 0x20, first < 0x80, last > 0x20, last < 0x80 { return start..<end }
    return unsafe bytes.withUnsafeBufferPointer { unsafe Blanks.trim($0, start..<end) }
  }
}

/// The rows of a block.
struct RowTable: Sendable {
  /// For each row the index of its first cell, and of the one behind its last.
  var first: [UInt32] = []
  var last: [UInt32] = []
  /// For each row where it begins in the text of the block.
  var starts: [UInt32] = []
  /// For each row how many lines it begins after the block.
  var lines: [UInt32] = []

  var count: Int { first.count }

  mutating func reserve(_ count: Int) {
    first.reserveCapacity(count)
    last.reserveCapacity(count)
    starts.reserveCapacity(count)
    lines.reserveCapacity(count)
  }

  mutating func append(first: Int, last: Int, start: Int, line: Int) {
    self.first.append(UInt32(truncatingIfNeeded: first))
    self.last.append(UInt32(truncatingIfNeeded: last))
    starts.append(UInt32(truncatingIfNeeded: start))
    lines.append(UInt32(truncatingIfNeeded: line))
  }

  subscript(range: Range<Int>) -> RowTable {
    let range = range.clamped(to: 0..<count)
    return RowTable(
      first: Array(first[range]), last: Array(last[range]), starts: Array(starts[range]),
      lines: Array(lines[range]))
  }
}
