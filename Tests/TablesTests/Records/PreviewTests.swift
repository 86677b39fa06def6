import Testing

@testable import Tables

@Suite struct PreviewTests {
  @Test func severalDelimitersAreTriedWithoutConsuming() throws {
    let source = text("a;b,c\n1;\"2\n,3\"\n", pieces: 2)
    let semicolons = try RecordPreview(source, delimiter: UInt8(ascii: ";"))
    #expect(semicolons.block.texts(1) == ["1", "2\n,3"])
    #expect(semicolons.problem == nil)
    let commas = try RecordPreview(source, delimiter: UInt8(ascii: ","))
    #expect(commas.block.texts(0) == ["a;b", "c"])
    #expect(commas.block.rowCount == 3)
    #expect(try rows(source, delimiter: ";").count == 2)
  }

  @Test func aProblemIsAValueAndTheRowsBeforeItAreThere() throws {
    let source = text("a,b\n\n1,2\n\"3\"x,4\n")
    let preview = try RecordPreview(source, delimiter: UInt8(ascii: ","))
    #expect(preview.block.rowCount == 2)
    #expect(preview.block.line(1) == 3)
    #expect(preview.problem?.kind == "misplacedQuote")
    #expect(preview.problem?.place == Place(line: 4, column: 4))
    #expect(try RecordPreview(source, delimiter: UInt8(ascii: ","), records: 2).problem == nil)
  }

  @Test func linesStayRightAfterSkipping() throws {
    let source = text("title\nsep=;\na;b\n1;2\n")
    try source.skipLine()
    #expect(try SeparatorLine.skip(in: source) == UInt8(ascii: ";"))
    #expect(source.line == 3)
    let preview = try RecordPreview(source, delimiter: UInt8(ascii: ";"), records: 1)
    #expect(preview.block.rowCount == 1)
    #expect(preview.block.line(0) == 3)
  }

  @Test func noMoreRowsThanWantedFromALongText() throws {
    let long = "a,b\n" + String(repeating: "1,2\n", count: 100_000)
    let preview = try RecordPreview(text(long), delimiter: UInt8(ascii: ","), records: 30)
    #expect(preview.block.rowCount == 30)
    let all = try RecordPreview(text(long), delimiter: UInt8(ascii: ","), records: 200_000)
    #expect(all.block.rowCount == 100_001)
  }

  @Test(arguments: [
    ("sep=;", ";"), ("SEP=\t", "\t"), ("\"sep=|\"", "|"), ("sep=", nil), ("sep=ab", nil),
    ("sep=\"", nil), ("sepa;b", nil), ("", nil),
  ])
  func separatorLines(line: String, delimiter: Character?) {
    #expect(SeparatorLine.delimiter(in: Array(line.utf8)[...]) == delimiter?.asciiValue)
  }

  @Test func aStreamIsAnsweredAsItComes() throws {
    let source = text("a,b\n1,2\n3,\"4\n5\"\n6", pieces: 4)
    let reader = RecordReader(source, delimiter: UInt8(ascii: ","), isLineBuffered: true)
    var lines: [[Int]] = []
    while let block = try reader.next() { lines.append(block.lines) }
    #expect(lines == [[1], [2], [3], [5]])
  }
}
