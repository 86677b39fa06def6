/// Writes numbers as the shortest text that reads back to the same number.
package enum NumberText {
  /// Adds a number to a text: `14345`, `0.1`, `1e-07`; `nan`, `inf` and `-inf` if it is none.
  ///
  /// With `decimals`, the shortest text is rounded to so many digits after the point, half away
  /// from zero, and zeros at its end are dropped.
  package static func append(_ value: Double, to text: inout [UInt8], decimals: Int? = nil) {
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 {
      if whole == 0, value.sign == .minus { text.append(UInt8(ascii: "-")) }
      append(whole, to: &text)
    } else if let decimals, value.isFinite {
      appendRounded(value, max(0, decimals), &text)
    } else {
      appendShortest(value, &text)
    }
  }

  /// Adds a single-precision number, as the shortest text that reads back to the same Float.
  package static func append(_ value: Float, to text: inout [UInt8], decimals: Int? = nil) {
    if decimals != nil || value.isNaN || Int32(exactly: value) != nil {
      append(Double(value), to: &text, decimals: decimals)
    } else {
      append(value.description, &text)
    }
  }

  /// Adds a whole number.
  package static func append(_ value: Int64, to text: inout [UInt8]) {
    if value < 0 { text.append(UInt8(ascii: "-")) }
    let start = text.count
    var rest = value.magnitude
    repeat {
      text.append(zero + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    text[start...].reverse()
  }

  /// The text of a number.
  package static func text(_ value: Double, decimals: Int? = nil) -> String {
    var text: [UInt8] = []
    append(value, to: &text, decimals: decimals)
    return String(decoding: text, as: UTF8.self)
  }

  /// Swift's own text is the shortest, apart from `.0`.
  private static func appendShortest(_ value: Double, _ text: inout [UInt8]) {
    append(value.isNaN ? "nan" : value.description, &text)
  }

  private static func append(_ digits: consuming String, _ text: inout [UInt8]) {
    digits.withUTF8 { digits in
      let count = digits.count
      let isWhole =
        unsafe count > 2 && digits[count - 1] == zero && digits[count - 2] == UInt8(ascii: ".")
      unsafe text.append(contentsOf: digits.prefix(isWhole ? count - 2 : count))
    }
  }

  private static func appendRounded(_ value: Double, _ decimals: Int, _ text: inout [UInt8]) {
    var (digits, point) = shortestDigits(value.magnitude)
    let kept = point + decimals
    guard kept < digits.count else {
      appendShortest(value, &text)
      return
    }
    let roundsUp = kept >= 0 && digits[kept] >= 5
    digits.removeSubrange(max(0, kept)...)
    if roundsUp {
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
    let whole = digits.prefix(max(0, point))
    var fraction = [UInt8](repeating: 0, count: max(0, -point)) + digits.dropFirst(whole.count)
    while fraction.last == 0 { fraction.removeLast() }
    if value < 0, !(whole.isEmpty && fraction.isEmpty) { text.append(UInt8(ascii: "-")) }
    text += whole.isEmpty ? [zero] : whole.map { zero + $0 }
    if !fraction.isEmpty {
      text.append(UInt8(ascii: "."))
      text += fraction.map { zero + $0 }
    }
  }

  /// The digits of the shortest text and how many of them stand before the point.
  private static func shortestDigits(_ value: Double) -> (digits: [UInt8], point: Int) {
    var digits: [UInt8] = []
    var point: Int?
    var exponent = 0
    let parts = value.description.split(separator: "e")
    for byte in (parts.first ?? "").utf8 {
      if byte == UInt8(ascii: ".") { point = digits.count } else { digits.append(byte - zero) }
    }
    if parts.count == 2 { exponent = Int(parts[1]) ?? 0 }
    var position = (point ?? digits.count) + exponent
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    position -= zeros
    return (digits, position)
  }
}
