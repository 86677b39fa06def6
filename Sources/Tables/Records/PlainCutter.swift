import CFastPath

/// Cuts records without quotes into cells: no cell is copied, they are found by masks of delimiters.
///
/// Gives the same cells, rows and errors as libcsv. The text must have no quote and no carriage return.
package func cutPlainCells(_ raw: RawBlock, delimiter: UInt8) throws(TableProblem) -> RecordBlock {
  var (ends, rowEnds) = cellEnds(raw.text, delimiter)
  if let last = raw.text.last, last != newline {
    ends.append(UInt32(truncatingIfNeeded: raw.text.count))
    rowEnds.append(UInt32(truncatingIfNeeded: ends.count))
  }
  let cells = CellTable(bytes: raw.text, ends: ends, gap: 1)
  var plain = PlainRows(cells, delimiter: delimiter, keepsEmptyRows: raw.keepsEmptyRows)
  if let starts = startsOfPlainLines(cells, rowEnds, delimiter) {
    plain.addAll(rowEnds, starts: starts)
  } else {
    plain.add(rowEnds)
  }
  if let line = plain.tooWideLine {
    throw tooManyCells(line: raw.firstLine + line)
  }
  return RecordBlock(
    text: raw.text, firstLine: raw.firstLine, delimiter: delimiter, cells: cells, rows: plain.rows,
    emptyRowCount: plain.emptyRowCount, firstEmptyLine: raw.firstLine + plain.firstEmptyLine)
}

/// Where cells end, and for each line how many cells end up to its line end.
private func cellEnds(_ text: [UInt8], _ delimiter: UInt8) -> (cells: [UInt32], rows: [UInt32]) {
  unsafe text.withUnsafeBufferPointer { bytes in
    guard let text = bytes.baseAddress else { return ([], []) }
    let counts = unsafe fast_count(text, bytes.count, delimiter)
    var rows: [UInt32] = []
    // Room for one more, in case the last line has no end.
    let capacity = counts.cells + fast_slack + 1
    let cells = unsafe [UInt32](unsafeUninitializedCapacity: capacity) { cells, count in
      rows = unsafe [UInt32](unsafeUninitializedCapacity: counts.rows + 1) { rows, count in
        if let cells = cells.baseAddress, let rows = rows.baseAddress {
          unsafe fast_cut(text, bytes.count, delimiter, cells, rows)
        }
        count = counts.rows
      }
      count = counts.cells
    }
    return (cells, rows)
  }
}

/// Where each line begins, if all of them are surely rows.
private func startsOfPlainLines(
  _ cells: CellTable, _ rowEnds: [UInt32], _ delimiter: UInt8
) -> [UInt32]? {
  var isPlain = false
  let starts = unsafe [UInt32](unsafeUninitializedCapacity: rowEnds.count) { starts, count in
    unsafe cells.bytes.withUnsafeBufferPointer { text in
      unsafe cells.ends.withUnsafeBufferPointer { ends in
        unsafe rowEnds.withUnsafeBufferPointer { rowEnds in
          guard let text = text.baseAddress, let ends = ends.baseAddress,
            let lines = rowEnds.baseAddress, let starts = starts.baseAddress
          else { return }
          count = unsafe fast_line_starts(
            text, ends, lines, rowEnds.count, delimiter, UInt32(mostCells), starts)
        }
      }
    }
    isPlain = count == rowEnds.count && count > 0
  }
  return isPlain ? starts : nil
}

/// The rows among the lines of a block; lines are counted from its first.
private struct PlainRows {
  private let cells: CellTable
  private let delimiter: UInt8
  private let keepsEmptyRows: Bool
  private(set) var rows = RowTable()
  private(set) var emptyRowCount = 0
  private(set) var firstEmptyLine = 0
  private(set) var tooWideLine: Int?

  init(_ cells: CellTable, delimiter: UInt8, keepsEmptyRows: Bool) {
    self.cells = cells
    self.delimiter = delimiter
    self.keepsEmptyRows = keepsEmptyRows
  }

  /// Takes all lines as rows.
  mutating func addAll(_ rowEnds: [UInt32], starts: [UInt32]) {
    rows.first = [0] + rowEnds.dropLast()
    rows.last = rowEnds
    rows.starts = starts
    rows.lines = [UInt32](repeating: 0, count: rowEnds.count)
    for line in rows.lines.indices { rows.lines[line] = UInt32(truncatingIfNeeded: line) }
  }

  /// Adds all lines; `rowEnds` says for each how many cells end up to its end.
  mutating func add(_ rowEnds: [UInt32]) {
    rows.reserve(rowEnds.count)
    var (first, start) = (0, 0)
    for line in rowEnds.indices {
      let last = Int(rowEnds[line])
      if last - first > mostCells, tooWideLine == nil { tooWideLine = line }
      if start < cells.bytes.count, isRow(first..<last, start, line) {
        rows.append(first: first, last: last, start: start, line: line)
      }
      start = Int(cells.ends[last - 1]) + 1
      first = last
    }
  }

  /// Whether a line has text in one of its cells, or cells at all if empty ones count.
  private mutating func isRow(_ range: Range<Int>, _ start: Int, _ line: Int) -> Bool {
    let byte = cells.bytes[start]
    if byte > 0x20, byte < 0x80, byte != delimiter { return true }
    if range.contains(where: { !cells.range($0).isEmpty }) { return true }
    // A line of padding is nothing; one with a delimiter or another blank has empty cells.
    var index = start
    while isPadding(cells.bytes[index], delimiter: delimiter) {
      index += 1
      if index == cells.bytes.count { return false }
    }
    if cells.bytes[index] == newline { return false }
    if keepsEmptyRows, range.count > 1 { return true }
    if emptyRowCount == 0 { firstEmptyLine = line }
    emptyRowCount += 1
    return false
  }
}
