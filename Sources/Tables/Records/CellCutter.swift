import CCSV

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The most cells that a record may have.
let mostCells = 65_536

/// Cuts records into cells: by masks where no quote occurs, else with libcsv.
func cutCells(_ raw: RawBlock, delimiter: UInt8) throws(TableProblem) -> RecordBlock {
  raw.recordStarts == nil
    ? try cutPlainCells(raw, delimiter: delimiter)
    : try cutCellsWithLibcsv(raw, delimiter: delimiter)
}

/// Cuts records into cells with libcsv: one call for a whole block.
///
/// libcsv is lenient here and knows no lines: the splitter has checked the quotes and found the
/// records. Its i-th row is the i-th record that is not blank; if the two ever disagreed, that
/// would be an error and not a shifted line number.
package func cutCellsWithLibcsv(
  _ raw: RawBlock, delimiter: UInt8
) throws(TableProblem) -> RecordBlock {
  var records = RecordStarts(raw, delimiter: delimiter)
  var parser = unsafe csv_parser()
  guard unsafe csv_init(&parser, 0) == 0 else { throw parserFailure(raw, "it cannot begin") }
  defer { unsafe csv_free(&parser) }
  unsafe csv_set_delim(&parser, delimiter)
  unsafe csv_set_blk_size(&parser, 4096)

  var bytes = [UInt8](repeating: 0, count: raw.text.count)
  var cells = [UInt32](repeating: 0, count: mostCellsPossible(raw.text, delimiter))
  var rowEnds = [UInt32](repeating: 0, count: records.starts.count)
  var sink = unsafe CellSink(
    byteCapacity: bytes.count, cellCapacity: cells.count, rowCapacity: records.starts.count,
    keepsEmptyRows: raw.keepsEmptyRows)
  var isParsed = false
  unsafe bytes.withUnsafeMutableBufferPointer { bytes in
    unsafe cells.withUnsafeMutableBufferPointer { cells in
      unsafe rowEnds.withUnsafeMutableBufferPointer { rowEnds in
        unsafe records.starts.withUnsafeMutableBufferPointer { starts in
          unsafe records.lines.withUnsafeMutableBufferPointer { lines in
            unsafe sink.bytes = bytes.baseAddress
            unsafe sink.cells = cells.baseAddress
            unsafe sink.rowEnds = rowEnds.baseAddress
            unsafe sink.starts = starts.baseAddress
            unsafe sink.lines = lines.baseAddress
            isParsed = unsafe raw.text.withUnsafeBytes { text in
              unsafe sink.text = text
              return unsafe csv_parse(
                &parser, text.baseAddress, text.count, takeCell, takeRow, &sink) == text.count
                && csv_fini(&parser, takeCell, takeRow, &sink) == 0
            }
          }
        }
      }
    }
  }
  if let line = unsafe sink.tooWideLine {
    throw tooManyCells(line: raw.firstLine + Int(line))
  }
  guard isParsed else { throw parserFailure(raw, "it stopped") }
  guard unsafe !sink.isFull, unsafe sink.recordCount == records.starts.count else {
    throw parserFailure(raw, "it found other records")
  }
  let (byteCount, cellCount, rowCount) = unsafe (sink.byteCount, sink.cellCount, sink.rowCount)
  bytes.removeSubrange(byteCount...)
  cells.removeSubrange(cellCount...)
  let rows = RowTable(
    first: [0] + rowEnds[..<max(0, rowCount - 1)], last: Array(rowEnds[..<rowCount]),
    starts: Array(records.starts[..<rowCount]), lines: Array(records.lines[..<rowCount]))
  return unsafe RecordBlock(
    text: raw.text, firstLine: raw.firstLine, delimiter: delimiter,
    cells: CellTable(bytes: bytes, ends: cells, gap: 0),
    rows: rowCount == 0 ? RowTable() : rows, emptyRowCount: sink.emptyRowCount,
    firstEmptyLine: raw.firstLine + Int(sink.firstEmptyLine))
}

/// The error for a record beyond `mostCells`.
func tooManyCells(line: Int) -> TableProblem {
  TableProblem(
    "tooManyCells", at: Place(line: line, column: 1),
    message: "the record has more than \(mostCells) cells")
}

private func parserFailure(_ raw: RawBlock, _ reason: String) -> TableProblem {
  TableProblem(
    "parserFailure", at: Place(line: raw.firstLine),
    message: "libcsv failed on the records that begin here: \(reason)",
    hint: "this is a fault of the program, please report it with the file")
}

/// One cell ends at every delimiter and line end, or earlier.
private func mostCellsPossible(_ text: [UInt8], _ delimiter: UInt8) -> Int {
  let bytes = text.span
  var count = 1
  for index in bytes.indices where bytes[index] == delimiter || bytes[index] == newline {
    count &+= 1
  }
  return count
}

/// The records of a block that are not blank.
private struct RecordStarts {
  var starts: [UInt32] = []
  var lines: [UInt32] = []

  init(_ raw: RawBlock, delimiter: UInt8) {
    unsafe raw.text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return }
      var line: UInt32 = 0
      func addRecord(_ start: Int) {
        var index = start
        while index < text.count, unsafe isPadding(text[index], delimiter: delimiter) {
          index += 1
        }
        if index < text.count, unsafe text[index] != newline {
          starts.append(UInt32(truncatingIfNeeded: start))
          lines.append(line)
        }
      }
      guard let recordStarts = raw.recordStarts else {
        starts.reserveCapacity(text.count / 32)
        lines.reserveCapacity(text.count / 32)
        var start = 0
        while start < text.count {
          addRecord(start)
          line &+= 1
          let end = unsafe memchr(base + start, Int32(newline), text.count - start)
          guard let end = unsafe end else { break }
          start = unsafe UnsafeRawPointer(base).distance(to: end) + 1
        }
        return
      }
      var counted = 0
      for start in recordStarts.map(Int.init) {
        line &+= UInt32(truncatingIfNeeded: countLineFeeds(raw.text[counted..<start]))
        counted = start
        addRecord(start)
      }
    }
  }
}

