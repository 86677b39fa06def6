/// What may be said about a plain table beforehand; what is not said is recognised.
package struct TableOptions: Sendable {
  package var delimiter: UInt8?
  package var decimal: DecimalMark?
  package var encoding: TextEncoding?
  /// How many lines are dropped before anything is looked for.
  package var skippedLines = 0
  package var mappings: [ColumnMapping] = []
  /// Names that the table probably has, for telling delimiters apart.
  package var expectedNames: Set<String> = []
  /// Whether rows are given out as they come, without looking ahead; decimals are then dots.
  package var isLineBuffered = false
  /// Whether a record of empty cells is a row like any other; a blank line never is.
  package var keepsEmptyRows = false
  /// The way out where a number that could be `nan` is missing.
  package var missingHint: String?
  /// How many threads cut and convert rows ahead; the rows are the same for any number.
  package var threads = 1

  package init() {}
}

/// Some thousand rows of a plain table.
package struct TableRows: Sendable {
  /// The requested columns, in the order of the requests; a bad cell is missing here.
  package var batch: TableBatch
  /// What is wrong, by row and then from left to right; a row may have several problems.
  package var problems: [CellProblem]
  /// The cells of the same rows as they stand in the file.
  package var block: RecordBlock
  /// The rows of cells that are `nan` or `inf`.
  var nonFiniteRows: [Int] = []

  /// Some of the rows.
  package func rows(_ range: Range<Int>) -> TableRows {
    let block = block.rows(range)
    guard let first = problems.first else {
      return TableRows(batch: batch.rows(range), problems: [], block: block)
    }
    let context = CellProblem.Context(
      block: block, header: first.context.header, missingHint: first.context.missingHint)
    return TableRows(
      batch: batch.rows(range), problems: problems.compactMap { $0.among(range, context) },
      block: block)
  }
}
