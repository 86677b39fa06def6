/// Numbers of 16 bits, as the format stores them: the low byte first.
enum HalfPrecision {
  static func decode(_ bytes: [UInt8]) -> [Float] {
    (0..<bytes.count / 2).map { index in
      let pattern = UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8
      return Float(Float16(bitPattern: pattern))
    }
  }

  /// Rounds to the nearest; numbers that were decoded come back bit for bit.
  static func encode(_ values: [Float]) -> [UInt8] {
    values.flatMap { value in
      let pattern = Float16(value).bitPattern
      return [UInt8(truncatingIfNeeded: pattern), UInt8(truncatingIfNeeded: pattern >> 8)]
    }
  }
}
