import Testing

@testable import Tables

@Suite struct CellValueTests {
  @Test(arguments: [
    ("", true), ("-", true), ("--", true), ("---", true), ("–", true), ("—", true), ("?", true),
    ("N/A", true), ("n/a", true), ("NA", true), ("na", true), ("#N/A", true), ("NULL", true),
    ("Null", true), ("none", true), ("None", true), ("\\N", true), ("\\n", true),
    ("NaN", false), ("nan", false), ("----", false), ("??", false), ("0", false), ("no", false),
    ("nil", false), ("—-", false), ("Nones", false), ("NA1", false), (".", false),
  ])
  func missing(string: String, isMissing: Bool) {
    #expect(MissingValue.isMissing(string) == isMissing)
  }

  @Test(arguments: [
    ("3.5", DecimalEvidence.dot), ("1234.567", .dot), ("0.125", .dot), (".5", .dot),
    ("1,234.5", .dot), ("1,234,567", .dot), ("1'234.5", .dot), ("-0.5", .dot), ("1.5e3", .dot),
    ("3,5", .comma), ("0,125", .comma), ("1.234,5", .comma), ("1 234,5", .comma),
    ("1.234.567", .comma), ("1'234,567", .comma), ("1234,567", .comma),
    ("1.234", .ambiguousDot), ("-1.234", .ambiguousDot), ("999.000", .ambiguousDot),
    ("1,234", .ambiguousComma), ("+12,345", .ambiguousComma),
    ("1234", .nothing), ("1 234", .nothing), ("1'234'567", .nothing), ("1e3", .nothing),
    ("4:58,0", .nothing), ("--", .nothing), ("a.b", .nothing), ("1,2,3", .nothing), ("", .nothing),
  ])
  func whatACellProves(string: String, evidence: DecimalEvidence) {
    #expect(DecimalEvidence(string) == evidence)
  }

  @Test(arguments: [
    (14345.0, "14345"), (0.1, "0.1"), (-2.5, "-2.5"), (0, "0"), (-0.0, "-0"),
    (1e15, "1000000000000000"),
    (9_007_199_254_740_991, "9007199254740991"), (9_007_199_254_740_992, "9007199254740992"),
    (1e16, "1e+16"), (1e300, "1e+300"), (1e-7, "1e-07"), (.leastNonzeroMagnitude, "5e-324"),
    (.nan, "nan"),
    (-.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf"), (0.1 + 0.2, "0.30000000000000004"),
  ])
  func shortestText(value: Double, string: String) {
    #expect(NumberText.text(value) == string)
  }

  @Test(arguments: [
    (14345.26, 1, "14345.3"), (14345.25, 1, "14345.3"), (-2.675, 2, "-2.68"), (0.5, 0, "1"),
    (2.4, 0, "2"), (9.996, 2, "10"), (99.95, 1, "100"), (0.0001, 2, "0"), (-0.001, 2, "0"),
    (0.006, 2, "0.01"), (0.05, 1, "0.1"), (1.5, 5, "1.5"), (3, 2, "3"), (1e300, 2, "1e+300"),
    (1e-300, 3, "0"), (0.1 + 0.2, 3, "0.3"), (1234.5678, 3, "1234.568"), (0.0999, 3, "0.1"),
    (.nan, 2, "nan"), (-.infinity, 2, "-inf"), (100.04, 1, "100"), (1.25e-5, 6, "0.000013"),
  ])
  func fewerDecimals(value: Double, decimals: Int, string: String) {
    #expect(NumberText.text(value, decimals: decimals) == string)
  }

  @Test(arguments: [
    (0.1 as Float, "0.1"), (3, "3"), (1e20, "1e+20"), (16_777_216, "16777216"), (.nan, "nan"),
    (-0.0, "-0"), (.infinity, "inf"), (0.15, "0.15"),
  ])
  func shortestTextOfAFloat(value: Float, string: String) throws {
    var bytes: [UInt8] = []
    NumberText.append(value, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == string)
  }

  @Test func columnsOfABlock() throws {
    let source = text("1.5,7,Lake\n--,x,\n2,,NA\n1e999,3.0,Lake\n")
    let block = try #require(try RecordReader(source, delimiter: UInt8(ascii: ",")).next())
    let doubles = block.convert(0, to: .double)
    guard case .doubles(let values) = doubles.values else {
      Issue.record("no doubles")
      return
    }
    #expect(values[0] == 1.5 && values[1].isNaN && values[2] == 2 && values[3].isNaN)
    #expect(doubles.missing == [false, true, false, true])
    #expect(doubles.failures == [CellFailure(row: 3, failure: .notFinite)])

    let integers = block.convert(1, to: .int64)
    #expect(integers.values == .int64s([7, 0, 0, 3]))
    #expect(integers.missing == [false, true, true, false])
    #expect(integers.failures == [CellFailure(row: 1, failure: .badNumber)])

    let words = block.convert(2, to: .string)
    #expect(words.values == .strings(StringColumn(codes: [0, -1, -1, 0], dictionary: ["Lake"])))
    let texts = block.convert(2, to: .string, missing: .emptyOnly)
    #expect(
      texts.values == .strings(StringColumn(codes: [0, -1, 1, 0], dictionary: ["Lake", "NA"])))
    #expect(texts.missing == [false, true, false, false])

    // A column that no row has.
    #expect(block.convert(9, to: .int64).missing == [true, true, true, true])
    #expect(block.rows(0..<1).convert(0, to: .double).missing == nil)
  }

  @Test func manyDifferentTextsKeepTheirCodes() throws {
    let names = (0..<5000).map { "course \($0 * 7919 % 1000)" }
    let source = text(names.joined(separator: "\n"))
    let block = try #require(try RecordReader(source, delimiter: UInt8(ascii: ",")).next())
    guard case .strings(let column) = block.convert(0, to: .string).values else {
      Issue.record("no strings")
      return
    }
    #expect(column.dictionary.count == 1000)
    #expect(column.codes.map { column.dictionary[Int($0)] } == names)
  }
}
