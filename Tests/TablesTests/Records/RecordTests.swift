import Testing

@testable import Tables

@Suite struct RecordTests {
  @Test(arguments: [1, 2, 3, 7, 1 << 18], [1, 40, 1 << 18])
  func rowsAndLines(pieces: Int, blockSize: Int) throws {
    let source = text(
      "a,b\r\n1,2\n\n \t\n3,\"x\r\ny\"\r\r\n,,\n4\r5,6,\r\n7, \"q\"\"q\" ,8", pieces: pieces)
    #expect(
      try rows(source, blockSize: blockSize) == [
        Row(1, ["a", "b"]), Row(2, ["1", "2"]), Row(5, ["3", "x\ny"]), Row(8, ["4"]),
        Row(9, ["5", "6", ""]), Row(10, ["7", "q\"q", "8"]),
      ])
  }

  @Test(arguments: [
    ("a,b\n1,\"2\n3\n", "unclosedQuote", 2, 3),
    ("a,b\n1,\"2\"x,3\n", "misplacedQuote", 2, 6),
    ("a,b\n\"1\r\n2\" \"3\"\n", "misplacedQuote", 3, 4),
    ("é,\"b\"\"", "unclosedQuote", 1, 3),
    ("a\n\"x\" \ty\n", "misplacedQuote", 2, 6),
  ])
  func quoteErrors(string: String, kind: String, line: Int, column: Int) throws {
    for pieces in [1, 2, 1 << 18] {
      for blockSize in [1, 5, 1 << 18] {
        let problem = try problem {
          _ = try rows(text(string, pieces: pieces), blockSize: blockSize)
        }
        #expect(problem?.kind.rawValue == kind)
        #expect(problem?.place == Place(line: line, column: column))
        #expect(problem?.excerpt != nil)
      }
    }
  }

  @Test func quotesAreOrdinaryInsideOtherCells() throws {
    #expect(
      try rows(text("5'32\",'a'\n\u{A0}\"x\",\\\n")) == [
        Row(1, ["5'32\"", "'a'"]), Row(2, ["\"x\"", "\\"]),
      ])
  }

  @Test func blankRecordsOfEveryKindAreNoRows() throws {
    #expect(
      try rows(text("\n  \n\u{A0}\n\"\"\n,,,\n\" \n\", \u{2003}\nx\n\n")) == [Row(8, ["x"])])
    #expect(try rows(text("\t\t\na\tb\n"), delimiter: "\t") == [Row(2, ["a", "b"])])
  }

  @Test func problemsNameTheCell() throws {
    let source = text("a,b\n1,\"x\ny\", 12é ,\n")
    let reader = RecordReader(source, delimiter: UInt8(ascii: ","))
    let block = try #require(try reader.next())
    let problem = block.problem("badNumber", row: 1, cell: 2, name: "c", message: "no")
    #expect(problem.place == Place(line: 3, column: 5))
    #expect(problem.value == "12é")
    #expect(problem.excerpt == "y\", 12é ,")
    #expect(block.problem("k", row: 0, cell: 9, message: "").value == nil)
    #expect(block.place(0, 9) == Place(line: 1, column: 4))
    #expect(block.place(1, 3) == Place(line: 3, column: 10))
  }

  @Test func someRowsOfABlock() throws {
    let reader = RecordReader(text("a\nb\n\nc,d\n"), delimiter: UInt8(ascii: ","))
    let block = try #require(try reader.next())
    let part = block.rows(1..<9)
    #expect(part.rowCount == 2)
    #expect(part.texts(1) == ["c", "d"])
    #expect(part.lines == [2, 4])
    #expect(part.place(1, 1) == Place(line: 4, column: 3))
    #expect(part.text(0, 5) == "")
  }

  @Test func aDisagreementWithLibcsvIsAnErrorAndNoShiftedLine() throws {
    for starts in [[0], [0, 1, 3]] as [[UInt32]] {
      let raw = RawBlock(text: Array("ab\nc\n".utf8), firstLine: 7, recordStarts: starts)
      let problem = try problem { _ = try cutCells(raw, delimiter: UInt8(ascii: ",")) }
      #expect(problem?.kind == "parserFailure")
      #expect(problem?.place?.line == 7)
    }
  }
}
