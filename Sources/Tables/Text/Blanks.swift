/// Blank characters: what may stand around a cell without belonging to it.
///
/// Space, tab, line feed, VT, FF, U+00A0, U+2000–200A, U+202F, U+205F, U+3000, and the invisible
/// U+200B–200D, U+2060, U+FEFF.
package enum Blanks {
  /// The range without blank characters at both ends.
  static func trim(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper {
      let length = unsafe blankLength(bytes, at: lower, end: upper)
      if length == 0 { break }
      lower += length
    }
    while lower < upper {
      let length = unsafe blankLengthBefore(bytes, upper, start: lower)
      if length == 0 { break }
      upper -= length
    }
    return lower..<upper
  }

  /// Whether a text consists of blank characters and line ends only.
  package static func isBlank(_ text: ArraySlice<UInt8>) -> Bool {
    unsafe text.withUnsafeBufferPointer { unsafe trim($0, 0..<$0.count).isEmpty }
  }

  /// The length in bytes of the blank character at `index`; 0 if none stands there.
  static func blankLength(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, end: Int
  ) -> Int {
    let first = unsafe bytes[index]
    if first < 0x80 { return isASCIIBlank(first) ? 1 : 0 }
    if first == 0xC2, index + 1 < end { return unsafe bytes[index + 1] == 0xA0 ? 2 : 0 }
    guard index + 2 < end else { return 0 }
    return unsafe isLongBlank(first, bytes[index + 1], bytes[index + 2]) ? 3 : 0
  }

  /// The length in bytes of the blank character that ends before `end`; 0 if none does.
  private static func blankLengthBefore(
    _ bytes: UnsafeBufferPointer<UInt8>, _ end: Int, start: Int
  ) -> Int {
    let last = unsafe bytes[end - 1]
    if last < 0x80 { return isASCIIBlank(last) ? 1 : 0 }
    if end - 2 >= start, unsafe bytes[end - 2] == 0xC2 { return last == 0xA0 ? 2 : 0 }
    guard end - 3 >= start else { return 0 }
    return unsafe isLongBlank(bytes[end - 3], bytes[end - 2], last) ? 3 : 0
  }

  private static func isASCIIBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0C).contains(byte)
  }

  private static func isLongBlank(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second) {
    case (0xE2, 0x80): third <= 0x8D || third == 0xAF
    case (0xE2, 0x81): third == 0x9F || third == 0xA0
    case (0xE3, 0x80): third == 0x80
    case (0xEF, 0xBB): third == 0xBF
    default: false
    }
  }
}
