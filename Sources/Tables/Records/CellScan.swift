/// What a look at the raw text of one cell finds, before anything is unquoted.
enum CellScan {
  /// `begin` is the first character after padding, the opening quote if there is one; `end` is
  /// the delimiter or line end behind the cell, or the end of the text.
  case cell(begin: Int, end: Int)
  /// The text ends inside the quotes that were opened at `quote`.
  case unclosed(quote: Int)
  /// Something else than padding stands at `index`, behind a closing quote.
  case misplaced(index: Int)
}

let quote = UInt8(ascii: "\"")
let newline = UInt8(ascii: "\n")

/// Space, or tab where it is not the delimiter: what may stand around quotes.
@inline(__always)
func isPadding(_ byte: UInt8, delimiter: UInt8) -> Bool {
  (byte == 0x20 || byte == 0x09) && byte != delimiter
}

/// Looks at the cell that begins at `start`.
func scanCell(
  _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, delimiter: UInt8
) -> CellScan {
  let count = bytes.count
  var index = start
  while index < count, unsafe isPadding(bytes[index], delimiter: delimiter) { index += 1 }
  let begin = index
  guard index < count, unsafe bytes[index] == quote else {
    while index < count {
      let byte = unsafe bytes[index]
      if byte == delimiter || byte == newline { break }
      index += 1
    }
    return .cell(begin: begin, end: index)
  }
  index += 1
  while true {
    while index < count, unsafe bytes[index] != quote { index += 1 }
    guard index < count else { return .unclosed(quote: begin) }
    index += 1
    guard index < count, unsafe bytes[index] == quote else { break }
    index += 1
  }
  while index < count, unsafe isPadding(bytes[index], delimiter: delimiter) { index += 1 }
  if index < count {
    let byte = unsafe bytes[index]
    if byte != delimiter, byte != newline { return .misplaced(index: index) }
  }
  return .cell(begin: begin, end: index)
}
