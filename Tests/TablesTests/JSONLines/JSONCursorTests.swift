import Foundation
import Testing

@testable import Tables

@Suite struct JSONCursorTests {
  /// Walks over a whole document.
  static func walk(_ text: String) throws(JSONFailure) {
    let bytes = [UInt8](text.utf8)
    var cursor = JSONCursor(bytes, 0..<bytes.count)
    try cursor.skip()
    try cursor.finish()
  }

  static func text(_ json: String) throws(JSONFailure) -> String {
    let bytes = [UInt8](json.utf8)
    var cursor = JSONCursor(bytes, 0..<bytes.count)
    return cursor.string(try cursor.text())
  }

  @Test(arguments: [
    "{}", "[]", "0", "-0", "10", "-1.5e+10", "1E5", "0.25", "true", "false", "null", "\"\"",
    "{\"a\":[1,{\"b\":null}],\"c\":{}}", " [ 1 ,\t2 ] ", "[[],[[]]]", "\"\\u0041\\n\\\"\\/\"",
    "\"\\ud83d\\ude00\"", String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
  ])
  func valid(_ text: String) throws {
    try Self.walk(text)
    // The same judgement by another reader.
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }
  }

  @Test(
    arguments: [
      ("", .value, 0), ("{", .commaOrBrace, 1), ("[", .commaOrBracket, 1),
      ("[1", .commaOrBracket, 2),
      ("[1 2]", .commaOrBracket, 3), ("{\"a\" 1}", .colon, 5),
      ("{\"a\":1 \"b\":2}", .commaOrBrace, 7),
      ("{a:1}", .name, 1), ("{1:1}", .name, 1), ("[1,]", .trailingComma, 2),
      ("{\"a\":1,}", .trailingComma, 6), ("[,1]", .value, 1), ("01", .leadingZero, 0),
      ("-01", .leadingZero, 1), ("-", .digit, 1), ("1.", .digit, 2), ("1.e5", .digit, 2),
      ("1e", .digit, 2), ("1e+", .digit, 3), ("+1", .value, 0), (".5", .value, 0),
      ("tru", .value, 0), ("nul", .value, 0), ("NaN", .notFinite, 0), ("-Infinity", .notFinite, 0),
      ("Infinity", .notFinite, 0), ("nan", .notFinite, 0), ("\"a", .unclosedText, 0),
      ("\"a\u{1}\"", .controlCharacter, 2), ("\"\t\"", .controlCharacter, 1),
      ("\"\\x\"", .badEscape, 1), ("\"\\u12g4\"", .hexDigits, 3), ("\"\\u12", .hexDigits, 3),
      ("\"\\ud83d\"", .halfSurrogate, 1), ("\"\\ude00\"", .halfSurrogate, 1),
      ("\"\\ud83d\\u0041\"", .halfSurrogate, 1), ("\"\\", .badEscape, 1),
      ("{} {}", .textBehindValue, 3), ("1,", .textBehindValue, 1), ("]", .value, 0),
      ("'a'", .value, 0), ("[1}", .commaOrBracket, 2), ("{\"a\":1]", .commaOrBrace, 6),
      (String(repeating: "[", count: 65), .tooDeep, 64),
      (String(repeating: "{\"a\":", count: 65), .tooDeep, 320),
    ] as [(String, JSONFailure.Reason, Int)])
  func invalid(_ text: String, reason: JSONFailure.Reason, offset: Int) {
    #expect(throws: JSONFailure(reason, at: offset)) { try Self.walk(text) }
  }

  @Test(arguments: [
    ("\"é\u{1F600}\"", "é\u{1F600}"), ("\"a\\u00e9b\"", "aéb"),
    ("\"\\ud83d\\ude00!\"", "\u{1F600}!"),

    ("\"\\b\\f\\n\\r\\t\\\\\\/\\\"\"", "\u{8}\u{C}\n\r\t\\/\""), ("\"\\u0000\"", "\0"),
  ])
  func texts(_ json: String, expected: String) throws {
    #expect(try Self.text(json) == expected)
  }

  @Test(
    arguments: [
      ("9007199254740993", 9_007_199_254_740_993), ("-9223372036854775808", Int64.min),
      ("9223372036854775807", .max), ("3.0", 3), ("1e3", 1000), ("-0", 0), ("1e0003", 1000),
      ("0e1000", 0), ("-0.00e-999999999999999999999", 0), ("12.5e1", 125), ("10e-0001", 1),
      ("1" + String(repeating: "0", count: 1018) + "e-1000", 1_000_000_000_000_000_000),
      ("-0." + String(repeating: "0", count: 999) + "7e1001", -70),
    ] as [(String, Int64)])
  func integers(_ text: String, expected: Int64) throws {
    let cursor = JSONCursor(Array(text.utf8), 0..<text.utf8.count)
    #expect(try cursor.int64(0..<text.utf8.count) == expected)
  }

  @Test(
    arguments: [
      ("9223372036854775808", .outOfRange), ("1e400", .outOfRange), ("0.5", .notWhole),
      ("1e-3", .notWhole), ("1e1000", .outOfRange), ("1e-999999999", .notWhole),
      ("1e-9223372036854775808", .notWhole), ("10e9223372036854775807", .outOfRange),
      ("1.5e-99999999999999999999", .notWhole), ("-1e99999999999999999999", .outOfRange),
      ("9223372036854775808000e-0003", .outOfRange), ("10000000000000000001e-0001", .notWhole),
    ] as [(String, NumberFailure)])
  func noIntegers(_ text: String, reason: NumberFailure) {
    let cursor = JSONCursor(Array(text.utf8), 0..<text.utf8.count)
    #expect(throws: reason) { try cursor.int64(0..<text.utf8.count) }
  }

  @Test(arguments: [
    "0.1", "1e22", "100000000000000000000", "1.7976931348623157e308", "5e-324", "2.5E-3",
    "123456789012345678901234567890", "1e-1000", "0.000000000000000000000000000001", "1e0001",
  ])
  func numbers(_ text: String) throws {
    let cursor = JSONCursor(Array(text.utf8), 0..<text.utf8.count)
    let expected = unsafe strtod(text, nil)
    #expect(try cursor.double(0..<text.utf8.count) == expected)
  }

  @Test(arguments: ["1e309", "-1e309", "1e99999"]) func tooLarge(_ text: String) {
    let cursor = JSONCursor(Array(text.utf8), 0..<text.utf8.count)
    #expect(throws: NumberFailure.notFinite) { try cursor.double(0..<text.utf8.count) }
  }
}
