/// The longest line that is shown below a message.
private let longestExcerpt = 4096

/// The line and column of an offset in a text that begins at the start of line `firstLine`.
func place(
  of offset: Int, in text: UnsafeBufferPointer<UInt8>, firstLine: Int
) -> Place {
  var line = firstLine
  var column = 1
  for index in 0..<offset {
    let byte = unsafe text[index]
    if byte == newline {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }
  return Place(line: line, column: column)
}

/// The line in which an offset lies; nil if it is too long to be shown.
func lineText(around offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String? {
  var (start, end) = (offset, offset)
  while start > 0, offset - start <= longestExcerpt, unsafe text[start - 1] != newline {
    start -= 1
  }
  while end < text.count, end - start <= longestExcerpt, unsafe text[end] != newline { end += 1 }
  guard end - start <= longestExcerpt else { return nil }
  return unsafe String(decoding: text[start..<end], as: UTF8.self)
}

extension RecordBlock {
  /// The place of a cell: its first character after padding, of a quoted cell its opening quote.
  ///
  /// The place of a cell that the row does not have is one past the last character of the row.
  /// The record is read again for it, so ask only when there is something to say.
  package func place(_ row: Int, _ cell: Int) -> Place {
    unsafe text.withUnsafeBufferPointer { text in
      let (start, offset) = unsafe (Int(rows.starts[row]), self.offset(text, row, cell))
      let record = unsafe UnsafeBufferPointer(rebasing: text[start...])
      return unsafe Tables.place(of: offset - start, in: record, firstLine: line(row))
    }
  }

  /// A problem with a cell, with its place, its text and its line.
  package func problem(
    _ kind: TableProblem.Kind, row: Int, cell: Int, name: String? = nil, message: String,
    hint: String? = nil, didYouMean: String? = nil
  ) -> TableProblem {
    TableProblem(
      kind, at: place(row, cell), name: name,
      value: cell < cellCount(row) ? self.text(row, cell) : nil, message: message, hint: hint,
      didYouMean: didYouMean,
      excerpt: unsafe text.withUnsafeBufferPointer { text in
        unsafe lineText(around: offset(text, row, cell), in: text)
      })
  }

  /// Where a cell begins in the text of the block.
  private func offset(_ text: UnsafeBufferPointer<UInt8>, _ row: Int, _ cell: Int) -> Int {
    var index = Int(rows.starts[row])
    for current in 0... {
      // Quotes were checked before the block was made.
      guard
        case .cell(var begin, let end) = unsafe scanCell(text, from: index, delimiter: delimiter)
      else { return index }
      if current == cell {
        while begin < end {
          let length = unsafe Blanks.blankLength(text, at: begin, end: end)
          if length == 0 { break }
          begin += length
        }
        return begin
      }
      if unsafe end >= text.count || text[end] == newline { return end }
      index = end + 1
    }
    return index
  }
}
