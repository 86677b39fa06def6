import Testing

@testable import Tables

/// Whole columns, beside the parser that reads one text at a time.
@Suite struct ColumnConversionTests {
  private static let alphabet = Array("0123456789012345678900..,-+e ")

  @Test(arguments: 1...20 as ClosedRange<UInt64>, [DecimalMark.dot, .comma])
  func sameNumbersAsTheParser(seed: UInt64, mark: DecimalMark) throws {
    var random = SeededGenerator(seed: seed)
    let texts = (0..<500).map { row in
      let length = Int.random(in: 0...(row % 10 == 0 ? 30 : 10), using: &random)
      return String(
        (0..<length).map { _ in
          Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &random)]
        })
    }
    try check(texts, mark)
  }

  /// Digits with at most one mark, as most cells are.
  @Test(arguments: 1...20 as ClosedRange<UInt64>, [DecimalMark.dot, .comma])
  func sameDecimalsAsTheParser(seed: UInt64, mark: DecimalMark) throws {
    var random = SeededGenerator(seed: seed)
    let texts = (0..<500).map { _ in
      var digits = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }
      let place = Int.random(in: 0...digits.count * 2, using: &random)
      if place <= digits.count { digits.insert(mark.rawValue, at: place) }
      return (Bool.random(using: &random) ? "-" : "") + digits.joined()
    }
    try check(texts, mark)
  }

  private func check(_ texts: [String], _ mark: DecimalMark) throws {
    let table = texts.map { "x;\($0)\n" }.joined()
    let block = try cutPlainCells(
      RawBlock(text: Array(table.utf8), firstLine: 1), delimiter: UInt8(ascii: ";"))
    try #require(block.rowCount == texts.count)
    for isProven in [true, false] {
      let format = NumberFormat(mark: mark, isProven: isProven)
      let parser = NumberParser(format)
      let column = block.convert(1, to: .double, format: format)
      guard case .doubles(let values) = column.values else {
        Issue.record("no doubles")
        return
      }
      for row in texts.indices {
        let text = block.text(row, 1)
        let expected: Result<UInt64, NumberFailure> = Result { () throws(NumberFailure) in
          try parser.double(text).bitPattern
        }
        let failure = column.failures.first { $0.row == row }?.failure
        switch expected {
        case .success(let bits):
          #expect(values[row].bitPattern == bits, "\(text.debugDescription)")
          #expect(column.missing?[row] != true)
        case .failure(let reason):
          #expect(column.missing?[row] == true && values[row].isNaN)
          #expect(failure == (MissingValue.isMissing(text) ? nil : reason))
        }
      }
    }
  }
}
