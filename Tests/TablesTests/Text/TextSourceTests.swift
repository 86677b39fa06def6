import Testing

@testable import Tables

@Suite struct TextSourceTests {
  @Test(arguments: [1, 2, 3, 4, 1 << 18])
  func everyLineEndBecomesOne(pieces: Int) throws {
    #expect(
      try decoded(text("a\nb\rc\r\nd\r\r\ne\r\r\r\nf\n\r\r", pieces: pieces))
        == "a\nb\nc\nd\ne\n\nf\n\n\n")
    #expect(try decoded(text("\r", pieces: pieces)) == "\n")
    #expect(try decoded(text("é\r\r", pieces: pieces)) == "é\n\n")
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func randomLineEnds(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let characters = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        ["\r", "\n", "x"][Int.random(in: 0..<3, using: &random)]
      }
      let string = characters.joined()
      let expected = string.utf8.isEmpty ? "" : reference(string)
      for pieces in [1, 2, 3, 1 << 18] {
        #expect(
          try decoded(text(string, pieces: pieces)) == expected,
          "seed \(seed): \(string.debugDescription), pieces of \(pieces)")
      }
    }
  }

  /// One scalar after another; `replacing` would see CR LF as one Character.
  private func reference(_ string: String) -> String {
    var rest = Array(string.utf8)[...]
    var result: [UInt8] = []
    while !rest.isEmpty {
      let end = ["\r\r\n", "\r\n", "\r", "\n"].first { rest.starts(with: $0.utf8) }
      result.append(end == nil ? rest[rest.startIndex] : 0x0A)
      rest = rest.dropFirst(end?.utf8.count ?? 1)
    }
    return String(decoding: result, as: UTF8.self)
  }

  @Test(arguments: [1, 3, 1 << 18])
  func peekingConsumesNothing(pieces: Int) throws {
    let source = text("ab\r\ncd\nef", pieces: pieces)
    #expect(Array(try source.peek(2)) == Array("ab".utf8))
    #expect(try source.peekReachesEnd(8))
    #expect(try !source.peekReachesEnd(7))
    #expect(try source.peekLine().map { String(decoding: $0, as: UTF8.self) } == "ab")
    #expect(try source.skipLine() == Array("ab".utf8))
    #expect(source.line == 2)
    #expect(try decoded(source) == "cd\nef")
    #expect(try source.skipLine() == Array("cd".utf8))
    #expect(try source.skipLine() == Array("ef".utf8))
    #expect(try source.skipLine() == nil)
    #expect(try source.peekLine() == nil)
    #expect(source.line == 3)
  }

  @Test(arguments: [1, 4, 1 << 18])
  func anErrorWaitsUntilTextBehindItIsAskedFor(pieces: Int) throws {
    let source = text("a,b\n1,2\n\0", pieces: pieces)
    #expect(try source.skipLine() == Array("a,b".utf8))
    #expect(Array(try source.peek(4)) == Array("1,2\n".utf8))
    let problem = try problem { _ = try source.peek(5) }
    #expect(problem?.place == Place(line: 3, column: 1))
    #expect(try source.skipLine() == Array("1,2".utf8))
    #expect(throws: TableProblem.self) { try source.skipLine() }
  }

  @Test(arguments: [
    ("", true), (" \t\u{B}\u{C}\n\u{A0}\u{2000}\u{200A}\u{202F}\u{205F}\u{3000}", true),
    ("\u{FEFF}\u{200B}\u{200C}\u{200D}\u{2060}", true), (" a ", false), ("\u{200E}", false),
    ("\u{2010}", false), ("\u{A1}", false), ("\u{3001}", false), ("\u{1680}", false),
    ("\u{85}", false), ("à", false),
  ])
  func blankCharacters(string: String, isBlank: Bool) {
    #expect(Blanks.isBlank(Array(string.utf8)[...]) == isBlank)
  }

  @Test func onlyWholeCharactersAreTrimmed() throws {
    // Both end in the bytes of a no-break space, or begin like one.
    #expect(try rows(text("à ,\u{3000}ああ\u{3000}, 　x\u{A0}\n")) == [Row(1, ["à", "ああ", "x"])])
  }
}
