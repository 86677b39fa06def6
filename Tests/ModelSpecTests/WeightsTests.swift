import Testing

@testable import ModelSpec

@Suite struct WeightsTests {
  /// 3 bits each, from the most significant: 001 010 011 100 101 110 111 000.
  private let threeBits: [UInt8] = [0b0010_1001, 0b1100_1011, 0b1011_1000]

  @Test func rawBitsRunFromTheMostSignificant() throws {
    let table = (0..<8).map { Float($0) / 4 }
    let quantization = Quantization(bits: 3, scheme: .lookupTable(table), raw: threeBits)
    let values = try Dequantizer(quantization, rows: 2).values(count: 8, at: .root)
    #expect(values == [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 0])
  }

  @Test func everyRowHasItsScaleAndBias() throws {
    let scheme = Quantization.Scheme.linear(scale: [2, 0.5], bias: [-1, 0.25])
    let quantization = Quantization(bits: 3, scheme: scheme, raw: threeBits)
    let values = try Dequantizer(quantization, rows: 2).values(count: 8, at: .root)
    #expect(values == [1, 3, 5, 7, 2.75, 3.25, 3.75, 0.25])
  }

  @Test func wholeBytesNeedNoNeighbour() throws {
    let scheme = Quantization.Scheme.linear(scale: [1], bias: [])
    let quantization = Quantization(bits: 8, scheme: scheme, raw: [0, 127, 128, 255])
    let values = try Dequantizer(quantization, rows: 1).values(count: nil, at: .root)
    #expect(values == [0, 127, 128, 255])
  }

  @Test func int8BytesAreSigned() throws {
    let scheme = Quantization.Scheme.linear(scale: [0.5], bias: [])
    let quantization = Quantization(bits: 8, scheme: scheme, raw: [0, 127, 128, 255], isInt8: true)
    let values = try Dequantizer(quantization, rows: 1).values(count: 4, at: .root)
    #expect(values == [0, 63.5, -64, -0.5])
  }

  @Test func tooFewBytesAreRefused() throws {
    let scheme = Quantization.Scheme.linear(scale: [1], bias: [])
    let quantization = Quantization(bits: 5, scheme: scheme, raw: [1, 2])
    let error = try #require(throws: ModelError.self) {
      try Dequantizer(quantization, rows: 1).values(count: 4, at: ModelPath(text: "weights"))
    }
    #expect(error.reason == .shape)
    #expect(error.path == "weights.rawValue")
  }

  @Test func halvesKeepTheirBits() {
    let patterns = (0...UInt16.max).filter { $0 & 0x7c00 != 0x7c00 || $0 & 0x3ff == 0 }
    let bytes = patterns.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    let values = HalfPrecision.decode(bytes)
    #expect(HalfPrecision.encode(values) == bytes)
    #expect(values[0x3c00] == 1)
  }
}
