/// Something wrong with a cell of a batch.
///
/// The place, the text and the sentence are made when `problem` is asked for, so a file in which
/// every cell is bad costs little where only the first ten are shown.
package struct CellProblem: Sendable {
  enum Reason: Sendable {
    case number(NumberFailure)
    case missingValue
    /// The header has no name above this cell.
    case extraCell
  }

  /// The rows that the problems of one batch are about.
  final class Context: Sendable {
    let block: RecordBlock
    let header: TableHeader
    /// The way out where a number that could be `nan` is missing.
    let missingHint: String?

    init(block: RecordBlock, header: TableHeader, missingHint: String?) {
      self.block = block
      self.header = header
      self.missingHint = missingHint
    }
  }

  /// The index of the row in its batch.
  package let row: Int
  /// The index of the column in the table.
  package let cell: Int
  /// The feature that was to be read from it; nil if none was.
  package let feature: String?
  let reason: Reason
  let context: Context
  /// Whether `nan` could stand there.
  var takesNonFinite = false

  package var kind: TableProblem.Kind {
    switch reason {
    case .number(let failure): failure.kind
    case .missingValue: "missingValue"
    case .extraCell: "wrongNumberOfColumns"
    }
  }

  /// The problem with its place, text and way out.
  package var problem: TableProblem {
    let block = context.block
    let names = context.header.names
    guard let feature, cell < names.count else {
      return block.problem(
        kind, row: row, cell: cell,
        message: "the row has \(block.cellCount(row)) cells, the header has \(names.count) names",
        hint: "put quotes around a cell that holds the delimiter")
    }
    let subject =
      names[cell] == feature ? "'\(feature)'" : "'\(feature)' (column \"\(names[cell])\")"
    switch reason {
    case .number(let failure):
      return block.problem(
        kind, row: row, cell: cell, name: names[cell],
        message: "\(subject) \(failure.message(for: block.text(row, cell)))", hint: failure.hint)
    case .missingValue, .extraCell:
      return block.problem(
        kind, row: row, cell: cell, name: names[cell], message: "\(subject) has no value here",
        hint: takesNonFinite ? context.missingHint : nil)
    }
  }

  /// The same problem in some of the rows; nil if it is in none of them.
  func among(_ rows: Range<Int>, _ context: Context) -> CellProblem? {
    guard rows.contains(row) else { return nil }
    return CellProblem(
      row: row - rows.lowerBound, cell: cell, feature: feature, reason: reason, context: context,
      takesNonFinite: takesNonFinite)
  }
}
