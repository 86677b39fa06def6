import CCSV

/// Cuts records into cells with libcsv: one call for a whole block.
///
/// libcsv is lenient here and knows no lines: the splitter has checked the quotes and found the
/// records. Its i-th row is the i-th record that is not blank; if the two ever disagreed, that
/// would be an error and not a shifted line number.
func cutCells(_ raw: RawBlock, delimiter: UInt8) throws(TableProblem) -> RecordBlock {
  var records = RecordStarts(raw, delimiter: delimiter)
  let recordCount = records.offsets.count
  var bytes = [UInt8](repeating: 0, count: raw.text.count)
  var cells = [RecordBlock.Cell](
    repeating: RecordBlock.Cell(start: 0, end: 0), count: mostCellsPossible(raw.text, delimiter))
  var rowCells = [UInt32](repeating: 0, count: recordCount + 1)
  var rowRecords = [UInt32](repeating: 0, count: recordCount)

  let sink = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
    unsafe cells.withUnsafeMutableBufferPointer { cells in
      unsafe rowCells.withUnsafeMutableBufferPointer { rowCells in
        unsafe rowRecords.withUnsafeMutableBufferPointer { rowRecords in
          var sink = unsafe CellSink(
            bytes: bytes, cells: cells, rowCells: rowCells, rowRecords: rowRecords)
          return parse(raw.text, delimiter, into: &sink) ? sink : nil
        }
      }
    }
  }
  guard let sink else { throw parserFailure(raw, "it stopped") }
  if let record = sink.tooWideRecord {
    throw TableProblem(
      "tooManyCells", at: Place(line: raw.firstLine + Int(records.lines[record]), column: 1),
      message: "the record that begins here has more than \(mostCells) cells")
  }
  guard !sink.isFull, sink.recordCount == recordCount else {
    throw parserFailure(raw, "it found other records")
  }
  bytes.removeSubrange(sink.byteCount...)
  cells.removeSubrange(sink.cellCount...)
  rowCells.removeSubrange((sink.rowCount + 1)...)
  if sink.rowCount < recordCount { records.keep(Array(rowRecords.prefix(sink.rowCount))) }
  return RecordBlock(
    text: raw.text, firstLine: raw.firstLine, delimiter: delimiter, bytes: bytes, cells: cells,
    rowCells: rowCells, rowStarts: records.offsets, rowLines: records.lines,
    rowCount: sink.rowCount)
}

/// Runs libcsv over a text; false if it gave up before the end.
private func parse(_ text: [UInt8], _ delimiter: UInt8, into sink: inout CellSink) -> Bool {
  var parser = unsafe csv_parser()
  guard unsafe csv_init(&parser, 0) == 0 else { return false }
  defer { unsafe csv_free(&parser) }
  unsafe csv_set_delim(&parser, delimiter)
  // The buffer for one cell grows by this much.
  unsafe csv_set_blk_size(&parser, 4096)
  return unsafe text.withUnsafeBytes { text in
    unsafe csv_parse(&parser, text.baseAddress, text.count, takeCell, takeRow, &sink) == text.count
      && csv_fini(&parser, takeCell, takeRow, &sink) == 0
  }
}

/// One cell ends at every delimiter and line end, or at the end of the text.
private func mostCellsPossible(_ text: [UInt8], _ delimiter: UInt8) -> Int {
  let bytes = text.span
  var count = 1
  for index in bytes.indices where bytes[index] == delimiter || bytes[index] == newline {
    count &+= 1
  }
  return count
}

private func parserFailure(_ raw: RawBlock, _ reason: String) -> TableProblem {
  TableProblem(
    "parserFailure", at: Place(line: raw.firstLine),
    message: "libcsv failed on the records that begin here: \(reason)",
    hint: "this is a fault of the program, please report it with the file")
}
