import Testing

@testable import ModelSpec

@Suite struct RoundTripTests {
  @Test(arguments: ModelCase.valid + ModelCase.updatable)
  func encodedModelDecodesToTheSame(_ modelCase: ModelCase) throws {
    let model = try ModelDecoder.decode(modelCase.bytes())
    let encoded = ModelEncoder.encode(model)
    #expect(try ModelDecoder.decode(encoded) == model)
    #expect(ModelEncoder.encode(model) == encoded)
  }
}
