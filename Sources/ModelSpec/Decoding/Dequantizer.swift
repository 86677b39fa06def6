/// Small integers → numbers.
struct Dequantizer {
  private let quantization: Quantization
  private let rows: Int

  /// Bits are packed, and the numbers that they stand for take up to 32 times the memory.
  private static let mostNumbers = 1 << 28

  /// The integers are shared out evenly among the rows, the output channels.
  init(_ quantization: Quantization, rows: Int) {
    self.quantization = quantization
    self.rows = rows
  }

  /// So many numbers, or as many as the bytes hold.
  func values(count: Int?, at path: ModelPath) throws(ModelError) -> [Float] {
    let bits = quantization.bits
    let available = quantization.raw.count * 8 / bits
    let count = count ?? available
    guard count <= available else {
      throw path.field(quantization.isInt8 ? "int8RawValue" : "rawValue").error(
        .shape,
        "\(quantization.raw.count) bytes hold \(available) weights of \(bits) bits; \(count) are "
          + "needed")
    }
    guard count <= Self.mostNumbers else {
      throw path.error(.shape, "\(count) weights are more than \(Self.mostNumbers)")
    }
    let rowLength = max(1, count / max(1, rows))
    var values: [Float] = []
    values.reserveCapacity(count)
    for index in 0..<count {
      let integer = integer(index)
      switch quantization.scheme {
      case .linear(let scale, let bias):
        let row = index / rowLength
        let shift = bias.isEmpty ? 0 : bias[bias.count == 1 ? 0 : row]
        values.append(Float(integer) * scale[scale.count == 1 ? 0 : row] + shift)
      case .lookupTable(let table):
        values.append(table[integer])
      }
    }
    return values
  }

  /// The integer at an index: its bits follow those of the one before it, most significant first.
  private func integer(_ index: Int) -> Int {
    let raw = quantization.raw
    guard !quantization.isInt8 else { return Int(Int8(bitPattern: raw[index])) }
    let first = index * quantization.bits
    let byte = first / 8
    let window = Int(raw[byte]) << 8 | (byte + 1 < raw.count ? Int(raw[byte + 1]) : 0)
    return window >> (16 - first % 8 - quantization.bits) & (1 << quantization.bits - 1)
  }
}
