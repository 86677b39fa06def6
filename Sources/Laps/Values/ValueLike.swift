/// Whether a cell reads as a value, which no name in a header does.
enum ValueLike {
  static func matches(_ text: Span<UInt8>) -> Bool {
    if text.isEmpty { return false }
    if NumberReading.isNumber(text) || ClockCell.seconds(text) != nil || ClockCell.isNegative(text)
    {
      return true
    }
    if let unit = DistanceCell.unit(text),
      NumberReading.isNumber(text.extracting(0..<unit.start))
    {
      return true
    }
    return isNumberWithTimeUnit(text) || isDate(text)
  }

  private static func isNumberWithTimeUnit(_ text: Span<UInt8>) -> Bool {
    guard NumberCell.isDigit(text[0]) else { return false }
    var end = text.count
    while end > 0 && !NumberCell.isDigit(text[end - 1]) { end -= 1 }
    guard end < text.count, NumberReading.isNumber(text.extracting(0..<end)) else { return false }
    return UnitWord(FoldedName.fold(text.extracting(end..<text.count).string)) != nil
  }

  /// Dates and dates with a time of day: mostly digits, with `-`, `/`, `.` or `:` between.
  static func isDate(_ text: Span<UInt8>) -> Bool {
    guard !text.isEmpty, NumberCell.isDigit(text[0]) else { return false }
    var digits = 0
    var separators = 0
    for index in text.indices {
      switch text[index] {
      case 0x30...0x39: digits += 1
      case 0x2D, 0x2F, 0x2E, 0x3A: separators += 1
      case 0x20, 0x2B, 0x2C, 0x54, 0x5A, 0x41, 0x50, 0x4D, 0x61, 0x70, 0x6D, 0x74, 0x7A: continue
      default: return false
      }
    }
    return digits >= 3 && separators >= 2
  }
}
