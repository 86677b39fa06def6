import Tables

/// The rows in the first 4 MiB of a file, from which everything about its columns is decided.
struct Sample {
  let block: RecordBlock
  /// The first row under the header and the row of units.
  private(set) var firstRow: Int
  /// The line of a row of units.
  private(set) var unitLine: Int?

  /// The rows under the header; reads ahead and consumes nothing.
  init(_ text: TextSource, _ header: inout Header, mapped: [String: Bool]) throws {
    let preview = try RecordPreview(text, delimiter: header.delimiter, records: .max)
    if let problem = preview.problem { throw problem }
    block = preview.block
    var row = 0
    while row < block.rowCount, block.line(row) <= header.line { row += 1 }
    firstRow = row
    readUnits(&header, mapped)
  }

  var rows: Range<Int> { firstRow..<block.rowCount }

  func cellsAreEqual(_ first: Int, _ second: Int) -> Bool {
    rows.allSatisfy { block.text($0, first) == block.text($0, second) }
  }

  /// A first row that holds units gives them to the names.
  private mutating func readUnits(_ header: inout Header, _ mapped: [String: Bool]) {
    guard firstRow < block.rowCount else { return }
    var units: [Int: UnitWord] = [:]
    for (index, name) in header.names.enumerated() {
      guard
        name.isMeasuring || mapped[name.key] == true || SplitName(name.folded) != nil
          || FinishName(name.folded) != nil
      else { continue }
      let text = block.text(firstRow, index)
      if ValueLike.matches(text.utf8Span.span) { return }
      let word = FoldedName.fold(text)
      if let unit = UnitWord(word.trimmingBrackets) { units[index] = unit }
    }
    if units.isEmpty { return }
    for (index, unit) in units where header.names[index].unit == nil {
      header.names[index].unit = unit
    }
    unitLine = block.line(firstRow)
    firstRow += 1
  }
}

extension String {
  /// `(km)` and `[km]` as `km`.
  fileprivate var trimmingBrackets: String {
    let pairs: [Character: Character] = ["(": ")", "[": "]"]
    guard count > 2, let first, let close = pairs[first], last == close else { return self }
    return String(dropFirst().dropLast())
  }
}
