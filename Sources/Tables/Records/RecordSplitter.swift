#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whole records as they stand in the file, not yet cut into cells.
package struct RawBlock: Sendable {
  /// The text of the records, each with its line end; only the last one of a file may have none.
  package var text: [UInt8]
  /// The line on which the first record begins.
  package var firstLine: Int
  /// Where each record begins in `text`; nil if no quote occurs, so that every line is a record.
  package var recordStarts: [UInt32]?
  /// Whether a record of empty cells is a row like any other.
  package var keepsEmptyRows: Bool

  package init(
    text: [UInt8], firstLine: Int, recordStarts: [UInt32]? = nil, keepsEmptyRows: Bool = false
  ) {
    self.text = text
    self.firstLine = firstLine
    self.recordStarts = recordStarts
    self.keepsEmptyRows = keepsEmptyRows
  }
}

/// Finds where records end, and whether their quotes are right.
///
/// It knows nothing of cells: that is the work of the cutter, which may run on other threads.
struct RecordSplitter: Sendable {
  /// The longest record that is read, in bytes of UTF-8.
  static let longestRecord = 4 << 20

  enum Failure {
    case unclosedQuote(offset: Int)
    case misplacedQuote(offset: Int)
  }

  struct Split {
    /// How many bytes are whole records.
    var length: Int
    var recordStarts: [UInt32]?
    /// What is wrong with the record behind them.
    var failure: Failure?
  }

  let delimiter: UInt8

  /// Finds all whole records in a text.
  ///
  /// If the text `reachesEnd` of the file, a last line without a line end is a record too.
  func split(_ text: UnsafeBufferPointer<UInt8>, reachesEnd: Bool) -> Split {
    guard let base = text.baseAddress else { return Split(length: 0) }
    if unsafe memchr(base, Int32(quote), text.count) != nil {
      return unsafe splitQuoted(text, reachesEnd: reachesEnd)
    }
    if reachesEnd { return Split(length: text.count) }
    var length = text.count
    while length > 0, unsafe base[length - 1] != newline { length -= 1 }
    return Split(length: length)
  }

  private func splitQuoted(_ text: UnsafeBufferPointer<UInt8>, reachesEnd: Bool) -> Split {
    var split = Split(length: 0, recordStarts: [])
    var index = 0
    while index < text.count {
      switch unsafe scanCell(text, from: index, delimiter: delimiter) {
      case .unclosed(let offset):
        if reachesEnd { split.failure = .unclosedQuote(offset: offset) }
        return split
      case .misplaced(let offset):
        split.failure = .misplacedQuote(offset: offset)
        return split
      case .cell(_, let end):
        let isLast = end == text.count
        if isLast, !reachesEnd { return split }
        index = end + 1
        // A delimiter at the very end of the file has an empty cell behind it.
        if unsafe isLast || text[end] == newline || (index == text.count && reachesEnd) {
          split.recordStarts?.append(UInt32(truncatingIfNeeded: split.length))
          split.length = min(index, text.count)
        }
      }
    }
    return split
  }
}
