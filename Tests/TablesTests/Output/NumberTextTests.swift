import Testing

@testable import Tables

/// The texts that Swift's own shortest digits give.
private enum ReferenceText {
  static func shortest<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ value: Number
  ) -> String {
    if value.isNaN { return "nan" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func of(_ value: Double) -> String { shortest(value) }

  static func of(_ value: Float) -> String {
    Int32(exactly: value).map { $0 == 0 && value.sign == .minus ? "-0" : "\($0)" }
      ?? shortest(value)
  }

  /// Rounds the shortest digits half away from zero.
  static func of(_ value: Double, decimals: Int) -> String {
    let plain = shortest(value)
    if value == value.rounded() || !value.isFinite { return plain }
    let parts = shortest(value.magnitude).split(separator: "e")
    let sides = parts[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var digits = Array((sides[0] + (sides.count > 1 ? sides[1] : "")).utf8).map { $0 - 48 }
    var point = sides[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    while point <= 0 {
      digits.insert(0, at: 0)
      point += 1
    }
    let kept = point + decimals
    let first = digits.firstIndex { $0 != 0 } ?? 0
    let last = digits.lastIndex { $0 != 0 } ?? first
    if kept > last { return plain }
    let isUp = digits[kept] >= 5
    digits = Array(digits[..<kept])
    if isUp {
      var index = kept - 1
      while index >= 0, digits[index] == 9 {
        digits[index] = 0
        index -= 1
      }
      if index >= 0 {
        digits[index] += 1
      } else {
        digits.insert(1, at: 0)
        point += 1
      }
    }
    var text = digits.map(String.init).joined()
    text.insert(".", at: text.index(text.startIndex, offsetBy: point))
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return (value < 0 && text != "0" ? "-" : "") + text
  }
}

@Suite struct NumberTextTests {
  private func text(_ value: Float) -> String {
    var bytes: [UInt8] = []
    NumberText.append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Counts what is not as expected, so that a wrong digit does not give a hundred thousand lines.
  private func expectSame(_ values: some Sequence<Double>) {
    let wrong = values.filter { NumberText.text($0) != ReferenceText.of($0) }
    #expect(wrong.isEmpty, "\(wrong.prefix(5).map { ($0, NumberText.text($0)) })")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func bitPatternsReadAsSwiftWritesThem(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    expectSame((0..<50_000).map { _ in Double(bitPattern: random.next()) })
  }

  @Test func numbersNearPowersOfTwoInAllExponents() {
    expectSame(
      (0...2047 as ClosedRange<UInt64>).flatMap { exponent in
        [-2, -1, 0, 1, 2].map { Double(bitPattern: exponent << 52 &+ UInt64(bitPattern: $0)) }
      })
  }

  @Test func numbersNearPowersOfTen() {
    expectSame(
      (-323...308).flatMap { exponent -> [Double] in
        let power = Double("1e\(exponent)") ?? 0
        return [power, power.nextUp, power.nextDown, -power, power * 5, power * 1.5]
      })
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func subnormalsWholeNumbersAndShortDecimals(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    expectSame(
      (0..<20_000).flatMap { _ -> [Double] in
        let bits = random.next()
        let digits = Double(bits >> UInt64.random(in: 11...63, using: &random))
        let scales: [Double] = [1, 10, 100, 1000, 1e5, 1e9, 1e17]
        return [
          Double(bitPattern: bits >> UInt64.random(in: 12...63, using: &random)), digits, -digits,
          digits / (scales.randomElement(using: &random) ?? 1),
          Double(Int64.random(in: (1 << 52)...(1 << 55), using: &random)),
        ]
      })
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func singlePrecision(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let near = (0...255 as ClosedRange<UInt32>).flatMap { exponent in
      [-1, 0, 1].map { Float(bitPattern: exponent << 23 &+ UInt32(bitPattern: $0)) }
    }
    let values =
      near + (0..<50_000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
      + [0x1p31, -0x1p31, 0x1p24, 0x1.000002p24, 16_777_215.5, -0, 0.1, 1e-5]
    let wrong = values.filter { text($0) != ReferenceText.of($0) }
    #expect(wrong.isEmpty, "\(wrong.prefix(5).map { ($0, text($0)) })")
  }

  /// Where the interval of a number ends at a shorter number, or the number is in the middle of two.
  @Test func numbersThatOneProductDoesNotDecide() {
    expectSame(
      (0..<2000).flatMap { step -> [Double] in
        let middle = Double(1 << 53) + Double(step) * 1024 + 2
        return [
          middle, middle * 1e3, 9_007_199_254_740_993.0 * Double(step), Double(step) + 0.5,
          (Double(step) + 0.5) * 1e22, Double(step) * 1e23, 0x1p-1074 * Double(step),
          Double(step) * 0x1p-30 + 0x1p-50, 2e22 + Double(step),
        ]
      })
  }

  @Test(arguments: 0...17)
  func roundedToDecimals(decimals: Int) {
    var random = SeededGenerator(seed: UInt64(decimals) + 1)
    let values = (0..<4000).flatMap { _ -> [Double] in
      let digits = Double(Int64.random(in: -99_999...99_999, using: &random))
      return [
        Double(bitPattern: random.next()), digits / 1000, digits * 1e-9, 0.999_999_5 * digits,
        Double.random(in: -1...1, using: &random), Double.random(in: -1e7...1e7, using: &random),
      ]
    }
    let wrong = values.filter {
      NumberText.text($0, decimals: decimals) != ReferenceText.of($0, decimals: decimals)
    }
    #expect(
      wrong.isEmpty, "\(wrong.prefix(5).map { ($0, NumberText.text($0, decimals: decimals)) })")
  }

  @Test(arguments: [
    (.leastNonzeroMagnitude, 400, "5e-324"), (1.25e-20, 21, "0.000000000000000000013"),
    (-0.001, 2, "0"),
    (9.995, 2, "10"), (-0.5, 0, "-1"), (2.5, -3, "3"), (1e300, 2, "1e+300"), (-0.0, 2, "-0"),
    (0.000_012_34, 6, "0.000012"),
  ])
  func roundingAtItsLimits(value: Double, decimals: Int, expected: String) {
    #expect(NumberText.text(value, decimals: decimals) == expected)
  }

  @Test func wholeNumbers() {
    var random = SeededGenerator(seed: 1)
    let values =
      [.min, .max, 0, -1, 9, 10, 99_999_999, 100_000_000]
      + (0..<20_000).map { _ in
        Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random)
      }
    for value in values {
      var bytes: [UInt8] = []
      NumberText.append(value, to: &bytes)
      if !bytes.elementsEqual("\(value)".utf8) { Issue.record("\(value)") }
    }
  }

  @Test func linesAreTheNumbersOneByOne() {
    var random = SeededGenerator(seed: 3)
    let values = (0..<1000).map { _ in Double(bitPattern: random.next()) } + [.nan, .infinity, 3]
    for decimals in [nil, 0, 2, 17] {
      var bytes = Array("start\n".utf8)
      NumberText.appendLines(values, to: &bytes, decimals: decimals)
      let expected =
        "start\n" + values.map { NumberText.text($0, decimals: decimals) + "\n" }.joined()
      #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
  }
}
