/// Reads numbers by a strict grammar, the same on every machine: no locale, no hex, `nan` only where
/// the format says so.
package struct NumberParser: Sendable {
  package let format: NumberFormat
  private let scan: DecimalScan

  package init(_ format: NumberFormat = NumberFormat()) {
    self.format = format
    scan = DecimalScan(mark: format.mark.byte)
  }

  /// The Double nearest to the number that is written.
  package func double(_ text: Span<UInt8>) throws(NumberFailure) -> Double {
    guard let number = scan.read(text) else {
      if format.takesNonFinite, let value = nonFinite(text) { return value }
      throw reason(text)
    }
    if !format.isProven { try refuseAmbiguous(number) }
    let magnitude = number.nearestDouble ?? slowDouble(text)
    guard magnitude.isFinite else { throw .notFinite }
    return number.isNegative ? -magnitude : magnitude
  }

  /// The whole number that is written; `3.0` and `1e3` are whole, `3.5` is not.
  package func int64(_ text: Span<UInt8>) throws(NumberFailure) -> Int64 {
    guard let number = scan.read(text) else { throw reason(text) }
    if !format.isProven { try refuseAmbiguous(number) }
    var digits = number.digits
    var exponent = number.exponent
    while exponent < 0, digits % 10 == 0, digits != 0 {
      digits /= 10
      exponent += 1
    }
    if digits == 0, !number.isCut { return 0 }
    if exponent < 0 || (number.isCut && number.exponent <= 0) { throw .notWhole }
    guard !number.isCut, exponent < 19 else { throw .outOfRange }
    for _ in 0..<exponent {
      let (product, isBeyond) = digits.multipliedReportingOverflow(by: 10)
      if isBeyond { throw .outOfRange }
      digits = product
    }
    let value = number.isNegative ? Int64(exactly: -Int128(digits)) : Int64(exactly: digits)
    guard let value else { throw .outOfRange }
    return value
  }

  package func double(_ text: String) throws(NumberFailure) -> Double {
    try double(Array(text.utf8).span)
  }

  package func int64(_ text: String) throws(NumberFailure) -> Int64 {
    try int64(Array(text.utf8).span)
  }

  /// For the few numbers that need more than 128 bits: the digits in plain spelling, read by Swift.
  private func slowDouble(_ text: Span<UInt8>) -> Double {
    var plain: [UInt8] = []
    for index in text.indices {
      let byte = text[index]
      if byte == format.mark.byte {
        plain.append(UInt8(ascii: "."))
      } else if byte &- zero <= 9 || byte | 0x20 == UInt8(ascii: "e") {
        plain.append(byte)
      } else if plain.last.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
        // The sign of the exponent; U+2212 begins with a byte of its own.
        if byte != UInt8(ascii: "+") { plain.append(UInt8(ascii: "-")) }
      }
    }
    return Double(String(decoding: plain, as: UTF8.self)) ?? .infinity
  }

  /// A lone `1,234` where nothing tells what the comma means.
  private func refuseAmbiguous(_ number: Decimal) throws(NumberFailure) {
    if number.groupCount == 1, number.groupSign == UInt32(UInt8(ascii: ",")), format.mark == .dot {
      throw .ambiguousNumber
    }
  }

  /// Why a text that does not follow the grammar is refused.
  private func reason(_ text: Span<UInt8>) -> NumberFailure {
    if nonFinite(text) != nil || isHexadecimal(text) { return .notFinite }
    let other = DecimalScan(mark: format.mark.other.byte)
    return other.read(text) == nil ? .badNumber : .mixedDecimals
  }

  /// What one of the words for numbers that are none says, in any case.
  private func nonFinite(_ text: Span<UInt8>) -> Double? {
    guard let (word, isNegative) = word(text) else { return nil }
    if word.elementsEqual("nan".utf8) { return .nan }
    let isInfinite = ["inf", "infinity"].contains { word.elementsEqual($0.utf8) }
    return isInfinite ? (isNegative ? -.infinity : .infinity) : nil
  }

  private func isHexadecimal(_ text: Span<UInt8>) -> Bool {
    guard let (word, _) = word(text) else { return false }
    return word.starts(with: "0x".utf8) && word.count > 2
      && word.dropFirst(2).allSatisfy { "0123456789abcdefp.+-".utf8.contains($0) }
  }

  /// A short text in lower case without its sign, and whether that is a minus.
  private func word(_ text: Span<UInt8>) -> (ArraySlice<UInt8>, isNegative: Bool)? {
    guard text.count <= 32 else { return nil }
    let word = text.indices.map { lowercase(text[$0]) }
    let isSigned = word.first == UInt8(ascii: "-") || word.first == UInt8(ascii: "+")
    return (isSigned ? word.dropFirst() : word[...], word.first == UInt8(ascii: "-"))
  }
}