/// What libcsv's callbacks fill.
@unsafe private struct CellSink {
  let byteCapacity: Int
  let cellCapacity: Int
  let rowCapacity: Int
  let keepsEmptyRows: Bool
  var text = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  var bytes: UnsafeMutablePointer<UInt8>?
  var cells: UnsafeMutablePointer<UInt32>?
  var rowEnds: UnsafeMutablePointer<UInt32>?
  var starts: UnsafeMutablePointer<UInt32>?
  var lines: UnsafeMutablePointer<UInt32>?
  var byteCount = 0
  var cellCount = 0
  var rowCount = 0
  var recordCount = 0
  var rowStartByte = 0
  var rowStartCell = 0
  var emptyRowCount = 0
  /// The line of the first row of empty cells, counted from the first line of the block.
  var firstEmptyLine: UInt32 = 0
  /// Whether libcsv gave more than there can be.
  var isFull = false
  /// The line of the first row of too many cells, counted in the same way.
  var tooWideLine: UInt32?

  init(byteCapacity: Int, cellCapacity: Int, rowCapacity: Int, keepsEmptyRows: Bool) {
    unsafe self.byteCapacity = byteCapacity
    unsafe self.cellCapacity = cellCapacity
    unsafe self.rowCapacity = rowCapacity
    unsafe self.keepsEmptyRows = keepsEmptyRows
  }

  /// Whether the row so far is more than blanks: there is a delimiter or a quote.
  func hasCells(startingAt start: Int) -> Bool {
    if unsafe cellCount - rowStartCell > 1 { return true }
    let first = unsafe text[start...].first { $0 != 0x20 && $0 != 0x09 }
    return first == quote
  }
}

/// Stores one cell without the blanks around it.
private func takeCell(
  _ field: UnsafeMutableRawPointer?, _ length: Int, _ context: UnsafeMutableRawPointer?
) {
  guard let sink = unsafe context?.assumingMemoryBound(to: CellSink.self) else { return }
  guard let bytes = unsafe sink.pointee.bytes, let cells = unsafe sink.pointee.cells,
    unsafe sink.pointee.cellCount < sink.pointee.cellCapacity,
    unsafe length <= sink.pointee.byteCapacity - sink.pointee.byteCount
  else {
    unsafe sink.pointee.isFull = true
    return
  }
  let start = unsafe sink.pointee.byteCount
  var end = start
  if length > 0, let field = unsafe field {
    let text = unsafe UnsafeBufferPointer(
      start: field.assumingMemoryBound(to: UInt8.self), count: length)
    var range = 0..<length
    // Letters and digits of ASCII at both ends are by far the most frequent case.
    let (first, last) = unsafe (text[0], text[length - 1])
    if first <= 0x20 || first >= 0x80 || last <= 0x20 || last >= 0x80 {
      range = unsafe Blanks.trim(text, range)
    }
    unsafe memcpy(bytes + start, field + range.lowerBound, range.count)
    end += range.count
  }
  unsafe cells[sink.pointee.cellCount] = UInt32(truncatingIfNeeded: end)
  unsafe sink.pointee.byteCount = end
  unsafe sink.pointee.cellCount += 1
}

/// Ends a row, and drops it if all its cells are empty and such rows are not kept.
private func takeRow(_ lineEnd: Int32, _ context: UnsafeMutableRawPointer?) {
  guard let sink = unsafe context?.assumingMemoryBound(to: CellSink.self) else { return }
  let record = unsafe sink.pointee.recordCount
  guard let rowEnds = unsafe sink.pointee.rowEnds, let starts = unsafe sink.pointee.starts,
    let lines = unsafe sink.pointee.lines, unsafe record < sink.pointee.rowCapacity
  else {
    unsafe sink.pointee.isFull = true
    return
  }
  unsafe sink.pointee.recordCount += 1
  if unsafe sink.pointee.cellCount - sink.pointee.rowStartCell > mostCells,
    unsafe sink.pointee.tooWideLine == nil
  {
    unsafe sink.pointee.tooWideLine = lines[record]
  }
  if unsafe sink.pointee.byteCount == sink.pointee.rowStartByte,
    unsafe !(sink.pointee.keepsEmptyRows && sink.pointee.hasCells(startingAt: Int(starts[record])))
  {
    unsafe sink.pointee.cellCount = sink.pointee.rowStartCell
    if unsafe sink.pointee.emptyRowCount == 0 {
      unsafe sink.pointee.firstEmptyLine = lines[record]
    }
    unsafe sink.pointee.emptyRowCount += 1
    return
  }
  let row = unsafe sink.pointee.rowCount
  unsafe starts[row] = starts[record]
  unsafe lines[row] = lines[record]
  unsafe rowEnds[row] = UInt32(truncatingIfNeeded: sink.pointee.cellCount)
  unsafe sink.pointee.rowCount += 1
  unsafe sink.pointee.rowStartCell = sink.pointee.cellCount
  unsafe sink.pointee.rowStartByte = sink.pointee.byteCount
}
