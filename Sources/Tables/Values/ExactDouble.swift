/// The powers of ten that a Double holds exactly.
private let tens: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]

/// 5 to the power of 0 … 27: the ones that 64 bits hold.
private let fives: [UInt64] = (0...27).reduce(into: []) { powers, _ in
  powers.append((powers.last ?? 0) == 0 ? 1 : (powers.last ?? 0) * 5)
}

extension Decimal {
  /// The nearest Double, ties to even, worked out exactly; nil where that needs more than 128 bits.
  ///
  /// The value is the number without its sign.
  var nearestDouble: Double? {
    if isCut { return nil }
    // Clinger's fast path: both numbers are exact, so one operation rounds once.
    if digits <= 1 << 53, exponent >= -22, exponent <= 22 {
      let value = Double(digits)
      return exponent < 0 ? value / tens[-exponent] : value * tens[exponent]
    }
    if digits == 0 { return 0 }
    guard exponent >= -27, exponent <= 27 else { return nil }
    return exponent < 0 ? dividing(by: -exponent) : multiplying(by: exponent)
  }

  /// digits × 5^power × 2^power, with the product in 128 bits.
  private func multiplying(by power: Int) -> Double {
    let product = digits.multipliedFullWidth(by: fives[power])
    if product.high == 0 { return rounded(product.low, isInexact: false, exponent: power) }
    let shift = product.high.leadingZeroBitCount
    // Shifts by 64 give 0 here, as they should.
    let high = product.high << shift | product.low >> (64 - shift)
    return rounded(high, isInexact: product.low << shift != 0, exponent: power + 64 - shift)
  }

  /// digits ÷ 5^power ÷ 2^power, to 64 bits and whether a remainder is left.
  private func dividing(by power: Int) -> Double {
    let divisor = fives[power]
    let (shift, divisorShift) = (digits.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let (numerator, denominator) = (digits << shift, divisor << divisorShift)
    // Halved, the high part is below the divisor, so that the quotient fits 64 bits.
    let (quotient, remainder) = denominator.dividingFullWidth(
      (high: numerator >> 1, low: numerator << 63))
    return rounded(
      quotient, isInexact: remainder != 0, exponent: -power - shift + divisorShift - 63)
  }

  /// value × 2^exponent to the nearest Double, where everything is far from its limits.
  private func rounded(_ value: UInt64, isInexact: Bool, exponent: Int) -> Double {
    let shift = value.leadingZeroBitCount
    let aligned = value << shift
    var significand = aligned >> 11
    let rest = aligned << 53
    let half: UInt64 = 1 << 63
    if rest > half || (rest == half && (isInexact || significand & 1 == 1)) { significand += 1 }
    // A carry out of 53 bits gives a power of two, which a Double holds as well.
    return Double(sign: .plus, exponent: exponent - shift + 11, significand: Double(significand))
  }
}
