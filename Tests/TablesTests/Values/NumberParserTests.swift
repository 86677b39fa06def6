import Testing

@testable import Tables

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct NumberParserTests {
  @Test(arguments: [
    ("0", 0), ("14345", 14345), ("-3", -3), ("+3", 3), ("\u{2212}3.5", -3.5), ("007", 7),
    (".5", 0.5), ("0.125", 0.125), ("1e3", 1000), ("1E+3", 1000), ("2.5e-1", 0.25),
    ("1e\u{2212}2", 0.01), ("1,234", 1234), ("1,234,567.5", 1_234_567.5), ("1 234", 1234),
    ("1'234.5", 1234.5), ("1\u{2019}234", 1234), ("1\u{A0}234", 1234), ("1\u{202F}234", 1234),
    ("1\u{2009}234\u{2009}567", 1_234_567), ("1234.567", 1234.567), ("1e-400", 0),
    ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
    ("4.9e-324", Double.leastNonzeroMagnitude),
  ])
  func readsWithADot(string: String, value: Double) throws {
    #expect(try NumberParser().double(string) == value)
  }

  @Test(arguments: [
    ("3,5", 3.5), (",5", 0.5), ("1.234", 1234), ("1.234.567,25", 1_234_567.25), ("1 234,5", 1234.5),
    ("0,125", 0.125), ("12", 12), ("1,5e3", 1500),
  ])
  func readsWithAComma(string: String, value: Double) throws {
    #expect(try NumberParser(NumberFormat(mark: .comma)).double(string) == value)
  }

  @Test(arguments: [
    ("", NumberFailure.badNumber), (" 1", .badNumber), ("1 ", .badNumber), ("5.", .badNumber),
    (".", .badNumber), ("-", .badNumber), ("+-1", .badNumber), ("--1", .badNumber),
    ("1,00,0", .badNumber), ("12%", .badNumber), ("1a", .badNumber), ("1 2", .badNumber),
    ("1,234 567", .badNumber), ("0,123,456", .badNumber), ("1,234e3", .mixedDecimals),
    ("1e", .badNumber), ("1e+", .badNumber), ("1e1234", .badNumber), ("e5", .badNumber),
    ("1_000", .badNumber), ("1.5.5", .badNumber), ("١٢", .badNumber), ("½", .badNumber),
    ("1:30", .badNumber), ("1..5", .badNumber), ("nano", .badNumber), ("0x", .badNumber),
    ("1234,567,890", .badNumber), ("1,2345", .mixedDecimals), ("3,5", .mixedDecimals),
    ("1.234,5", .mixedDecimals), ("1.234.567", .mixedDecimals),
    ("nan", .notFinite), ("NaN", .notFinite), ("-nan", .notFinite), ("inf", .notFinite),
    ("+Infinity", .notFinite), ("-inf", .notFinite), ("0x1p3", .notFinite), ("0XFF", .notFinite),
    ("1e400", .notFinite), ("-1e309", .notFinite), ("1.8e308", .notFinite),
  ])
  func refuses(string: String, failure: NumberFailure) {
    #expect(throws: failure) { try NumberParser().double(string) }
    if failure != .notFinite || !string.contains("e") {
      #expect(throws: failure) { try NumberParser().int64(string) }
    }
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("3.0", 3), ("3.000", 3), ("1e3", 1000), ("2.5e1", 25), ("120e-1", 12),
    ("0e999", 0), ("0.000", 0), ("1,234", 1234), ("9223372036854775807", Int64.max),
    ("-9223372036854775808", Int64.min), ("9.223372036854775807e18", Int64.max),
  ])
  func wholeNumbers(string: String, value: Int64) throws {
    #expect(try NumberParser().int64(string) == value)
  }

  @Test(arguments: [
    ("3.5", NumberFailure.notWhole), ("1e-1", .notWhole), ("9223372036854775808", .outOfRange),
    ("-9223372036854775809", .outOfRange), ("1e19", .outOfRange), ("1e400", .outOfRange),
    ("12345678901234567890123", .outOfRange), ("1.00000000000000000001", .notWhole),
  ])
  func numbersThatAreNotWhole(string: String, failure: NumberFailure) {
    #expect(throws: failure) { try NumberParser().int64(string) }
  }

  @Test func aLoneGroupIsAmbiguousUntilTheMarkIsProven() throws {
    let parser = NumberParser(NumberFormat(mark: .dot, isProven: false))
    #expect(throws: NumberFailure.ambiguousNumber) { try parser.double("1,234") }
    #expect(throws: NumberFailure.ambiguousNumber) { try parser.int64("-1,234") }
    #expect(try parser.double("1.234") == 1.234)
    #expect(try parser.double("1,234,567") == 1_234_567)
    #expect(try parser.double("1 234") == 1234)
    let message = NumberFailure.ambiguousNumber.message(for: "1,234")
    #expect(message.contains("1234") && message.contains("1.234"))
  }

  /// Every way in which a Double can be hard to read: random bits, halfway cases, many digits.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func agreesWithStrtodToTheBit(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2500 {
      let string = randomDecimal(&random)
      let expected = unsafe strtod(string, nil)
      let comment: Comment = "seed \(seed): \(string)"
      if expected.isFinite {
        let value = try NumberParser().double(string)
        #expect(value.bitPattern == expected.bitPattern, comment)
        #expect(Double(string)?.bitPattern == expected.bitPattern, comment)
        let comma = try NumberParser(NumberFormat(mark: .comma)).double(
          string.replacing(".", with: ","))
        #expect(comma.bitPattern == expected.bitPattern, comment)
      } else {
        #expect(throws: NumberFailure.notFinite, comment) { try NumberParser().double(string) }
      }
    }
  }

  /// Nineteen digits and a power of ten, where one quotient in some thousands lies halfway between
  /// two Doubles in its first 64 bits and only the rest decides.
  @Test func longDigitsAreRoundedByAllTheirBits() throws {
    var random = SeededGenerator(seed: 5)
    let parser = NumberParser()
    var wrong: [String] = []
    for _ in 0..<60_000 {
      let digits = UInt64.random(in: 0..<10_000_000_000_000_000_000, using: &random)
      let string = "\(digits)e\(Int.random(in: -27...27, using: &random))"
      let expected = unsafe strtod(string, nil)
      if try parser.double(string) != expected { wrong.append(string) }
    }
    #expect(wrong == [])
  }

  private func randomDecimal(_ random: inout SeededGenerator) -> String {
    func digits(_ range: ClosedRange<Int>) -> String {
      (0..<Int.random(in: range, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }.joined()
    }
    let sign = ["", "-", "+"][Int.random(in: 0...2, using: &random)]
    switch Int.random(in: 0...5, using: &random) {
    case 0:
      return sign
        + Double(bitPattern: UInt64.random(in: 0..<0x7FF0 << 48, using: &random)).description
    case 1:
      let whole = UInt64.random(in: 0...UInt64.max, using: &random)
      return "\(sign)\(whole)e\(Int.random(in: -30...30, using: &random))"
    case 2:
      // Halfway between two neighbours, and one digit to either side of it.
      let odd = UInt64.random(in: 1 << 53..<1 << 54, using: &random) | 1
      let fractions = ["\(odd)", "\(odd).0000000001", "\(odd - 1).9999999999"]
      return sign + fractions[Int.random(in: 0...2, using: &random)]
    case 3: return sign + digits(1...30) + "." + digits(1...30)
    case 4: return "\(sign)\(digits(1...4)).\(digits(1...3))"
    default: return "\(sign)\(digits(1...19))e\(Int.random(in: -340...320, using: &random))"
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func writtenNumbersReadBackExactly(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1500 {
      let value = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
      guard value.isFinite else { continue }
      let string = NumberText.text(value)
      #expect(
        try NumberParser().double(string).bitPattern == value.bitPattern, "seed \(seed): \(string)")
      let whole =
        Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random)
      var bytes: [UInt8] = []
      NumberText.append(whole, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "\(whole)")
      #expect(try NumberParser().int64(bytes.span) == whole)
    }
  }
}
