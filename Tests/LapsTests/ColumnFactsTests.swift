import Testing

@testable import Laps
@testable import Tables

/// Cells that surely tell nothing new are passed over: the facts are those of looking at each.
@Suite struct ColumnFactsTests {
  private static let words = [
    "0", "12", "10000", "-3", "+4", "1.5", "-2.25", ".5", "5.", "1,5", ",25", "-0,5", "1.234",
    "1,234", "12,345.6", "1.234,5", "1'000", "5:12", "1:02:33.5", "7h30", "5'32", "4 min", "800 m",
    "5.5km", "1,5 km", "42k", "--", "", "n/a", "1e3", "x", "1.2.3", "12345678901234567890",
    "0.12345678901234567",
  ]

  /// Most cells are of three words, so that what is told late is told for the first time.
  @Test(arguments: 0..<200)
  func areThoseOfEveryCell(_ seed: Int) throws {
    var random = SeededGenerator(seed)
    func word() -> String { Self.words[Int.random(in: Self.words.indices, using: &random)] }
    let few = (0..<3).map { _ in word() }
    let cells = (0..<60).map { _ in
      Int.random(in: 0..<40, using: &random) == 0
        ? word() : few[Int.random(in: few.indices, using: &random)]
    }
    let text = cells.map { "\($0);row\n" }.joined()
    let preview = try RecordPreview(
      TextSource(.bytes(Array(text.utf8))), delimiter: UInt8(ascii: ";"), records: .max)
    let block = preview.block
    #expect(block.rowCount == cells.count)
    let rows = (0..<block.rowCount).filter { $0 % 5 != 3 }
    for dimension in [Dimension.time, .distance] {
      let facts = ColumnFacts(
        block, column: 0, dimension: dimension, rows: rows, hoursAndMinutes: false)
      let each = rows.map { Fact(cells[$0], dimension) }
      func first(_ evidence: DecimalEvidence) -> Int? {
        each.firstIndex { $0.evidence == evidence }.map { rows[$0] }
      }
      #expect(facts.firstDot == first(.dot))
      #expect(facts.firstComma == first(.comma))
      #expect(facts.hasClock == each.contains { $0.isClock })
      #expect(facts.hasCellUnits == each.contains { $0.hasUnit })
      // Where commas are proven nobody asks what else they might be.
      if facts.firstComma == nil { #expect(facts.firstAmbiguous == first(.ambiguousComma)) }
    }
  }

  /// What one cell says.
  private struct Fact {
    var isClock = false
    var hasUnit = false
    var evidence: DecimalEvidence?

    init(_ cell: String, _ dimension: Dimension) {
      let text = cell.utf8Span.span
      if MissingValue.isMissing(text) { return }
      if dimension == .time, ClockCell.seconds(text) != nil {
        isClock = true
      } else if dimension == .distance, let unit = DistanceCell.unit(text) {
        hasUnit = true
        evidence = DecimalEvidence(text.extracting(0..<unit.start))
      } else {
        evidence = DecimalEvidence(text)
      }
    }
  }
}
