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
}
