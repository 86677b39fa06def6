import Testing

@testable import ModelSpec

/// Damaged models: refused or accepted, but never a trap.
@Suite struct DamageTests {
  static let cases = [
    "glm-regressor-linear", "onehot-string-dense-error", "scaler-vector", "featurevectorizer-mixed",
    "nn-quantized-linear-3bit-per-row", "nn-slice-axes", "updatable/update-linear-adam",
    "updatable/update-pipeline",
  ].map(ModelCase.named)

  @Test(arguments: cases)
  func refusesEveryTruncation(_ modelCase: ModelCase) throws {
    let bytes = try modelCase.bytes()
    for length in 0..<bytes.count {
      #expect(throws: ModelError.self, "cut off after \(length) bytes") {
        try ModelDocument(bytes: Array(bytes[..<length]))
      }
    }
  }

  @Test(arguments: cases.dropLast())
  func survivesEveryFlippedBit(_ modelCase: ModelCase) throws {
    let bytes = try modelCase.bytes()
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      do throws(ModelError) {
        let model = try ModelDecoder.decode(damaged)
        // Compared as bytes, for a number may have become NaN.
        let encoded = ModelEncoder.encode(model)
        #expect(try ModelEncoder.encode(ModelDecoder.decode(encoded)) == encoded, "bit \(bit)")
        try ModelValidator.validate(model)
      } catch {
        #expect(!error.path.isEmpty && !error.message.isEmpty, "bit \(bit)")
      }
    }
  }
}
