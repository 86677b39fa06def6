import Tables

/// Headers that come again further down.
extension Header {
  enum Return { case none, same, other }

  /// Whether a record without any value is this header again, or that of another table.
  func comesAgain(in block: RecordBlock, _ row: Int, allowsSplits: Bool = false) -> Return {
    let cells = block.texts(row)
    if isRepeated(by: cells) { return .same }
    let test = HeaderTest(cells, isFirst: false, mapped: [:], allowsSplits: allowsSplits)
    return test.isHeader && test.known >= 2 ? .other : .none
  }

  static func secondTable(line: Int) -> TableProblem {
    TableProblem(
      "secondTable", at: Place(line: line, column: 1),
      message: "a second table with other columns begins here",
      hint: "cut the file here, or pass over the lines before it with --skip")
  }

  /// The cells of a record that are equal to the names, whatever signs and case.
  func isRepeated(by cells: [String]) -> Bool {
    let width = self.width
    guard cells.count >= width else { return false }
    for index in 0..<width where cells[index] != self.cells[index] {
      if FoldedName.fold(cells[index]).lowercased() != names[index].folded.lowercased() {
        return false
      }
    }
    return cells[width...].allSatisfy { $0.isEmpty }
  }
}
