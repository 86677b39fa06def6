/// Reads a table in blocks of whole records; memory does not grow with the file.
package final class RecordReader {
  private let text: TextSource
  private let splitter: RecordSplitter
  private let blockSize: Int
  private let isLineBuffered: Bool
  private let keepsEmptyRows: Bool
  /// How many records of empty cells were passed over so far, and the line of the first.
  private(set) var emptyRowCount = 0
  private(set) var firstEmptyLine = 0

  /// Begins at the first unread line of the text.
  ///
  /// The delimiter must be usable (`Delimiter.isUsable`). A block has at most `blockSize` bytes of
  /// text, unless one record is longer. `isLineBuffered` gives out records as soon as they are
  /// there, however few. `keepsEmptyRows` makes records of empty cells rows like any other.
  package init(
    _ text: TextSource, delimiter: UInt8, blockSize: Int = 256 << 10, isLineBuffered: Bool = false,
    keepsEmptyRows: Bool = false
  ) {
    self.text = text
    self.blockSize = max(1, min(blockSize, RecordSplitter.longestRecord))
    self.isLineBuffered = isLineBuffered
    self.keepsEmptyRows = keepsEmptyRows
    splitter = RecordSplitter(delimiter: delimiter)
  }

  /// The next rows, at least one; nil at the end of the table.
  package func next() throws -> RecordBlock? {
    while let raw = try nextRaw() {
      let block = try cutCells(raw, delimiter: splitter.delimiter)
      count(block)
      if block.rowCount > 0 { return block }
    }
    return nil
  }

  /// Counts the records of empty cells of a block.
  func count(_ block: RecordBlock) {
    if emptyRowCount == 0 { firstEmptyLine = block.firstEmptyLine }
    emptyRowCount += block.emptyRowCount
  }

  /// The blocks from here on, cut ahead by several threads, each with what `work` makes of it.
  ///
  /// From then on ask only the result for blocks. Some of them may have no rows.
  package func blocks<Result: Sendable>(
    threads: Int, work: @escaping @Sendable (RecordBlock) throws -> Result
  ) -> OrderedWork<RawBlock, Result> {
    let delimiter = splitter.delimiter
    return OrderedWork(threads: isLineBuffered ? 1 : threads) {
      try self.nextRaw()
    } work: {
      try work(cutCells($0, delimiter: delimiter))
    }
  }

  /// The next whole records, not yet cut.
  ///
  /// What a block holds depends on the text alone, never on the pieces in which it was read.
  func nextRaw() throws -> RawBlock? {
    var wanted = isLineBuffered ? 1 : blockSize + 1
    while true {
      try text.fill(wanted)
      let window = isLineBuffered ? max(wanted, min(text.available, blockSize)) : wanted - 1
      let reachesEnd = text.isComplete && text.available <= window
      let size = min(window, text.available)
      if size == 0 { return nil }
      let split = unsafe text.withAvailable { available in
        unsafe splitter.split(
          UnsafeBufferPointer(rebasing: available[..<size]), reachesEnd: reachesEnd)
      }
      if let failure = split.failure { throw problem(failure) }
      if split.length > 0 {
        let line = text.line
        let bytes = text.take(split.length)
        try checkLength(bytes, line)
        return RawBlock(
          text: bytes, firstLine: line, recordStarts: split.recordStarts,
          keepsEmptyRows: keepsEmptyRows)
      }
      // The line end of the longest record stands one byte behind it.
      if window > RecordSplitter.longestRecord { throw RecordSplitter.tooLong(line: text.line) }
      wanted = min(
        isLineBuffered ? text.available + 1 : window * 2 + 1, RecordSplitter.longestRecord + 2)
    }
  }

  /// Refuses the one record of a block that is longer than a block should be.
  private func checkLength(_ bytes: [UInt8], _ line: Int) throws {
    let length = bytes.last == newline ? bytes.count - 1 : bytes.count
    if length > RecordSplitter.longestRecord { throw RecordSplitter.tooLong(line: line) }
  }

  private func problem(_ failure: RecordSplitter.Failure) -> TableProblem {
    unsafe text.withAvailable { unsafe failure.problem(in: $0, firstLine: text.line) }
  }
}

extension RecordSplitter.Failure {
  /// Says what is wrong and where; `text` begins at the start of line `firstLine`.
  func problem(in text: UnsafeBufferPointer<UInt8>, firstLine: Int) -> TableProblem {
    switch self {
    case .unclosedQuote(let offset):
      return TableProblem(
        "unclosedQuote", at: unsafe place(of: offset, in: text, firstLine: firstLine),
        message: "the quote that is opened here is never closed",
        hint: "close it, or write a quote inside quotes twice (\"\")",
        excerpt: unsafe lineText(around: offset, in: text))
    case .misplacedQuote(let offset):
      return TableProblem(
        "misplacedQuote", at: unsafe place(of: offset, in: text, firstLine: firstLine),
        message: "text stands behind the closing quote of a cell",
        hint: "write a quote inside quotes twice (\"\")",
        excerpt: unsafe lineText(around: offset, in: text))
    }
  }
}

extension RecordSplitter {
  /// The error for a record beyond `longestRecord`.
  static func tooLong(line: Int) -> TableProblem {
    TableProblem(
      "recordTooLong", at: Place(line: line, column: 1),
      message: "the record that begins here is longer than 4 MiB",
      hint: "a quote (\") that is never closed makes the rest of a file one record")
  }
}
