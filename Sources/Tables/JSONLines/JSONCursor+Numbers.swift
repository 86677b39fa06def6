extension JSONCursor {
  /// Consumes a number and gives where it stands.
  package mutating func number() throws(JSONFailure) -> Range<Int> {
    let start = index
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let whole = index
    try digits()
    if index > whole + 1, bytes[whole] == zero {
      throw JSONFailure(.leadingZero, at: whole)
    }
    if index < end, bytes[index] == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
        index += 1
      }
      try digits()
    }
    return start..<index
  }

  private mutating func digits() throws(JSONFailure) {
    let start = index
    while index < end, bytes[index] &- zero <= 9 { index &+= 1 }
    if index == start { throw failure(.digit) }
  }

  /// The Double nearest to a number that `number` found; `notFinite` beyond the largest.
  package func double(_ range: Range<Int>) throws(NumberFailure) -> Double {
    do throws(NumberFailure) {
      return try JSONCursor.parser.double(bytes.span.extracting(range))
    } catch {
      // An exponent of four digits or more is JSON, too.
      let value = Double(String(decoding: bytes[range], as: UTF8.self)) ?? .infinity
      guard value.isFinite else { throw .notFinite }
      return value
    }
  }

  /// The whole number at a range that `number` found; `3.0` and `1e3` are whole.
  package func int64(_ range: Range<Int>) throws(NumberFailure) -> Int64 {
    do throws(NumberFailure) {
      return try JSONCursor.parser.int64(bytes.span.extracting(range))
    } catch .badNumber {
      // An exponent of four digits or more is JSON, too.
      return try exactInt64(range)
    }
  }

  /// The whole number that the digits and the exponent make, however long both are.
  private func exactInt64(_ range: Range<Int>) throws(NumberFailure) -> Int64 {
    let text = bytes[range]
    let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    // However large an exponent is, it is beyond what digits can make up for.
    let written = String(decoding: text.dropFirst(mantissa.count + 1), as: UTF8.self)
    let far = 1 << 62
    var exponent = min(max(Int(written) ?? (written.hasPrefix("-") ? -far : far), -far), far)
    if let point = mantissa.firstIndex(of: UInt8(ascii: ".")) {
      exponent -= mantissa.endIndex - point - 1
    }
    var digits = mantissa.filter { $0 &- zero <= 9 }.drop { $0 == zero }
    while digits.last == zero {
      digits.removeLast()
      exponent += 1
    }
    guard !digits.isEmpty else { return 0 }
    guard exponent >= 0 else { throw .notWhole }
    guard exponent + digits.count <= 19 else { throw .outOfRange }
    let number = String(decoding: digits + Array(repeating: zero, count: exponent), as: UTF8.self)
    guard let value = Int64((text.first == UInt8(ascii: "-") ? "-" : "") + number) else {
      throw .outOfRange
    }
    return value
  }

  private static let parser = NumberParser()
}
