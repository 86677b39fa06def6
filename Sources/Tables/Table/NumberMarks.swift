/// Decides which decimal mark the number columns of a table have, from its first rows.
///
/// A column is judged as a whole. One that proves nothing follows the others if they agree; if
/// they do not, `1.234` is a fraction and a `1,234` is refused, because it has two readings.
struct NumberMarks {
  private struct Column {
    var dot: (block: RecordBlock, row: Int)?
    var comma: (block: RecordBlock, row: Int)?
    var ambiguousComma: (block: RecordBlock, row: Int)?
  }

  private var columns: [Int: Column] = [:]

  /// Looks at the cells of one column in one block.
  mutating func look(at cell: Int, of block: RecordBlock) {
    var column = columns[cell] ?? Column()
    for row in 0..<block.rowCount {
      switch block.withCell(row, cell, { DecimalEvidence($0) }) {
      case .dot: column.dot = column.dot ?? (block, row)
      case .comma: column.comma = column.comma ?? (block, row)
      case .ambiguousComma: column.ambiguousComma = column.ambiguousComma ?? (block, row)
      case .ambiguousDot, .nothing: break
      }
    }
    columns[cell] = column
  }

  /// The format of every column that was looked at.
  ///
  /// - Throws: `mixedDecimals` or `ambiguousNumber`, at the cell.
  func formats(names: [Int: String]) throws(TableProblem) -> [Int: NumberFormat] {
    var formats: [Int: NumberFormat] = [:]
    var marks: Set<DecimalMark> = []
    for (cell, column) in columns.sorted(by: { $0.key < $1.key }) {
      switch (column.dot, column.comma) {
      case (let dot?, let comma?):
        let dotIsLater = dot.block.line(dot.row) > comma.block.line(comma.row)
        throw problem(.mixedDecimals, dotIsLater ? dot : comma, cell, names)
      case (_?, nil): formats[cell] = NumberFormat(mark: .dot)
      case (nil, _?): formats[cell] = NumberFormat(mark: .comma)
      case (nil, nil): continue
      }
      marks.formUnion(formats[cell].map { [$0.mark] } ?? [])
    }
    for (cell, column) in columns.sorted(by: { $0.key < $1.key }) where formats[cell] == nil {
      if marks.count == 1, let mark = marks.first {
        formats[cell] = NumberFormat(mark: mark)
      } else if let first = column.ambiguousComma {
        throw problem(.ambiguousNumber, first, cell, names)
      } else {
        formats[cell] = NumberFormat(mark: .dot, isProven: false)
      }
    }
    return formats
  }

  private func problem(
    _ failure: NumberFailure, _ found: (block: RecordBlock, row: Int), _ cell: Int,
    _ names: [Int: String]
  ) -> TableProblem {
    found.block.problem(
      failure.kind, row: found.row, cell: cell, name: names[cell],
      message: failure.message(for: found.block.text(found.row, cell)), hint: failure.hint)
  }
}
