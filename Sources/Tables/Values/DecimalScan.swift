/// A number as it is written, before it becomes binary: ± `digits` × 10^`exponent`.
struct Decimal {
  var isNegative = false
  /// The first nineteen digits that count, as one number.
  var digits: UInt64 = 0
  var exponent = 0
  /// Whether digits beyond the nineteenth were dropped.
  var isCut = false
  /// How many group signs stand between the digits.
  var groupCount = 0
  var groupSign: UInt32 = 0
}

/// Reads the grammar of numbers.
///
///     number = [sign] (digits | digits mark digits | mark digits) [("e" | "E") [sign] 1–3 digits]
///            | [sign] 1–3 digits not beginning with 0, then groups of exactly three digits,
///              each after the same group sign, then [mark digits]
///     sign   = "+" | "-" | U+2212
///     group  = "," "." "'" U+2019 U+00A0 U+202F U+2009 space, not the mark
///
/// A text that is something else gives nil.
struct DecimalScan {
  let mark: UInt8

  func read(_ text: Span<UInt8>) -> Decimal? {
    var index = 0
    var number = Decimal()
    number.isNegative = sign(text, &index) ?? false
    let wholeStart = index
    var significant = 0
    readDigits(text, &index, &number, &significant, isFraction: false)
    let wholeCount = index - wholeStart
    if index == text.count { return wholeCount > 0 ? number : nil }

    if text[index] != mark, wholeCount >= 1, wholeCount <= 3, text[wholeStart] != zero {
      guard readGroups(text, &index, &number, &significant) else { return nil }
    }
    if index < text.count, text[index] == mark {
      index += 1
      let start = index
      readDigits(text, &index, &number, &significant, isFraction: true)
      if index == start { return nil }
    } else if wholeCount == 0 {
      return nil
    }
    if index < text.count, number.groupCount == 0, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      guard readExponent(text, &index, &number) else { return nil }
    }
    return index == text.count ? number : nil
  }

  @inline(__always)
  private func readDigits(
    _ text: Span<UInt8>, _ index: inout Int, _ number: inout Decimal, _ significant: inout Int,
    isFraction: Bool
  ) {
    while index < text.count {
      let digit = text[index] &- zero
      if digit > 9 { return }
      index &+= 1
      if significant < 19 {
        number.digits = number.digits &* 10 &+ UInt64(digit)
        if number.digits != 0 { significant &+= 1 }
        if isFraction { number.exponent &-= 1 }
      } else {
        if digit != 0 { number.isCut = true }
        if !isFraction { number.exponent &+= 1 }
      }
    }
  }

  /// Reads groups of three digits; a letter `e` may stand here instead, which is no error.
  private func readGroups(
    _ text: Span<UInt8>, _ index: inout Int, _ number: inout Decimal, _ significant: inout Int
  ) -> Bool {
    while index < text.count, text[index] != mark {
      guard let (sign, length) = groupSign(text, index) else { return number.groupCount == 0 }
      guard number.groupCount == 0 || number.groupSign == sign else { return false }
      index += length
      let start = index
      readDigits(text, &index, &number, &significant, isFraction: false)
      guard index - start == 3 else { return false }
      number.groupSign = sign
      number.groupCount += 1
    }
    return true
  }

  private func readExponent(
    _ text: Span<UInt8>, _ index: inout Int, _ number: inout Decimal
  ) -> Bool {
    let isNegative = sign(text, &index) ?? false
    let start = index
    var value = 0
    while index < text.count, index - start < 4 {
      let digit = text[index] &- zero
      if digit > 9 { break }
      value = value * 10 + Int(digit)
      index += 1
    }
    guard (1...3).contains(index - start) else { return false }
    number.exponent += isNegative ? -value : value
    return true
  }

  /// Reads a sign; true for minus, nil if there is none.
  @inline(__always)
  private func sign(_ text: Span<UInt8>, _ index: inout Int) -> Bool? {
    guard index < text.count else { return nil }
    switch text[index] {
    case UInt8(ascii: "-"):
      index += 1
      return true
    case UInt8(ascii: "+"):
      index += 1
      return false
    case 0xE2 where index + 2 < text.count && text[index + 1] == 0x88 && text[index + 2] == 0x92:
      index += 3
      return true
    default: return nil
    }
  }

  /// The group sign at an index, which is not the mark: its bytes as one number, and how many.
  private func groupSign(_ text: Span<UInt8>, _ index: Int) -> (sign: UInt32, length: Int)? {
    switch text[index] {
    case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "'"), UInt8(ascii: " "):
      return (UInt32(text[index]), 1)
    case 0xC2 where index + 1 < text.count && text[index + 1] == 0xA0: return (0xC2A0, 2)
    case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80:
      let last = text[index + 2]
      return [0x99, 0xAF, 0x89].contains(last) ? (0xE28000 | UInt32(last), 3) : nil
    default: return nil
    }
  }
}

let zero = UInt8(ascii: "0")
