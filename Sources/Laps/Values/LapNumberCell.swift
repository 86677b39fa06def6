import Tables

/// What stands in a lap number cell.
enum LapNumberReading: Equatable {
  case number(Int)
  /// `12 - 13`: a row that sums up other laps.
  case range(Int, Int)
  case missing, negative, notFinite, bad
}

/// Lap numbers: `3`, `Lap 3`, `#3`, `3.`, `3.0`.
enum LapNumberCell {
  static func read(_ text: Span<UInt8>) -> LapNumberReading {
    var index = 0
    while index < text.count, NumberCell.isDigit(text[index]) { index += 1 }
    if index > 0 {
      guard let first = number(text, 0..<index) else { return .bad }
      if index == text.count { return .number(first) }
      return afterNumber(first, text, index)
    }
    if MissingValue.isMissing(text) { return .missing }
    switch NumberReading(text, NumberParser()) {
    case .negative: return .negative
    case .notFinite: return .notFinite
    case .value, .mixed, .ambiguous, .bad: return afterWord(text)
    }
  }

  private static func afterNumber(
    _ first: Int, _ text: Span<UInt8>, _ start: Int
  ) -> LapNumberReading {
    let rest = text.count - start
    if text[start] == UInt8(ascii: ".") {
      if rest == 1 || (rest == 2 && text[start + 1] == UInt8(ascii: "0")) { return .number(first) }
      return .bad
    }
    var index = start
    skipSpaces(text, &index)
    guard let dash = dashLength(text, index) else { return .bad }
    index += dash
    skipSpaces(text, &index)
    guard let second = number(text, index..<text.count), second > first else { return .bad }
    return .range(first, second)
  }

  private static func afterWord(_ text: Span<UInt8>) -> LapNumberReading {
    var start = text.count
    var end = text.count
    if end > 1 && text[end - 1] == 0x2E { end -= 1 }
    start = end
    while start > 0, NumberCell.isDigit(text[start - 1]) { start -= 1 }
    guard start < end, let value = number(text, start..<end) else { return .bad }
    var wordEnd = start
    while wordEnd > 0 && text[wordEnd - 1] == 0x20 { wordEnd -= 1 }
    guard wordEnd > 0 else { return .bad }
    if wordEnd == 1 && text[0] == 0x23 { return .number(value) }
    let word = text.extracting(0..<wordEnd).string
    return word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic } ? .number(value) : .bad
  }

  private static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard !range.isEmpty, range.count <= 12 else { return nil }
    var value = 0
    for index in range {
      guard NumberCell.isDigit(text[index]) else { return nil }
      value = value * 10 + Int(text[index] - 0x30)
    }
    return value
  }

  /// A hyphen or a dash (U+2010 to U+2015, U+2212).
  private static func dashLength(_ text: Span<UInt8>, _ index: Int) -> Int? {
    guard index < text.count else { return nil }
    if text[index] == 0x2D { return 1 }
    guard index + 2 < text.count, text[index] == 0xE2 else { return nil }
    if text[index + 1] == 0x80 && (0x90...0x95).contains(text[index + 2]) { return 3 }
    return text[index + 1] == 0x88 && text[index + 2] == 0x92 ? 3 : nil
  }

  private static func skipSpaces(_ text: Span<UInt8>, _ index: inout Int) {
    while index < text.count && text[index] == 0x20 { index += 1 }
  }
}
