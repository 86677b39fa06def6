import Testing

@testable import Tables

private let pieceSizes = [1, 2, 3, 5, 1 << 18]

private func utf16(_ string: String, isLittle: Bool) -> [UInt8] {
  string.utf16.flatMap { unit in
    let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
    return isLittle ? [low, high] : [high, low]
  }
}

@Suite struct EncodingTests {
  struct Case: Sendable {
    var bytes: [UInt8]
    var text: String
    var note: String?
    var given: TextEncoding?
  }

  static let cases = [
    Case(bytes: [], text: ""),
    Case(bytes: Array("a".utf8), text: "a"),
    Case(bytes: Array("Höhenweg,😀\n".utf8), text: "Höhenweg,😀\n"),
    Case(bytes: [0xEF, 0xBB, 0xBF] + Array("é".utf8), text: "é"),
    Case(bytes: [0xEF, 0xBB, 0xBF], text: ""),
    Case(bytes: [0xFF, 0xFE] + utf16("aé😀\n", isLittle: true), text: "aé😀\n", note: "utf-16le"),
    Case(bytes: [0xFE, 0xFF] + utf16("aé😀\n", isLittle: false), text: "aé😀\n", note: "utf-16be"),
    Case(bytes: [0xFF, 0xFE], text: "", note: "utf-16le"),
    Case(bytes: [0x61, 0xF6, 0x80, 0x9F, 0xA0], text: "aö€Ÿ\u{A0}", note: "windows-1252"),
    // Half a sequence at the very end is no UTF-8, so it decides for Windows-1252.
    Case(bytes: [0x61, 0xC3], text: "aÃ", note: "windows-1252"),
    Case(bytes: [0x61, 0xE2, 0x82], text: "aâ‚", note: "windows-1252"),
    Case(bytes: [0xC3, 0xA9], text: "Ã©", given: .windows1252),
    Case(bytes: Array("é".utf8), text: "é", given: .utf8),
    Case(bytes: [0xFF, 0xFE, 0x61, 0], text: "a", given: .utf16le),
    Case(bytes: utf16("ab", isLittle: true), text: "ab", given: .utf16le),
    Case(bytes: utf16("é", isLittle: false), text: "é", given: .utf16be),
  ]

  @Test(arguments: cases, pieceSizes)
  func decodes(sample: Case, pieces: Int) throws {
    let source = text(sample.bytes, pieces: pieces, encoding: sample.given)
    #expect(try decoded(source) == sample.text)
    #expect(source.encodingNote?.value == sample.note)
    #expect(source.encodingNote?.severity ?? .note == .note)
  }

  struct Failure: Sendable {
    var bytes: [UInt8]
    var kind: String
    var line: Int
    var column: Int
    var given: TextEncoding?
    var hint: String?
  }

  static let failures = [
    Failure(bytes: Array("a,b\n1,\0".utf8), kind: "nulByte", line: 2, column: 3),
    Failure(bytes: Array("é\r\né\r\0".utf8), kind: "nulByte", line: 3, column: 1),
    Failure(bytes: Array("é\nab".utf8) + [0xE9], kind: "badEncoding", line: 2, column: 3),
    Failure(bytes: Array("éé".utf8) + [0xE2, 0x82], kind: "badEncoding", line: 1, column: 3),
    Failure(bytes: Array("é".utf8) + [0xED, 0xA0, 0x80], kind: "badEncoding", line: 1, column: 2),
    Failure(bytes: Array("é".utf8) + [0xC0, 0x80], kind: "badEncoding", line: 1, column: 2),
    Failure(bytes: [0xE9, 0x0A, 0x61, 0x81], kind: "badEncoding", line: 2, column: 2),
    Failure(bytes: [0xE9, 0x61, 0x0A, 0x62, 0x63, 0], kind: "nulByte", line: 2, column: 3),
    Failure(bytes: [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], kind: "badEncoding", line: 1, column: 1),
    Failure(bytes: [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61], kind: "badEncoding", line: 1, column: 1),
    Failure(
      bytes: utf16("a,b\n1,é\n", isLittle: true), kind: "badEncoding", line: 1, column: 1,
      hint: "utf-16le"),
    Failure(
      bytes: utf16("Höhenweg\n", isLittle: false), kind: "badEncoding", line: 1, column: 1,
      hint: "utf-16be"),
    Failure(
      bytes: [0xFF, 0xFE] + utf16("a\nb\0", isLittle: true), kind: "nulByte", line: 2, column: 2),
    Failure(bytes: [0xFF, 0xFE, 0x61, 0, 0x62], kind: "badEncoding", line: 1, column: 2),
    Failure(bytes: [0xFF, 0xFE, 0x61, 0, 0x00, 0xD8], kind: "badEncoding", line: 1, column: 2),
    Failure(bytes: [0xFF, 0xFE, 0x00, 0xDC, 0x61, 0], kind: "badEncoding", line: 1, column: 1),
    Failure(
      bytes: [0xFF, 0xFE, 0x00, 0xD8, 0x61, 0], kind: "badEncoding", line: 1, column: 1),
    Failure(bytes: [0x61, 0xE9], kind: "badEncoding", line: 1, column: 2, given: .utf8),
    Failure(bytes: utf16("ab", isLittle: true), kind: "nulByte", line: 1, column: 2, given: .utf8),
    Failure(bytes: [0x41, 0x9D], kind: "badEncoding", line: 1, column: 2, given: .windows1252),
  ]

