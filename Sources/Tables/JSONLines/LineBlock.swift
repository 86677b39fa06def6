/// Some thousand consecutive lines of a text; blank ones are left out.
///
/// A block is a plain value: it may be kept, and worked on by any thread.
package struct LineBlock: Sendable {
  /// The text of the lines, as it stands in the file.
  package let text: [UInt8]
  /// Where each line stands in `text`, without its line end.
  package let ranges: [Range<Int>]
  /// The number of each line, counted from 1 as an editor does.
  package let numbers: [Int]

  /// Cuts whole lines apart; the first one has the number `firstLine`.
  init(text: [UInt8], firstLine: Int) {
    var ranges: [Range<Int>] = []
    var numbers: [Int] = []
    var start = 0
    var number = firstLine
    let bytes = text.span
    while start < bytes.count {
      var end = start
      var isBlank = true
      while end < bytes.count, bytes[end] != newline {
        if bytes[end] > 0x20 { isBlank = false }
        end &+= 1
      }
      if !isBlank {
        ranges.append(start..<end)
        numbers.append(number)
      }
      start = end + 1
      number += 1
    }
    self.text = text
    self.ranges = ranges
    self.numbers = numbers
  }

  /// A problem at a byte of a line, with its place and the line.
  package func problem(
    _ kind: TableProblem.Kind, row: Int, offset: Int, name: String? = nil, value: String? = nil,
    message: String, hint: String? = nil, didYouMean: String? = nil
  ) -> TableProblem {
    let range = ranges[row]
    let offset = min(max(offset, range.lowerBound), range.upperBound)
    return TableProblem(
      kind,
      at: Place(line: numbers[row], column: countScalars(text[range.lowerBound..<offset]) + 1),
      name: name, value: value, message: message, hint: hint, didYouMean: didYouMean,
      excerpt: unsafe text.withUnsafeBufferPointer { unsafe lineText(around: offset, in: $0) })
  }
}
