/// Writes rows of a table into one buffer of bytes, quoted as RFC 4180 says.
///
/// The caller takes the buffer from time to time and writes it out.
package struct CSVWriter: Sendable {
  private var buffer: [UInt8] = []
  private let delimiter: UInt8
  private let decimals: Int?
  private var cellsInRow = 0
  private var rowStart = 0

  /// Numbers get at most `decimals` digits after the point, all that they need if it is nil.
  package init(delimiter: UInt8 = UInt8(ascii: ","), decimals: Int? = nil) {
    self.delimiter = delimiter
    self.decimals = decimals
  }

  /// How many bytes wait to be taken.
  package var byteCount: Int { buffer.count }

  /// Gives the bytes written since the last time, and forgets them; call it between rows.
  package mutating func take() -> [UInt8] {
    defer {
      buffer = []
      rowStart = 0
    }
    return buffer
  }

  /// Adds rows of one number each.
  package mutating func appendRows(_ values: [Double]) {
    NumberText.appendLines(values, to: &buffer, decimals: decimals)
    rowStart = buffer.count
  }

  package mutating func append(_ value: Double) {
    beginCell()
    NumberText.append(value, to: &buffer, decimals: decimals)
  }

  package mutating func append(_ value: Float) {
    beginCell()
    NumberText.append(value, to: &buffer, decimals: decimals)
  }

  package mutating func append(_ value: Int64) {
    beginCell()
    NumberText.append(value, to: &buffer)
  }

  /// A cell without a value.
  package mutating func appendEmpty() {
    beginCell()
  }

  package mutating func append(_ text: String) {
    beginCell()
    var text = text
    text.withUTF8 { bytes in
      unsafe appendQuotedIfNeeded(Span(_unsafeElements: bytes))
    }
  }

  /// A cell of UTF-8 bytes.
  package mutating func append(_ text: Span<UInt8>) {
    beginCell()
    appendQuotedIfNeeded(text)
  }

  package mutating func endRow() {
    // A lone empty cell would be a blank line, which readers pass over.
    if cellsInRow == 1, buffer.count == rowStart { buffer += [quote, quote] }
    buffer.append(newline)
    cellsInRow = 0
    rowStart = buffer.count
  }

  private mutating func beginCell() {
    if cellsInRow > 0 { buffer.append(delimiter) }
    cellsInRow += 1
  }

  private mutating func appendQuotedIfNeeded(_ text: Span<UInt8>) {
    guard needsQuotes(text) else {
      unsafe text.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
      return
    }
    buffer.append(quote)
    for index in text.indices {
      if text[index] == quote { buffer.append(quote) }
      buffer.append(text[index])
    }
    buffer.append(quote)
  }

  private func needsQuotes(_ text: Span<UInt8>) -> Bool {
    guard !text.isEmpty else { return false }
    // Blanks at the ends are quoted for readers that keep them only then.
    if text[0] <= 0x20 || text[text.count - 1] <= 0x20 { return true }
    for index in text.indices {
      let byte = text[index]
      if byte == delimiter || byte == quote || byte == newline || byte == 0x0D { return true }
    }
    return false
  }
}
