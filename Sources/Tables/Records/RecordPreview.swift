/// The first rows of a table as a given delimiter cuts them; nothing is consumed.
///
/// It serves to try several delimiters. Whether the quotes are right depends on the delimiter too,
/// so a problem with them is a value here: the next delimiter may have none.
package struct RecordPreview {
  /// The first rows, as far as they are complete in the text that is looked at.
  package let block: RecordBlock
  /// What is wrong with the record behind them, if that is why there are no more.
  package let problem: TableProblem?

  /// Cuts the first rows of the unread text.
  ///
  /// At most `records` rows are wanted, and `limit` bytes of text are looked at.
  ///
  /// - Throws: what is wrong with the input or its encoding, or a record beyond the limits.
  package init(
    _ text: TextSource, delimiter: UInt8, records: Int = 30, limit: Int = TextSource.peekLimit
  ) throws {
    let splitter = RecordSplitter(delimiter: delimiter)
    // Where all records are wanted nothing is learned from fewer.
    var window = records == .max ? limit : min(limit, 64 << 10)
    while true {
      let reachesEnd = try text.peekReachesEnd(window)
      let peeked = try text.peek(window)
      let split = unsafe peeked.withUnsafeBufferPointer {
        unsafe splitter.split($0, reachesEnd: reachesEnd)
      }
      let raw = RawBlock(
        text: Array(peeked.prefix(split.length)), firstLine: text.line,
        recordStarts: split.recordStarts)
      let block = try cutCells(raw, delimiter: delimiter)
      let isEnough = block.rowCount >= records
      if isEnough || reachesEnd || split.failure != nil || window == limit {
        self.block = block.rowCount <= records ? block : block.rows(0..<records)
        problem =
          isEnough
          ? nil
          : unsafe peeked.withUnsafeBufferPointer { text in
            unsafe split.failure?.problem(in: text, firstLine: raw.firstLine)
          }
        return
      }
      window = min(limit, window * 4)
    }
  }
}
