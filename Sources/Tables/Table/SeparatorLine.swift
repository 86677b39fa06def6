/// The first line that some spreadsheets write to name the delimiter: `sep=;`, also in quotes.
package enum SeparatorLine {
  /// Consumes the line if it is one, and gives the delimiter that it names.
  package static func skip(in text: TextSource) throws -> UInt8? {
    let start = try text.peek(16)
    let end = start.firstIndex(of: newline) ?? start.endIndex
    guard let delimiter = delimiter(in: Array(start[..<end])) else { return nil }
    _ = try text.skipLine()
    return delimiter
  }

  /// The delimiter that a line names; nil if it is an ordinary line.
  static func delimiter(in line: [UInt8]) -> UInt8? {
    var line = line[...]
    if line.first == quote, line.last == quote, line.count > 2 {
      line = line.dropFirst().dropLast()
    }
    guard line.count == 5, line.prefix(4).map(lowercase).elementsEqual("sep=".utf8),
      let delimiter = line.last, Delimiter.isUsable(delimiter)
    else { return nil }
    return delimiter
  }
}
