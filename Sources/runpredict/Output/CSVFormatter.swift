import Tables

/// A header with the names of the outputs, then one line a row.
struct CSVFormatter: ChunkFormatter {
  var cells: RowCells
  /// At most so many decimals.
  var decimals: Int?
  var faulty: FaultyRows

  var header: [UInt8] {
    var writer = CSVWriter()
    for name in cells.names { writer.append(name) }
    writer.endRow()
    return writer.take()
  }

  func rows(of chunk: PredictedChunk) -> [UInt8] {
    var writer = CSVWriter(decimals: decimals)
    if let values = cells.onlyNumbers(of: chunk) {
      writer.appendRows(values)
      return writer.take()
    }
    for row in 0..<chunk.input.records.rowCount where chunk.isWritten(row, faulty) {
      cells.write(row: row, of: chunk, to: &writer)
      writer.endRow()
    }
    return writer.take()
  }
}
