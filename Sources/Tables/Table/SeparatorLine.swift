/// The first line that some spreadsheets write to name the delimiter: `sep=;`, also in quotes.
package enum SeparatorLine {
  /// Consumes the line if it is one, and gives the delimiter that it names.
  package static func skip(in text: TextSource) throws -> UInt8? {
    guard let line = try text.peekLine(), let delimiter = delimiter(in: line) else { return nil }
    try text.skipLine()
    return delimiter
  }

  /// The delimiter that a line names; nil if it is an ordinary line.
  static func delimiter(in line: ArraySlice<UInt8>) -> UInt8? {
    var line = line
    if line.first == quote, line.last == quote, line.count > 2 {
      line = line.dropFirst().dropLast()
    }
    guard line.count == 5, line.prefix(4).map(lowercase).elementsEqual("sep=".utf8),
      let delimiter = line.last, Delimiter.isUsable(delimiter)
    else { return nil }
    return delimiter
  }
}
