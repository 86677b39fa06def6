/// Reads a plain table: the first record names the columns, the others are rows.
///
/// Open it, look at `header`, `select` the columns, then ask for rows until there are none.
package final class TableReader {
  package let header: TableHeader
  package let delimiter: UInt8
  /// What was recognised and may surprise; complete when all rows are read.
  package var notes: [TableProblem] {
    let counted = [emptyRows, shortRows.note].compactMap { $0 }
    return delimiterNote + (text.encodingNote.map { [$0] } ?? []) + decimalNotes + counted
  }

  private let text: TextSource
  private let reader: RecordReader
  private let options: TableOptions
  private let delimiterNote: [TableProblem]
  private var decimalNotes: [TableProblem] = []
  private var shortRows = ShortRows()
  /// Blocks that were read to decide something and are not given out yet.
  private var waiting: [RecordBlock] = []
  private var requests: [ColumnRequest] = []
  private var bindings: [ColumnBinding] = []
  private var formats: [Int: NumberFormat] = [:]
  private var hasRows = false

  /// Reads up to the header.
  ///
  /// - Throws: `InputError`, or a `TableProblem` such as `empty`, `badEncoding`, `unclosedQuote`.
  package init(_ source: ByteSource, options: TableOptions = TableOptions()) throws {
    self.options = options
    text = TextSource(source, encoding: options.encoding)
    for _ in 0..<max(0, options.skippedLines) where try text.skipLine() == nil { break }
    let separator = try SeparatorLine.skip(in: text)
    let said = options.delimiter ?? separator
    delimiter =
      try said
      ?? Delimiter.choose(
        for: options.isLineBuffered ? text.nextLine() : text, expectedNames: options.expectedNames)
    delimiterNote =
      options.delimiter != nil || delimiter == Delimiter.candidates[0]
      ? []
      : [
        TableProblem(
          "delimiter", severity: .note,
          message: "cells are separated by \(Delimiter.name(delimiter))",
          hint: "if that is wrong: --delimiter ,")
      ]
    reader = RecordReader(text, delimiter: delimiter, isLineBuffered: options.isLineBuffered)
    guard let first = try reader.next() else {
      throw TableProblem("empty", message: "the file has no text")
    }
    header = TableHeader(first)
    if first.rowCount > 1 { waiting = [first.rows(1..<first.rowCount)] }
  }

  /// Says which columns are wanted; to be called once, before the first row.
  ///
  /// - Throws: `missingColumn`, `duplicateColumn`, `noHeader`; `mixedDecimals` or `ambiguousNumber`
  ///   in one of the columns.
  package func select(_ requests: [ColumnRequest]) throws {
    self.requests = requests
    bindings = try header.bind(requests, options.mappings)
    try decideFormats()
  }

  /// The next rows with the selected columns; nil at the end.
  ///
  /// - Throws: `noRows` if there is none at all, or what is wrong with the file.
  package func next() throws -> TableRows? {
    guard let block = try nextBlock() else {
      if hasRows { return nil }
      throw TableProblem(
        "noRows", at: Place(line: header.line, column: 1),
        message: "there are no rows below the header")
    }
    hasRows = true
    shortRows.count(block, columnCount: header.names.count)
    return rows(of: block)
  }

  /// Rows of empty cells are no rows, which may surprise where they were meant to say something.
  private var emptyRows: TableProblem? {
    let count = reader.emptyRowCount
    guard count > 0 else { return nil }
    let line = reader.firstEmptyLine
    return TableProblem(
      "emptyRows", severity: .note, at: Place(line: line),
      message: count == 1
        ? "the row of empty cells on line \(line) is passed over"
        : "\(count) rows of empty cells are passed over, first on line \(line)")
  }

  private func nextBlock() throws -> RecordBlock? {
    waiting.isEmpty ? try reader.next() : waiting.removeFirst()
  }

  private func rows(of block: RecordBlock) -> TableRows {
    let context = CellProblem.Context(block: block, header: header)
    var columns: [Column] = []
    var problems = longRows(context)
    for (request, binding) in zip(requests, bindings) {
      let converted: ConvertedColumn
      switch binding {
      case .constant(let constant): converted = constant.repeated(block.rowCount)
      case .absent: converted = request.type.missingColumn(block.rowCount)
      case .column(let cell):
        converted = block.convert(
          cell, to: request.type, format: formats[cell] ?? NumberFormat(), missing: .emptyOnly)
        problems += cellProblems(context, cell, request, converted)
      }
      columns.append(
        Column(name: request.name, values: converted.values, missing: converted.missing))
    }
    problems.sort { ($0.row, $0.cell) < ($1.row, $1.cell) }
    let batch = TableBatch(rowCount: block.rowCount, columns: columns, lines: block.lines)
    return TableRows(batch: batch, problems: problems, block: block)
  }

  /// Rows with something in a cell for which the header has no name at all.
  private func longRows(_ context: CellProblem.Context) -> [CellProblem] {
    let (block, width) = (context.block, header.names.count)
    var problems: [CellProblem] = []
    for row in 0..<block.rowCount where block.cellCount(row) > width {
      guard
        let extra = (width..<block.cellCount(row)).first(where: { !block.range(row, $0).isEmpty })
      else { continue }
      problems.append(
        CellProblem(row: row, cell: extra, feature: nil, reason: .extraCell, context: context))
    }
    return problems
  }

  private func cellProblems(
    _ context: CellProblem.Context, _ cell: Int, _ request: ColumnRequest,
    _ column: ConvertedColumn
  ) -> [CellProblem] {
    func problem(_ row: Int, _ reason: CellProblem.Reason) -> CellProblem {
      CellProblem(row: row, cell: cell, feature: request.name, reason: reason, context: context)
    }
    var problems = column.failures.map { problem($0.row, .number($0.failure)) }
    guard request.isRequired, let missing = column.missing else { return problems }
    let failed = Set(column.failures.map(\.row))
    for row in missing.indices where missing[row] && !failed.contains(row) {
      problems.append(problem(row, .missingValue))
    }
    return problems
  }

  /// Decides the decimal mark of every number column from the first 4 MiB of the table.
  private func decideFormats() throws {
    var names: [Int: String] = [:]
    for (request, binding) in zip(requests, bindings) {
      if case .column(let cell) = binding, request.type != .string { names[cell] = request.name }
    }
    if options.decimal != nil || options.isLineBuffered {
      let format = NumberFormat(mark: options.decimal ?? .dot)
      formats = names.mapValues { _ in format }
      return
    }
    var marks = NumberMarks()
    for block in try lookAhead() {
      for cell in names.keys { marks.look(at: cell, of: block) }
    }
    formats = try marks.formats(names: names)
    if formats.values.contains(where: { $0.mark == .comma }) {
      decimalNotes = [
        TableProblem("decimalComma", severity: .note, message: "numbers have a decimal comma")
      ]
    }
  }

  /// The blocks of the first 4 MiB; they are kept and given out later.
  private func lookAhead() throws -> [RecordBlock] {
    var size = waiting.reduce(0) { $0 + $1.text.count }
    while size < TextSource.peekLimit, let block = try reader.next() {
      size += block.text.count
      waiting.append(block)
    }
    return waiting
  }
}

extension TextSource {
  /// The next line as a text of its own, for a stream that must not be read ahead.
  fileprivate func nextLine() throws -> TextSource {
    TextSource(.bytes(try Array(peekLine() ?? [])), encoding: .utf8)
  }
}

/// Counts rows that end before the header does.
private struct ShortRows {
  private var count = 0
  private var firstLine = 0

  mutating func count(_ block: RecordBlock, columnCount: Int) {
    for row in 0..<block.rowCount where block.cellCount(row) < columnCount {
      if count == 0 { firstLine = block.line(row) }
      count += 1
    }
  }

  var note: TableProblem? {
    guard count > 0 else { return nil }
    return TableProblem(
      "shortRows", severity: .note, at: Place(line: firstLine),
      message: "\(count) row\(count == 1 ? " ends" : "s end") early, first on line \(firstLine)")
  }
}
