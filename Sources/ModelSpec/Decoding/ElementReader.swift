/// Elements of a tensor as stored → numbers.
struct ElementReader {
  private let dataType: Program.DataType
  private let count: Int

  /// The content was checked to hold so many elements of the type.
  init(_ dataType: Program.DataType, count: Int) {
    self.dataType = dataType
    self.count = count
  }

  func elements(_ contents: Program.TensorContents) -> Program.Constant.Elements {
    switch contents {
    case .floats(let values): .floats(values)
    case .doubles(let values): .floats(values.map { Float($0) })
    case .ints(let values): .ints(values)
    case .bools(let values): .bools(values)
    case .strings(let values): .strings(values)
    case .longInts(let values): .longInts(values)
    case .bytes(let bytes): elements(bytes)
    }
  }

  private func elements(_ bytes: [UInt8]) -> Program.Constant.Elements {
    switch dataType {
    case .float16: .floats(HalfPrecision.decode(bytes))
    case .bfloat16: .floats(numbers(bytes) { Float(bitPattern: UInt32($0) << 16) })
    case .float32: .floats(numbers(bytes) { Float(bitPattern: UInt32(truncatingIfNeeded: $0)) })
    case .float64: .floats(numbers(bytes) { Float(Double(bitPattern: $0)) })
    case .float8E4M3FN: .floats(numbers(bytes) { Self.small($0, exponentBits: 4, bias: 7) })
    case .float8E5M2:
      // Its bits are the upper half of a float16.
      .floats(numbers(bytes) { Float(Float16(bitPattern: UInt16($0) << 8)) })
    case .bool: .bools(bytes.map { $0 != 0 })
    case .int64, .uint64: .longInts(numbers(bytes) { Int64(bitPattern: $0) })
    case .uint32: .longInts(numbers(bytes) { Int64($0) })
    case .int8: .ints(bytes.map { Int32(Int8(bitPattern: $0)) })
    case .int16: .ints(numbers(bytes) { Int32(Int16(truncatingIfNeeded: $0)) })
    case .int32: .ints(numbers(bytes) { Int32(truncatingIfNeeded: $0) })
    case .uint8: .ints(bytes.map(Int32.init))
    case .uint16: .ints(numbers(bytes) { Int32($0) })
    case .int4: .ints(packed(bytes, 4).map { $0 >= 8 ? $0 - 16 : $0 })
    case .uint1: .ints(packed(bytes, 1))
    case .uint2: .ints(packed(bytes, 2))
    case .uint3: .ints(packed(bytes, 3))
    case .uint4: .ints(packed(bytes, 4))
    case .uint6: .ints(packed(bytes, 6))
    case .string: .strings([])
    }
  }

  /// Whole bytes, the low one first.
  private func numbers<Number>(_ bytes: [UInt8], _ number: (UInt64) -> Number) -> [Number] {
    let size = (dataType.bits ?? 8) / 8
    return (0..<count).map { index in
      var bits: UInt64 = 0
      for byte in 0..<size { bits |= UInt64(bytes[index * size + byte]) << UInt64(8 * byte) }
      return number(bits)
    }
  }

  /// Small integers side by side, the low bits of a byte first.
  private func packed(_ bytes: [UInt8], _ bits: Int) -> [Int32] {
    (0..<count).map { index in
      let first = index * bits
      let byte = first / 8
      let window = Int(bytes[byte]) | (byte + 1 < bytes.count ? Int(bytes[byte + 1]) << 8 : 0)
      return Int32(window >> (first % 8) & (1 << bits - 1))
    }
  }

  /// A float of eight bits without infinities, whose largest pattern is not a number.
  private static func small(_ pattern: UInt64, exponentBits: Int, bias: Int) -> Float {
    let fractionBits = 7 - exponentBits
    let exponent = Int(pattern >> UInt64(fractionBits)) & (1 << exponentBits - 1)
    let fraction = Int(pattern) & (1 << fractionBits - 1)
    if exponent == 1 << exponentBits - 1, fraction == 1 << fractionBits - 1 { return .nan }
    let scale = Float(sign: .plus, exponent: max(exponent, 1) - bias - fractionBits, significand: 1)
    let magnitude = Float(fraction + (exponent == 0 ? 0 : 1 << fractionBits)) * scale
    return pattern & 0x80 == 0 ? magnitude : -magnitude
  }
}
