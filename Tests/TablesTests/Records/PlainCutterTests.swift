import CFastPath
import Testing

@testable import Tables

/// The cutter for text without quotes, beside libcsv.
@Suite struct PlainCutterTests {
  private static let alphabet = [
    "a", "b", "7", "12.5", ",", ",", ",", ";", "\n", "\n", "\n\n", " ", "  ", "\t", "\u{0B}",
    "\u{C}", "é", "\u{A0}",
    "\u{3000}", "\u{FEFF}", "😀", " \n", ",\n", "Höhenweg", "0123456789",
  ]

  static func text(_ random: inout SeededGenerator, pieces: Int) -> [UInt8] {
    (0..<pieces).flatMap { _ in
      alphabet[Int.random(in: 0..<alphabet.count, using: &random)].utf8
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>, [",", ";", "\t", " ", "a"] as [Unicode.Scalar])
  func sameRowsAsLibcsv(seed: UInt64, delimiter: Unicode.Scalar) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let text = Self.text(&random, pieces: Int.random(in: 0...200, using: &random))
      let raw = RawBlock(text: text, firstLine: 3, keepsEmptyRows: Bool.random(using: &random))
      let plain = try cutPlainCells(raw, delimiter: UInt8(ascii: delimiter))
      let libcsv = try cutCellsWithLibcsv(raw, delimiter: UInt8(ascii: delimiter))
      let comment: Comment = "\(String(decoding: text, as: UTF8.self).debugDescription)"
      #expect(contents(plain) == contents(libcsv), comment)
    }
  }

  @Test("Empty rows are kept where they have cells, on both ways")
  func emptyRowsThatAreKept() throws {
    let text = Array(",,\n\n \n1,2\n\u{A0}\n , \n".utf8)
    let raw = RawBlock(text: text, firstLine: 1, keepsEmptyRows: true)
    for block in [
      try cutPlainCells(raw, delimiter: UInt8(ascii: ",")),
      try cutCellsWithLibcsv(raw, delimiter: UInt8(ascii: ",")),
    ] {
      #expect(block.lines == [1, 4, 6])
      #expect((0..<3).map(block.cellCount) == [3, 2, 2])
    }
    let quoted = RawBlock(
      text: Array("\"\"\n\n\"1\"\n \"\"\n".utf8), firstLine: 1, recordStarts: [0, 3, 4, 8],
      keepsEmptyRows: true)
    #expect(try cutCells(quoted, delimiter: UInt8(ascii: ",")).lines == [1, 3, 4])
  }

  private func contents(_ block: RecordBlock) -> [String] {
    ["\(block.emptyRowCount) from \(block.emptyRowCount > 0 ? block.firstEmptyLine : 0)"]
      + (0..<block.rowCount).map { row in
        let cells = block.texts(row)
        let places = cells.indices.map { block.place(row, $0) }
        return "\(block.line(row)) \(cells) \(places)"
      }
  }

  @Test(arguments: [65_536, 65_537]) func sameLimitAsLibcsv(cells: Int) throws {
    let line = [UInt8](repeating: UInt8(ascii: ","), count: cells - 1)
    for text in [line, Array("a\n".utf8) + line + Array("\n1\n".utf8)] {
      let raw = RawBlock(text: text, firstLine: 1)
      let plain = try problem { _ = try cutPlainCells(raw, delimiter: UInt8(ascii: ",")) }
      let libcsv = try problem { _ = try cutCellsWithLibcsv(raw, delimiter: UInt8(ascii: ",")) }
      #expect(plain == libcsv)
      #expect((plain == nil) == (cells == 65_536))
    }
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func sameEndsWithoutVectors(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Some are longer than what vectors count in bytes.
    let pieces = seed % 10 == 0 ? 30_000 : Int.random(in: 0...400, using: &random)
    expectSameEnds(Self.text(&random, pieces: pieces) + [0x0A])
  }

  @Test(arguments: [",", "\n", ",\n", "a", "a,b,c,d,e,f,g,h\n"])
  func sameEndsWhereAllBytesAreAlike(piece: String) {
    for length in [0, 1, 63, 64, 65, 8127, 8128, 8129, 20_000] {
      expectSameEnds(
        Array(repeatElement(Array(piece.utf8), count: length).joined().prefix(length)))
    }
  }

  private func expectSameEnds(_ text: [UInt8]) {
    let counts = unsafe fast_count(text, text.count, UInt8(ascii: ","))
    #expect(counts.rows == text.count { $0 == 0x0A })
    #expect(counts.cells == text.count { $0 == 0x0A || $0 == UInt8(ascii: ",") })
    func cut(_ kind: Int32) -> [UInt32] {
      var ends = [UInt32](repeating: 0, count: counts.cells + fast_slack)
      var rows = [UInt32](repeating: 0, count: counts.rows)
      unsafe fast_cut_with(kind, text, text.count, UInt8(ascii: ","), &ends, &rows)
      return ends.prefix(counts.cells) + rows
    }
    let expected = cut(Int32(fast_portable))
    #expect(cut(Int32(fast_baseline)) == expected)
    #expect(cut(fast_widest()) == expected)
  }
}
