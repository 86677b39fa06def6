import CFastPath

/// The text of a table: UTF-8 whatever the file is written in, without a mark, every line end one LF.
///
/// Text is read ahead only as far as it is asked for. An error of the input or of its encoding
/// is thrown when text beyond it is asked for, so all results are the same for every piece size.
package final class TextSource {
  /// How much text is looked at before anything about a table is decided: 4 MiB.
  package static let peekLimit = 4 << 20

  /// Less than this is not worth a call: then a whole piece is read.
  private static let smallRead = 64 << 10

  /// For so many bytes a buffer is made at once.
  private static let manyBytes = 1 << 20

  private let source: ByteSource
  private var decoder: TextDecoder
  private var lineEnds = LineEnds()
  /// Decoded text; what stands before `start` is used, carriage returns held back stand at the end.
  private var buffer: [UInt8] = []
  private var start = 0
  private var hasEnded = false
  private var failure: (any Error)?

  /// The number of the line on which the unread text begins, from 1.
  package private(set) var line = 1

  /// The name of the input, for messages.
  package var name: String { source.name }

  /// Without an `encoding` it is recognised; `isUnicode` allows only UTF-8, and UTF-16 with a mark.
  package init(_ source: ByteSource, encoding: TextEncoding? = nil, isUnicode: Bool = false) {
    self.source = source
    decoder = TextDecoder(encoding: encoding, isUnicode: isUnicode)
  }

  /// The note `encoding`, once it is known that the file is neither ASCII nor UTF-8.
  ///
  /// A file turns out to be Windows-1252 at its first letter outside ASCII, which may come late.
  package var encodingNote: TableProblem? {
    decoder.surprisingEncoding.map { encoding in
      TableProblem(
        "encoding", severity: .note, value: encoding.rawValue,
        message: "the file is read as \(encoding.displayName)",
        hint: "if letters look wrong: --encoding (\(TextEncoding.names))")
    }
  }

  /// The next `count` bytes of text, fewer only at the end; nothing is consumed.
  package func peek(_ count: Int = peekLimit) throws -> ArraySlice<UInt8> {
    try fill(count)
    return buffer[start..<start + min(count, available)]
  }

  /// Whether a peek of that size is all the rest of the text.
  package func peekReachesEnd(_ count: Int = peekLimit) throws -> Bool {
    try fill(count + 1)
    return available <= count
  }

  /// The next line without its line end, not consumed; nil at the end of the text.
  ///
  /// No more is read than the line needs, so a stream that waits for an answer is not kept waiting.
  /// A line that is too long for a record is refused (`recordTooLong`).
  package func peekLine() throws -> ArraySlice<UInt8>? {
    var searched = 0
    while true {
      try fill(searched + 1)
      let unread = buffer[start..<start + available]
      let end = unread.dropFirst(searched).firstIndex(of: newline)
      let line = unread[..<(end ?? unread.endIndex)]
      if line.count > RecordSplitter.longestRecord {
        throw RecordSplitter.tooLong(line: self.line)
      }
      if end != nil { return line }
      if line.count == searched { return line.isEmpty ? nil : line }
      searched = line.count
    }
  }

  /// Consumes one line and gives it without its line end; nil at the end of the text.
  @discardableResult
  package func skipLine() throws -> [UInt8]? {
    guard let text = try peekLine() else { return nil }
    return Array(take(min(text.count + 1, available)).prefix(text.count))
  }

  /// Whether nothing follows the available text, not even an error.
  var isComplete: Bool { hasEnded && failure == nil }

  /// How many bytes of text are decoded and not consumed.
  var available: Int { buffer.count - lineEnds.heldCount - start }

  /// Reads on until `count` bytes are available or the text ends.
  func fill(_ count: Int) throws {
    if count >= TextSource.manyBytes, available < count, !hasEnded {
      // At once, so that the buffer is not copied as it grows; memory that is not used costs nothing.
      buffer.reserveCapacity(start + count + source.pieceSize)
    }
    while available < count, !hasEnded { pull(count - available) }
    if available < count, let failure { throw failure }
  }

  /// Removes the next bytes, which are available, and counts their lines.
  func take(_ count: Int) -> [UInt8] {
    let text: [UInt8]
    if start == 0, count >= buffer.count / 2 {
      // Most of the buffer: the smaller part is copied.
      let rest = Array(buffer[count...])
      buffer.removeSubrange(count...)
      text = buffer
      buffer = rest
    } else {
      text = Array(buffer[start..<start + count])
      start += count
    }
    line += countLineFeeds(text[...])
    return text
  }

  /// Gives access to the available text without copying it.
  func withAvailable<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try unsafe buffer.withUnsafeBufferPointer { bytes in
      try unsafe body(UnsafeBufferPointer(rebasing: bytes[start..<start + available]))
    }
  }

  /// Decodes one more piece of the input, of about so many bytes where they are many; a failure is kept
  /// until somebody asks for text behind it.
  private func pull(_ wanted: Int) {
    if start > 0, start * 2 >= buffer.count {
      buffer.removeSubrange(..<start)
      start = 0
    }
    let end = buffer.count
    let size = wanted < TextSource.smallRead ? source.pieceSize : wanted
    do {
      if decoder.takesPlainText, lineEnds.heldCount == 0 {
        try source.read(size, into: &buffer)
        hasEnded = buffer.count == end
        if isPlain(from: end) { return }
        let piece = Array(buffer[end...])
        buffer.removeSubrange(end...)
        try decoder.decode(piece, isLast: false, into: &buffer)
      } else {
        var piece: [UInt8] = []
        try source.read(size, into: &piece)
        hasEnded = piece.isEmpty
        try decoder.decode(piece, isLast: hasEnded, into: &buffer)
      }
      lineEnds.normalize(&buffer, from: end, isLast: hasEnded)
    } catch let decodingFailure as DecodingFailure {
      lineEnds.normalize(&buffer, from: end, isLast: true)
      failure = problem(for: decodingFailure)
      hasEnded = true
    } catch {
      lineEnds.normalize(&buffer, from: end, isLast: true)
      failure = error
      hasEnded = true
    }
  }

  /// Whether the text from an index on is what every encoding but UTF-16 writes like that, with line ends
  /// of one LF.
  private func isPlain(from start: Int) -> Bool {
    unsafe buffer.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return true }
      let count = bytes.count - start
      return unsafe fast_plain(base + start, count, carriageReturn) == count
    }
  }

  /// Places a failure at the end of the text decoded so far.
  private func problem(for decodingFailure: DecodingFailure) -> TableProblem {
    while decoder.wantsMoreForHead, let piece = try? source.next(), !piece.isEmpty {
      decoder.keepHead(piece)
    }
    let judged = decoder.utf16WithoutMark.map(DecodingFailure.utf16WithoutMark) ?? decodingFailure
    if judged.isAboutWholeFile { return judged.problem(at: Place(line: 1, column: 1)) }
    let unread = buffer[start...]
    let lineStart = unread.lastIndex(of: newline).map { $0 + 1 } ?? start
    let place = Place(
      line: line + countLineFeeds(unread), column: countScalars(unread[lineStart...]) + 1)
    return judged.problem(at: place)
  }
}

/// How many line ends a text has.
func countLineFeeds(_ text: ArraySlice<UInt8>) -> Int {
  unsafe text.withUnsafeBufferPointer { bytes in
    guard let text = bytes.baseAddress else { return 0 }
    return unsafe fast_lines(text, bytes.count)
  }
}

/// How many Unicode scalars a text has.
func countScalars(_ text: ArraySlice<UInt8>) -> Int {
  let bytes = text.span
  var count = 0
  for index in bytes.indices where bytes[index] & 0xC0 != 0x80 { count &+= 1 }
  return count
}
