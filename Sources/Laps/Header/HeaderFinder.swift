import Tables

/// Finds the header among the first records of a file, and with it the delimiter.
struct HeaderFinder {
  private var best: (candidate: Candidate, test: HeaderTest)?

  private struct Candidate {
    var delimiter: UInt8
    var block: RecordBlock
    var row: Int
  }

  /// Reads ahead in the text; consumes the separator line and lines to skip.
  static func find(in text: TextSource, options: LapOptions) throws -> Header {
    for _ in 0..<options.skip {
      guard try text.skipLine() != nil else { break }
    }
    let written = try SeparatorLine.skip(in: text)
    // An option overrules what the file says of itself.
    let delimiters = (options.delimiter ?? written).map { [$0] } ?? Delimiter.candidates
    var finder = HeaderFinder()
    var previews: [RecordPreview] = []
    for delimiter in delimiters {
      let preview = try RecordPreview(text, delimiter: delimiter, records: 30)
      finder.look(at: preview.block, delimiter, mapped: options.mappedNames)
      previews.append(preview)
    }
    guard let best = finder.best else { throw finder.failure(previews) }
    return Header(
      best.candidate.block, row: best.candidate.row, delimiter: best.candidate.delimiter)
  }

  private mutating func look(at block: RecordBlock, _ delimiter: UInt8, mapped: [String: Bool]) {
    for row in 0..<block.rowCount {
      if let best, block.line(row) > best.candidate.block.line(best.candidate.row) { return }
      let test = HeaderTest(block.texts(row), isFirst: row == 0, mapped: mapped)
      guard test.isHeader else { continue }
      let candidate = Candidate(delimiter: delimiter, block: block, row: row)
      if isBetter(candidate, test) { best = (candidate, test) }
      return
    }
  }

  /// An earlier line, then more known names, then more cells.
  private func isBetter(_ candidate: Candidate, _ test: HeaderTest) -> Bool {
    guard let best else { return true }
    let line = candidate.block.line(candidate.row)
    let bestLine = best.candidate.block.line(best.candidate.row)
    if line != bestLine { return line < bestLine }
    if test.known != best.test.known { return test.known > best.test.known }
    return candidate.block.cellCount(candidate.row)
      > best.candidate.block.cellCount(best.candidate.row)
  }

  /// Why no record is a header.
  private func failure(_ previews: [RecordPreview]) -> TableProblem {
    if let quote = previews.lazy.compactMap(\.problem).first(where: { $0.kind == "unclosedQuote" })
    {
      return quote
    }
    guard
      let widest = previews.filter({ $0.block.rowCount > 0 }).max(by: {
        $0.block.cellCount(0) < $1.block.cellCount(0)
      })
    else {
      return previews.lazy.compactMap(\.problem).first
        ?? TableProblem("empty", message: "the file holds nothing but blanks and line ends")
    }
    let cells = widest.block.texts(0)
    let header = Header(widest.block, row: 0, delimiter: 0)
    if let other = NotLaps.known(header) { return other.problem(header) }
    let place = Place(line: widest.block.line(0), column: 1)
    if cells.contains(where: { ValueLike.matches($0.utf8Span.span) }) {
      return TableProblem(
        "noHeader", at: place,
        message: "the first line looks like data: the names of the columns are missing",
        hint: "write a line with the names above it, such as lapNumber,lapDistance,lapTime")
    }
    let found = Quoted.list(cells.map(FoldedName.fold))
    return TableProblem(
      "unknownTable", at: place,
      message: "no name here has to do with laps: found \(found); needed are a time and a distance"
        + " of each lap, such as lapTime and lapDistance",
      hint: "say which column is which: --map lapTime=COLUMN --map lapDistance=COLUMN;"
        + " or --raw for a plain table")
  }
}

extension Header {
  fileprivate init(_ block: RecordBlock, row: Int, delimiter: UInt8) {
    self.delimiter = delimiter
    line = block.line(row)
    cells = block.texts(row)
    names = ColumnName.read(cells)
    self.block = block
    self.row = row
    preamble = row
  }
}
