import Testing

@testable import Tables

@Suite struct LineReaderTests {
  struct Line: Equatable {
    var number: Int
    var text: String
  }

  static func lines(
    _ bytes: [UInt8], pieces: Int = 1 << 18, blockSize: Int = 256 << 10,
    isLineBuffered: Bool = false
  ) throws -> [Line] {
    let reader = LineReader(
      TextSource(.bytes(bytes, pieceSize: pieces), isUnicode: true), blockSize: blockSize,
      isLineBuffered: isLineBuffered)
    var lines: [Line] = []
    while let block = try reader.next() {
      #expect(!block.ranges.isEmpty)
      for (range, number) in zip(block.ranges, block.numbers) {
        lines.append(Line(number: number, text: String(decoding: block.text[range], as: UTF8.self)))
      }
    }
    return lines
  }

  static let text = "\u{FEFF}{}\r\n\n  \t\n{\"é\":1}\r\rlast"
  static let expected = [
    Line(number: 1, text: "{}"), Line(number: 4, text: "{\"é\":1}"), Line(number: 6, text: "last"),
  ]

  @Test(arguments: [1, 2, 3, 1 << 18], [1, 7, 256 << 10])
  func sameForAllPieces(pieces: Int, blockSize: Int) throws {
    let bytes = [UInt8](Self.text.utf8)
    #expect(try Self.lines(bytes, pieces: pieces, blockSize: blockSize) == Self.expected)
    #expect(try Self.lines(bytes, pieces: pieces, isLineBuffered: true) == Self.expected)
  }

  @Test func utf16WithAMark() throws {
    let bytes: [UInt8] =
      [0xFF, 0xFE] + "{}\n[é]".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try Self.lines(bytes) == [Line(number: 1, text: "{}"), Line(number: 2, text: "[é]")])
  }

  @Test(
    arguments: [
      (Array("{}\n{\"a\":\"".utf8) + [0xE9] + Array("\"}\n".utf8), "badEncoding", 2, 7),
      (Array("{}\n{\"a\":\"é".utf8) + [0xFF], "badEncoding", 2, 8),
      (Array("{}\na\0b".utf8), "nulByte", 2, 2),
    ] as [([UInt8], String, Int, Int)])
  func badBytes(_ bytes: [UInt8], kind: String, line: Int, column: Int) {
    let problem = #expect(throws: TableProblem.self) { try Self.lines(bytes) }
    #expect(problem?.kind.rawValue == kind)
    #expect(problem?.place == Place(line: line, column: column))
  }

  /// Nothing is asked of the input before all lines that are there are given out.
  @Test func aStreamIsNotReadAhead() throws {
    let bytes = [UInt8]("{}\n{}\n{".utf8)
    let reader = LineReader(
      TextSource(.bytes(bytes, pieceSize: 3), isUnicode: true), isLineBuffered: true)
    #expect(try reader.next()?.numbers == [1])
    #expect(try reader.next()?.numbers == [2])
    #expect(try reader.next()?.numbers == [3])
    #expect(try reader.next() == nil)
  }

  @Test(arguments: [false, true]) func aLineMayBeLongButNotEndless(isLineBuffered: Bool) throws {
    let longest = [UInt8](repeating: 0x61, count: RecordSplitter.longestRecord)
    #expect(try Self.lines(longest + [0x0A, 0x62], isLineBuffered: isLineBuffered).count == 2)
    let problem = #expect(throws: TableProblem.self) {
      try Self.lines([0x62, 0x0A] + longest + [0x61], isLineBuffered: isLineBuffered)
    }
    #expect(problem?.kind == "recordTooLong")
    #expect(problem?.place == Place(line: 2, column: 1))
  }
}