  @Test(arguments: failures, pieceSizes)
  func refuses(sample: Failure, pieces: Int) throws {
    let source = text(sample.bytes, pieces: pieces, encoding: sample.given)
    let problem = try problem { _ = try source.peek() }
    #expect(problem?.kind.rawValue == sample.kind)
    #expect(problem?.place == Place(line: sample.line, column: sample.column))
    if let hint = sample.hint { #expect(problem?.hint?.contains("--encoding \(hint)") == true) }
  }

  @Test func utf16WithoutMarkIsSeenInTheFirstBytesOnly() throws {
    // One stray NUL far into a plain file is just that.
    let stray = Array(String(repeating: "abcdefg\n", count: 100).utf8) + [0]
    let problem = try problem { _ = try text(stray).peek() }
    #expect(problem?.kind == "nulByte")
    #expect(problem?.place == Place(line: 101, column: 1))
  }

  /// More than 40 % of one parity and fewer than 10 % of the other, among the first 512 bytes.
  @Test(arguments: [
    (even: 103, odd: 25, kind: "badEncoding"), (102, 25, "nulByte"), (103, 26, "nulByte"),
    (0, 103, "badEncoding"), (25, 102, "nulByte"), (26, 256, "nulByte"), (25, 256, "badEncoding"),
  ])
  func howManyZerosAreUTF16(even: Int, odd: Int, kind: String) throws {
    var bytes = [UInt8](repeating: 0x61, count: 1000)
    for index in 0..<even { bytes[510 - 2 * index] = 0 }
    for index in 0..<odd { bytes[511 - 2 * index] = 0 }
    for pieces in [100, 512, 1000] {
      let problem = try problem { _ = try text(bytes, pieces: pieces).peek() }
      #expect(problem?.kind.rawValue == kind)
      if kind == "badEncoding" {
        #expect(problem?.hint?.contains(even > odd ? "utf-16be" : "utf-16le") == true)
      }
    }
  }

  @Test(arguments: [
    ("UTF-8", TextEncoding.utf8), ("utf-16le", .utf16le), ("UTF-16BE", .utf16be),
    ("windows-1252", .windows1252), ("ISO-8859-1", .windows1252), ("latin-9", nil), ("", nil),
  ])
  func names(name: String, encoding: TextEncoding?) {
    #expect(TextEncoding(name: name) == encoding)
  }

  @Test func windows1252AgreesWithTheStandard() throws {
    // Made by Python: bytes(range(0x80, 0x100)).decode("cp1252"), without the five that have none.
    let high = (0x80...0xFF).filter { ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }
    let expected =
      "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
      + String(String.UnicodeScalarView((0xA0...0xFF).compactMap { Unicode.Scalar(UInt32($0)) }))
    #expect(try decoded(text(high.map { UInt8($0) }, encoding: .windows1252)) == expected)
  }
}
