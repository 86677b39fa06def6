import Tables

/// The text of a table as records of raw cells, quotes and padding included, to build variants of it.
struct RawTable {
  private(set) var records: [[String]] = [[]]
  private let delimiter: Character

  /// Cuts a text that has no errors in its quotes.
  init(_ text: String, delimiter: Character) {
    self.delimiter = delimiter
    var cell = ""
    var isQuoted = false
    for character in text {
      if isQuoted {
        if character == "\"" { isQuoted = false }
        cell.append(character)
      } else if character == delimiter {
        records[records.count - 1].append(cell)
        cell = ""
      } else if character.isNewline {
        records[records.count - 1].append(cell)
        cell = ""
        records.append([])
        lineEnds.append(String(character))
      } else {
        if character == "\"", cell.allSatisfy({ $0 == " " }) || cell.hasSuffix("\"") {
          isQuoted = true
        }
        cell.append(character)
      }
    }
    records[records.count - 1].append(cell)
  }

  private var lineEnds: [String] = []

  /// The line on which each record begins.
  var lines: [Int] {
    var line = 1
    return records.map { record in
      defer { line += 1 + record.joined().filter(\.isNewline).count }
      return line
    }
  }

  /// Whether all records from a line on have as many cells as the first of them, or are blank.
  func isRectangular(from line: Int) -> Bool {
    let widths = Set(zip(lines, records).filter { $0.0 >= line && !isBlank($0.1) }.map(\.1.count))
    return widths.count == 1
  }

  func isBlank(_ record: [String]) -> Bool {
    record.allSatisfy { $0.allSatisfy(\.isWhitespace) }
  }

  /// The records from a line on, changed.
  func changed(from line: Int, _ change: (_ record: [String], _ isHeader: Bool) -> [String])
    -> [UInt8]
  {
    var text = ""
    for (index, record) in records.enumerated() {
      let start = lines[index]
      let cells = start < line || isBlank(record) ? record : change(record, start == line)
      text += cells.joined(separator: String(delimiter))
      if index < lineEnds.count { text += lineEnds[index] }
    }
    return Array(text.utf8)
  }
}
