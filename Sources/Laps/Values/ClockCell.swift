/// Times written as clocks: `5:12`, `1:02:33.5`, `1h02m20s`, `5'32"`, `PT5M3.5S`.
enum ClockCell {
  /// The seconds of a clock value without a sign; nil if the text is none.
  ///
  /// With `hoursAndMinutes` (a name that says `hh:mm`) two parts are hours and minutes.
  static func seconds(_ text: Span<UInt8>, hoursAndMinutes: Bool = false) -> Double? {
    guard let first = text.isEmpty ? nil : text[0] else { return nil }
    if NumberCell.isDigit(first) {
      return colons(text, hoursAndMinutes: hoursAndMinutes) ?? letters(text, from: 0)
    }
    if (first | 0x20) == 0x70, text.count > 2, (text[1] | 0x20) == 0x74 {
      return letters(text, from: 2, isISO: true)
    }
    return nil
  }

  /// Whether the text is a clock value with a minus before it.
  static func isNegative(_ text: Span<UInt8>, hoursAndMinutes: Bool = false) -> Bool {
    var index = 0
    guard NumberCell.skipSign(text, &index) else { return false }
    return seconds(text.extracting(index..<text.count), hoursAndMinutes: hoursAndMinutes) != nil
  }

  private static func colons(_ text: Span<UInt8>, hoursAndMinutes: Bool) -> Double? {
    var index = 0
    guard let first = digits(text, &index, 1...3), index < text.count, text[index] == 0x3A
    else { return nil }
    index += 1
    guard let second = digits(text, &index, 2...2), second < 60 else { return nil }
    if index == text.count {
      return Double(hoursAndMinutes ? first * 3600 + second * 60 : first * 60 + second)
    }
    if text[index] == 0x3A {
      index += 1
      guard let third = digits(text, &index, 2...2), third < 60 else { return nil }
      return withFraction(first * 3600 + second * 60 + third, text, index)
    }
    return hoursAndMinutes ? nil : withFraction(first * 60 + second, text, index)
  }

  /// `1h02m20s`, `4 min 57 sec`, `1h02`, `5'32"`, `1h02'20"`.
  private static func letters(_ text: Span<UInt8>, from start: Int, isISO: Bool = false) -> Double?
  {
    var index = start
    var total = 0
    var previous: ClockUnit?
    while index < text.count {
      if !isISO { skipSpaces(text, &index) }
      let digitsStart = index
      guard let amount = digits(text, &index, 1...6) else { return nil }
      let digitCount = index - digitsStart
      let fractionStart = index
      let fraction = self.fraction(text, &index)
      if fraction == nil && index != fractionStart { return nil }
      if !isISO { skipSpaces(text, &index) }
      let unit: ClockUnit
      if index == text.count {
        guard let implied = previous?.impliedNext, digitCount == 2 else { return nil }
        unit = implied
      } else {
        guard let written = ClockUnit(text, &index, isISO: isISO) else { return nil }
        unit = written
      }
      if let previous {
        guard unit.seconds < previous.seconds, amount < 60 else { return nil }
      }
      total += amount * unit.seconds
      if let fraction {
        guard unit.seconds == 1, index == text.count else { return nil }
        return (Double(total) * fraction.scale + fraction.digits) / fraction.scale
      }
      previous = unit
    }
    return previous == nil ? nil : Double(total)
  }

  private static func withFraction(_ whole: Int, _ text: Span<UInt8>, _ start: Int) -> Double? {
    if start == text.count { return Double(whole) }
    var index = start
    guard let fraction = fraction(text, &index), index == text.count else { return nil }
    return (Double(whole) * fraction.scale + fraction.digits) / fraction.scale
  }

  /// `.` or `,` and one to six digits.
  private static func fraction(
    _ text: Span<UInt8>, _ index: inout Int
  ) -> (digits: Double, scale: Double)? {
    guard index < text.count, text[index] == 0x2E || text[index] == 0x2C else { return nil }
    index += 1
    let start = index
    guard let value = digits(text, &index, 1...6) else { return nil }
    var scale = 1.0
    for _ in start..<index { scale *= 10 }
    return (Double(value), scale)
  }

  /// A run of digits whose length lies in `lengths`.
  private static func digits(
    _ text: Span<UInt8>, _ index: inout Int, _ lengths: ClosedRange<Int>
  ) -> Int? {
    let start = index
    var value = 0
    while index < text.count, NumberCell.isDigit(text[index]) {
      guard index - start < lengths.upperBound else { return nil }
      value = value * 10 + Int(text[index] - 0x30)
      index += 1
    }
    return index - start >= lengths.lowerBound ? value : nil
  }

  private static func skipSpaces(_ text: Span<UInt8>, _ index: inout Int) {
    while index < text.count && text[index] == 0x20 { index += 1 }
  }
}

/// A unit inside a clock value.
private struct ClockUnit {
  var seconds: Int
  /// Written as `'` or `′`: what follows without a sign is seconds.
  var isMark = false

  /// The unit of two digits that stand at the end without one.
  var impliedNext: ClockUnit? {
    if seconds == 3600 { return ClockUnit(seconds: 60) }
    return isMark && seconds == 60 ? ClockUnit(seconds: 1) : nil
  }

  private init(seconds: Int, isMark: Bool = false) {
    self.seconds = seconds
    self.isMark = isMark
  }

  init?(_ text: Span<UInt8>, _ index: inout Int, isISO: Bool) {
    switch text[index] {
    case 0x27 where !isISO:
      index += 1
      self.init(seconds: 60, isMark: true)
    case 0x22 where !isISO:
      index += 1
      self.init(seconds: 1, isMark: true)
    case 0xE2
    where !isISO && index + 2 < text.count && text[index + 1] == 0x80
      && (text[index + 2] == 0xB2 || text[index + 2] == 0xB3):
      self.init(seconds: text[index + 2] == 0xB2 ? 60 : 1, isMark: true)
      index += 3
    default:
      let start = index
      while index < text.count, !NumberCell.isDigit(text[index]), text[index] != 0x20 {
        index += 1
      }
      let word = text.extracting(start..<index)
      if isISO {
        guard word.count == 1 else { return nil }
      }
      guard let seconds = ClockUnit.seconds(of: word) else { return nil }
      self.init(seconds: seconds)
    }
  }

  private static func seconds(of word: Span<UInt8>) -> Int? {
    if word.count == 1 {
      switch word[0] | 0x20 {
      case 0x68: return 3600
      case 0x6D: return 60
      case 0x73: return 1
      default: return nil
      }
    }
    guard let unit = UnitWord(word.string), case .time(let factor) = unit.kind, factor >= 1
    else { return nil }
    return Int(factor)
  }
}
