import CommandLineKit
import Tables

/// Result rows in columns that a person can read; widths and sides come from the first chunk.
struct AlignedTable {
  var cells: RowCells
  var decimals: Int?
  var faulty: FaultyRows
  private var widths: [Int] = []
  /// Whether a column is set to the right, as numbers are.
  private var isNumeric: [Bool] = []

  init(cells: RowCells, decimals: Int?, faulty: FaultyRows) {
    self.cells = cells
    self.decimals = decimals
    self.faulty = faulty
  }

  /// The lines of a chunk; chunks come in order.
  mutating func lines(of chunk: PredictedChunk) -> String {
    let rows = (0..<chunk.input.records.rowCount).filter { chunk.isWritten($0, faulty) }.map {
      row in
      var writer = CellTexts(decimals: decimals)
      cells.write(row: row, of: chunk, to: &writer)
      return writer.cells
    }
    var text = ""
    if widths.isEmpty {
      let names = cells.names
      widths = names.indices.map { column in
        // One very long text should not push everything else off the screen.
        min(rows.reduce(displayWidth(names[column])) { max($0, displayWidth($1[column].text)) }, 40)
      }
      isNumeric = names.indices.map { column in
        let cells = rows.map { $0[column] }.filter { !$0.isEmpty }
        return !cells.isEmpty && cells.allSatisfy { $0.isNumber || isMeasure($0.text) }
      }
      text += line(names.map { CellTexts.Cell(text: $0) })
    }
    for row in rows { text += line(row) }
    return text
  }

  private func line(_ cells: [CellTexts.Cell]) -> String {
    var text = ""
    for (index, cell) in cells.enumerated() {
      let shown = printable(cell.text)
      let space = String(repeating: " ", count: max(0, widths[index] - displayWidth(shown)))
      text += (index == 0 ? "" : "  ") + (isNumeric[index] ? space + shown : shown + space)
    }
    while text.last == " " { text.removeLast() }
    return text + "\n"
  }
}

/// Whether a cell that is repeated as it stands is a number or a time, in any spelling.
private func isMeasure(_ text: String) -> Bool {
  var hasDigits = false
  return text.utf8.allSatisfy { byte in
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    hasDigits = hasDigits || isDigit
    return isDigit || "+-.,:' ".utf8.contains(byte)
      || hasDigits && (byte | 0x20) == UInt8(ascii: "e")
  } && hasDigits
}

/// Gathers the texts of a row.
private struct CellTexts: CellWriter {
  struct Cell {
    var text: String
    var isNumber = false

    /// Whether there is no value.
    var isEmpty: Bool { text.isEmpty || text == CellTexts.nothing }
  }

  static let nothing = "-"

  var decimals: Int?
  var cells: [Cell] = []

  init(decimals: Int?) { self.decimals = decimals }

  mutating func append(_ value: Double) {
    cells.append(Cell(text: NumberText.text(value, decimals: decimals), isNumber: true))
  }

  mutating func append(_ value: Float) {
    var bytes: [UInt8] = []
    NumberText.append(value, to: &bytes, decimals: decimals)
    cells.append(Cell(text: String(decoding: bytes, as: UTF8.self), isNumber: true))
  }

  mutating func append(_ value: Int64) { cells.append(Cell(text: "\(value)", isNumber: true)) }
  mutating func append(_ text: String) { cells.append(Cell(text: text)) }
  mutating func appendEmpty() { append(CellTexts.nothing) }
}
