@testable import Tables

/// The rules for lines, cells and places, said a second time and as simply as possible.
///
/// One state machine over the characters of the whole text; the real reader is compared with it.
struct ReferenceTable {
  struct Cell: Equatable {
    var text: String
    var place: Place
  }

  struct Record: Equatable {
    var line: Int
    var cells: [Cell]
    var end: Place
  }

  private(set) var records: [Record] = []
  private(set) var failure: (kind: TableProblem.Kind, place: Place)?

  private static let blanks: Set<Unicode.Scalar> = {
    let codes =
      Array(0x2000...0x200D) + [
        0x09, 0x0A, 0x0B, 0x0C, 0x20, 0xA0, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF,
      ]
    return Set(codes.compactMap { Unicode.Scalar(UInt32($0)) })
  }()

  init(_ text: String, delimiter: Unicode.Scalar) {
    var scalars: [Unicode.Scalar] = []
    var rest = Array(text.unicodeScalars)[...]
    while let first = rest.first {
      let ends: [[Unicode.Scalar]] = [["\r", "\r", "\n"], ["\r", "\n"], ["\r"]]
      if let end = ends.first(where: { rest.starts(with: $0) }) {
        scalars.append("\n")
        rest = rest.dropFirst(end.count)
      } else {
        scalars.append(first)
        rest = rest.dropFirst()
      }
    }
    read(scalars, delimiter)
  }

  private mutating func read(_ scalars: [Unicode.Scalar], _ delimiter: Unicode.Scalar) {
    var index = 0
    var place = Place(line: 1, column: 1)
    func advance() {
      if scalars[index] == "\n" {
        place = Place(line: place.line + 1, column: 1)
      } else {
        place.column = (place.column ?? 0) + 1
      }
      index += 1
    }
    func isPadding() -> Bool {
      [" ", "\t"].contains(scalars[index]) && scalars[index] != delimiter
    }

    while index < scalars.count {
      var record = Record(line: place.line, cells: [], end: place)
      cells: while true {
        while index < scalars.count, isPadding() { advance() }
        var content: [Unicode.Scalar] = []
        var cellPlace = place
        if index < scalars.count, scalars[index] == "\"" {
          advance()
          while true {
            guard index < scalars.count else {
              failure = ("unclosedQuote", cellPlace)
              return
            }
            let scalar = scalars[index]
            advance()
            if scalar == "\"" {
              guard index < scalars.count, scalars[index] == "\"" else { break }
              advance()
            }
            content.append(scalar)
          }
          while index < scalars.count, isPadding() { advance() }
          if index < scalars.count, scalars[index] != delimiter, scalars[index] != "\n" {
            failure = ("misplacedQuote", place)
            return
          }
        } else {
          while index < scalars.count, scalars[index] != delimiter, scalars[index] != "\n" {
            if content.isEmpty, Self.blanks.contains(scalars[index]) {
              advance()
              cellPlace = place
              continue
            }
            content.append(scalars[index])
            advance()
          }
        }
        let trimmed = content.drop { Self.blanks.contains($0) }.reversed()
          .drop { Self.blanks.contains($0) }.reversed()
        record.cells.append(
          Cell(text: String(String.UnicodeScalarView(trimmed)), place: cellPlace))
        if index < scalars.count, scalars[index] == delimiter {
          advance()
          continue cells
        }
        break
      }
      record.end = place
      if index < scalars.count { advance() }
      if record.cells.contains(where: { !$0.text.isEmpty }) { records.append(record) }
    }
  }
}
