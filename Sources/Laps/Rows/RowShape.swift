import Tables

/// Compares the number of cells of each row with the header.
struct RowShape: Sendable {
  /// Rows that end before the last name, and the line of the first.
  private(set) var shortRows = 0
  private(set) var firstShortLine = 0

  /// Counts a short row, and notes the first cell for which the header has no name.
  mutating func check(_ block: RecordBlock, _ index: Int, _ header: Header, _ row: inout LapRow) {
    let count = block.cellCount(index)
    if count < header.width {
      if shortRows == 0 { firstShortLine = row.line }
      shortRows += 1
    } else if count > header.names.count {
      for cell in header.names.count..<count where block.withCell(index, cell, { !$0.isEmpty }) {
        row.note(.wrongNumberOfColumns, cell: cell)
      }
    }
  }

  /// Says how many rows end early.
  func say(in notes: inout LapNotes) {
    notes.add(.shortRows, line: firstShortLine, count: shortRows)
  }
}
