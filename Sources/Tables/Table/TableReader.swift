/// Reads a plain table: the first record names the columns, the others are rows.
///
/// Open it, look at `header`, `select` the columns, then ask for rows until there are none.
package final class TableReader {
  package let header: TableHeader
  package let delimiter: UInt8
  /// What was recognised and may surprise; complete when all rows are read.
  package var notes: [TableProblem] {
    let counted = [emptyRows, shortRows.note, nonFinite.note].compactMap { $0 }
    return delimiterNote + (text.encodingNote.map { [$0] } ?? []) + decimalNotes + counted
  }

  private let text: TextSource
  private let reader: RecordReader
  private let options: TableOptions
  private let delimiterNote: [TableProblem]
  private var decimalNotes: [TableProblem] = []
  private var shortRows = ShortRows()
  private var nonFinite = NonFiniteCells()
  /// Blocks that were read to decide something and are not given out yet.
  private var waiting: [RecordBlock] = []
  private var conversion: OrderedWork<Part, TableRows>?
  private var converter: RowConverter
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
    reader = RecordReader(
      text, delimiter: delimiter, isLineBuffered: options.isLineBuffered,
      keepsEmptyRows: options.keepsEmptyRows)
    var block = try reader.next()
    // Rows of empty cells count only below the header.
    while let found = block {
      if let row = (0..<found.rowCount).first(where: { !found.isEmpty($0) }) {
        block = found.rows(row..<found.rowCount)
        break
      }
      block = try reader.next()
    }
    guard let first = block else {
      throw TableProblem("empty", message: "the file has no text")
    }
    header = TableHeader(first)
    converter = RowConverter(header: header, missingHint: options.missingHint)
    if first.rowCount > 1 { waiting = [first.rows(1..<first.rowCount)] }
  }

  /// Says which columns are wanted; to be called once, before the first row.
  ///
  /// - Throws: `missingColumn`, `duplicateColumn`, `noHeader`; `mixedDecimals` or `ambiguousNumber`
  ///   in one of the columns.
  package func select(_ requests: [ColumnRequest]) throws {
    converter.requests = requests
    converter.bindings = try header.bind(requests, options.mappings)
    try decideFormats()
  }

  /// The next rows with the selected columns; nil at the end.
  ///
  /// - Throws: `noRows` if there is none at all, or what is wrong with the file.
  package func next() throws -> TableRows? {
    let conversion = self.conversion ?? startConversion()
    while let rows = try conversion.next() {
      reader.count(rows.block)
      if rows.block.rowCount == 0 { continue }
      hasRows = true
      shortRows.count(rows.block, columnCount: header.names.count)
      nonFinite.count(rows)
      return rows
    }
    // A stream may end before anybody has asked.
    if hasRows || options.isLineBuffered { return nil }
    throw TableProblem(
      "noRows", at: Place(line: header.line, column: 1),
      message: "there are no rows below the header")
  }

  /// What becomes rows on some thread: a block that was read to decide something, or one that is
  /// not yet cut.
  private enum Part: Sendable {
    case block(RecordBlock)
    case raw(RawBlock)
  }

  private func startConversion() -> OrderedWork<Part, TableRows> {
    let (reader, converter, delimiter) = (self.reader, self.converter, self.delimiter)
    let conversion = OrderedWork<Part, TableRows>(
      threads: options.isLineBuffered ? 1 : options.threads
    ) { [unowned self] in
      if !waiting.isEmpty { return .block(waiting.removeFirst()) }
      return try reader.nextRaw().map(Part.raw)
    } work: { part in
      switch part {
      case .block(let block): converter.rows(of: block)
      case .raw(let raw): converter.rows(of: try cutCells(raw, delimiter: delimiter))
      }
    }
    self.conversion = conversion
    return conversion
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

  /// Decides the decimal mark of every number column from the first 4 MiB of the table.
  private func decideFormats() throws {
    var names: [Int: String] = [:]
    for (request, binding) in zip(converter.requests, converter.bindings) {
      if case .column(let cell) = binding, request.type != .string { names[cell] = request.name }
    }
    if options.decimal != nil || options.isLineBuffered {
      let format = NumberFormat(mark: options.decimal ?? .dot)
      converter.formats = names.mapValues { _ in format }
      return
    }
    var marks = NumberMarks()
    for block in try lookAhead() {
      for cell in names.keys { marks.look(at: cell, of: block) }
    }
    converter.formats = try marks.formats(names: names)
    if converter.formats.values.contains(where: { $0.mark == .comma }) {
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

/// Counts `nan` and `inf` in columns that take them.
private struct NonFiniteCells {
  private var count = 0
  private var firstLine = 0

  mutating func count(_ rows: TableRows) {
    guard let first = rows.nonFiniteRows.min() else { return }
    if count == 0 { firstLine = rows.batch.lines[first] }
    count += rows.nonFiniteRows.count
  }

  var note: TableProblem? {
    guard count > 0 else { return nil }
    return TableProblem(
      "notFinite", severity: .note, at: Place(line: firstLine),
      message: "\(count) cell\(count == 1 ? " is" : "s are") nan or inf and taken as such numbers, "
        + "first on line \(firstLine)")
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
