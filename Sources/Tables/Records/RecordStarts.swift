#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The records of a block that are not blank: where they begin, and on which line.
struct RecordStarts {
  /// Offsets in the text of the block.
  private(set) var offsets: [UInt32] = []
  /// Lines, counted from the first line of the block as 0.
  private(set) var lines: [UInt32] = []

  init(_ raw: RawBlock, delimiter: UInt8) {
    unsafe raw.text.withUnsafeBufferPointer { text in
      if let recordStarts = raw.recordStarts {
        unsafe addRecords(at: recordStarts, raw.text, text, delimiter)
      } else {
        unsafe addLines(text, delimiter)
      }
    }
  }

  /// Keeps only the records with the given indexes, which rise.
  mutating func keep(_ records: [UInt32]) {
    offsets = records.map { offsets[Int($0)] }
    lines = records.map { lines[Int($0)] }
  }

  /// Every line is a record.
  private mutating func addLines(_ text: UnsafeBufferPointer<UInt8>, _ delimiter: UInt8) {
    guard let base = text.baseAddress else { return }
    offsets.reserveCapacity(text.count / 32)
    lines.reserveCapacity(text.count / 32)
    var line: UInt32 = 0
    var start = 0
    while start < text.count {
      unsafe add(start, line, text, delimiter)
      line &+= 1
      guard let end = unsafe memchr(base + start, Int32(newline), text.count - start) else {
        return
      }
      start = unsafe UnsafeRawPointer(base).distance(to: end) + 1
    }
  }

  /// Records may have several lines.
  private mutating func addRecords(
    at starts: [UInt32], _ lines: [UInt8], _ text: UnsafeBufferPointer<UInt8>, _ delimiter: UInt8
  ) {
    var line: UInt32 = 0
    var counted = 0
    for start in starts.map(Int.init) {
      line &+= UInt32(truncatingIfNeeded: countLineFeeds(lines[counted..<start]))
      counted = start
      unsafe add(start, line, text, delimiter)
    }
  }

  /// Adds a record unless it is blank, in the sense in which libcsv passes over it.
  @inline(__always)
  private mutating func add(
    _ start: Int, _ line: UInt32, _ text: UnsafeBufferPointer<UInt8>, _ delimiter: UInt8
  ) {
    var index = start
    while index < text.count, unsafe isPadding(text[index], delimiter: delimiter) { index += 1 }
    guard index < text.count, unsafe text[index] != newline else { return }
    offsets.append(UInt32(truncatingIfNeeded: start))
    lines.append(line)
  }
}
