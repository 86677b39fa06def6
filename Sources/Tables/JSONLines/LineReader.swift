/// Reads a text in blocks of whole lines; memory does not grow with the file.
package final class LineReader {
  private let text: TextSource
  private let blockSize: Int
  private let isLineBuffered: Bool

  /// Begins at the first unread line of the text.
  ///
  /// A block has at most `blockSize` bytes, unless one line is longer. `isLineBuffered` gives out
  /// lines as soon as they are there, however few.
  package init(_ text: TextSource, blockSize: Int = 256 << 10, isLineBuffered: Bool = false) {
    self.text = text
    self.blockSize = max(1, min(blockSize, RecordSplitter.longestRecord))
    self.isLineBuffered = isLineBuffered
  }

  /// The next lines that are not blank, at least one; nil at the end of the text.
  ///
  /// - Throws: `recordTooLong`, `badEncoding`, `nulByte`, or an `InputError`.
  package func next() throws -> LineBlock? {
    while let length = try nextLength() {
      let line = text.line
      let block = LineBlock(text: text.take(length), firstLine: line)
      if let long = block.ranges.firstIndex(where: { $0.count > RecordSplitter.longestRecord }) {
        throw tooLong(line: block.numbers[long])
      }
      if !block.ranges.isEmpty { return block }
    }
    return nil
  }

  /// How many bytes the next whole lines have.
  ///
  /// What a block holds depends on the text alone, never on the pieces in which it was read, unless
  /// it is a stream that must not wait.
  private func nextLength() throws -> Int? {
    var wanted = isLineBuffered ? 1 : blockSize + 1
    var searched = 0
    while true {
      try text.fill(wanted)
      let window = isLineBuffered ? max(wanted, min(text.available, blockSize)) : wanted - 1
      let size = min(window, text.available)
      if size == 0 { return nil }
      if text.isComplete, text.available <= window { return size }
      if let length = unsafe text.withAvailable({ unsafe lastLineEnd($0, searched..<size) }) {
        return length
      }
      if size > RecordSplitter.longestRecord { throw tooLong(line: text.line) }
      searched = size
      wanted = min(
        isLineBuffered ? text.available + 1 : window * 2 + 1, RecordSplitter.longestRecord + 2)
    }
  }

  private func tooLong(line: Int) -> TableProblem {
    TableProblem(
      "recordTooLong", at: Place(line: line, column: 1), message: "the line is longer than 4 MiB",
      hint: "each line should hold one object: jq -c .")
  }
}

/// How many bytes stand up to the last line end in a range, with it; nil if there is none.
private func lastLineEnd(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
  var end = range.upperBound
  while end > range.lowerBound, unsafe text[end - 1] != newline { end -= 1 }
  return end > range.lowerBound ? end : nil
}
