import Testing

@testable import Tables

@Suite struct LimitTests {
  private let limit = RecordSplitter.longestRecord

  @Test(arguments: [false, true])
  func longestRecord(isQuoted: Bool) throws {
    let filler =
      isQuoted
      ? "\"" + String(repeating: "x", count: limit - 2) + "\""
      : String(repeating: "x", count: limit)
    let fitting = try rows(text("a\n\(filler)\nb\n"))
    #expect(fitting.map(\.line) == [1, 2, 3])
    #expect(fitting.map { $0.cells[0].utf8.count } == [1, isQuoted ? limit - 2 : limit, 1])
    #expect(try rows(text("a\n\(filler)")).count == 2)

    let longer = isQuoted ? "\"x" + filler.dropFirst() : "x" + filler
    for end in ["", "\n", "\nb\n"] {
      let problem = try problem { _ = try rows(text("a\n\(longer)\(end)")) }
      #expect(problem?.kind == "recordTooLong")
      #expect(problem?.place == Place(line: 2, column: 1))
    }
  }

  @Test func anUnclosedQuoteInABigFileIsALimitToo() throws {
    let big = "a\n1,\"2\n" + String(repeating: "3,4\n", count: limit / 4)
    let problem = try problem { _ = try rows(text(big)) }
    #expect(problem?.kind == "recordTooLong")
    #expect(problem?.place == Place(line: 2, column: 1))
  }

  @Test func aLineWithoutAnEndIsNotReadWhole() throws {
    let source = text("a\n" + String(repeating: "x", count: 3 * limit))
    #expect(try source.skipLine() != nil)
    let problem = try problem { _ = try source.skipLine() }
    #expect(problem?.kind == "recordTooLong")
    #expect(problem?.place == Place(line: 2, column: 1))
    #expect(source.available < limit + (1 << 20))
  }

  @Test func mostCells() throws {
    let fitting = "a\n" + String(repeating: ",", count: 65_535) + "x\n"
    #expect(try rows(text(fitting)).last?.cells.count == 65_536)
    let problem = try problem {
      _ = try rows(text("a\n\n" + String(repeating: ",", count: 65_536) + "x\n"))
    }
    #expect(problem?.kind == "tooManyCells")
    #expect(problem?.place == Place(line: 3, column: 1))
  }

  @Test func blocksAreOfBoundedSizeAndTheSameForEveryPieceSize() throws {
    let body = (1...20_000).map { "\($0),\($0 % 7 == 0 ? "\"a,\nb\"" : "ab")\n" }.joined()
    func sizes(_ pieces: Int) throws -> [Int] {
      let reader = RecordReader(
        text(body, pieces: pieces), delimiter: UInt8(ascii: ","), blockSize: 10_000)
      var sizes: [Int] = []
      while let raw = try reader.nextRaw() { sizes.append(raw.text.count) }
      return sizes
    }
    let expected = try sizes(1 << 18)
    #expect(expected.count > 10)
    #expect(expected.allSatisfy { $0 <= 10_000 })
    #expect(expected.reduce(0, +) == body.utf8.count)
    #expect(try sizes(777) == expected)
  }
}
