import Testing

@testable import ModelSpec

@Suite struct WireGuardTests {
  /// A model of the kind `pipeline` (202), so many levels deep.
  private func nested(_ depth: Int) -> [UInt8] {
    var inner: [UInt8] = []
    for _ in 0..<depth {
      var writer = WireWriter()
      writer.message(202) { $0.data(1, inner) }
      inner = writer.bytes
    }
    return inner
  }

  @Test(arguments: [51, 1_000, 20_000])
  func refusesDeepNesting(_ depth: Int) throws {
    let bytes = nested(depth)
    let error = try #require(throws: ModelError.self) { try ModelDecoder.decode(bytes) }
    #expect(error.reason == .tooDeep)
    #expect(error.path.hasPrefix("pipeline.models[0].pipeline.models[0]."))
    #expect(error.path.utf8.count <= 200)
  }

  @Test func allowsNestingUpToTheLimit() throws {
    let bytes = nested(33)
    let error = try #require(throws: ModelError.self) { try ModelDecoder.decode(bytes) }
    #expect(error.reason == .version)
  }

  @Test func refusesMoreBytesThanAllowed() throws {
    var limits = DecodingLimits()
    limits.maximumBytes = 100
    let bytes = try ModelCase.named("glm-regressor-linear").bytes()
    let error = try #require(throws: ModelError.self) {
      try ModelDecoder.decode(bytes, limits: limits)
    }
    #expect(error.reason == .unreadable)
    #expect(error.message.contains("\(bytes.count) bytes"))
  }

  /// Empty messages have two bytes each in the file and many more in memory.
  @Test func refusesWhatGrowsInMemory() throws {
    var limits = DecodingLimits()
    limits.maximumMemory = 1 << 20
    var writer = WireWriter()
    writer.message(300) { for _ in 0..<20_000 { $0.message(1) { _ in } } }
    let error = try #require(throws: ModelError.self) {
      try ModelDecoder.decode(writer.bytes, limits: limits)
    }
    #expect(error.reason == .unreadable)
    #expect(error.path.hasPrefix("glmRegressor.weights["))
  }

  static let faults: [(String, [UInt8], String)] = [
    ("no bytes", [], "file"),
    ("field number 0", [0x00, 0x00], "field 0"),
    ("wire type 6", [0x2e], "field 5"),
    ("wire type 7", [0x2f], "field 5"),
    ("a group", [0x3b, 0x3c], "field 7"),
    ("a varint that does not end", [0x08, 0x80, 0x80], "specificationVersion"),
    (
      "a varint of eleven bytes", [0x08] + [UInt8](repeating: 0x80, count: 10) + [0],
      "specificationVersion"
    ),
    ("a tag of six bytes", [0x88, 0x80, 0x80, 0x80, 0x80, 0x00, 1], "file"),
    ("a length beyond the end", [0x12, 0x05, 0x0a], "description"),
    ("a length of 64 bits", [0x12] + [UInt8](repeating: 0xff, count: 9) + [1], "description"),
    ("the version as a text", [0x0a, 0x00], "specificationVersion"),
    ("the description as a number", [0x10, 0x00], "description"),
    ("two descriptions", [0x12, 0x00, 0x12, 0x00], "description"),
    ("two kinds", [0xd2, 0x0c, 0x00, 0xa2, 0x1f, 0x00], "neuralNetwork"),
    (
      "a name that is not UTF-8", [0x12, 0x05, 0x0a, 0x03, 0x0a, 0x01, 0xff],
      "description.input[0].name"
    ),
    ("a name with a NUL", [0x12, 0x05, 0x0a, 0x03, 0x0a, 0x01, 0x00], "description.input[0].name"),
    (
      "the second input cut off", [0x12, 0x05, 0x0a, 0x00, 0x0a, 0x02, 0x0a],
      "description.input[1]"
    ),
    (
      "twelve bytes of doubles",
      [0xe2, 0x12, 0x10, 0x0a, 0x0e, 0x0a, 0x0c] + [UInt8](repeating: 0, count: 12),
      "glmRegressor.weights[0].value"
    ),
  ]

  @Test(arguments: faults)
  func namesThePlaceOfAFault(_ fault: String, _ bytes: [UInt8], _ place: String) throws {
    let error = try #require(throws: ModelError.self) { try ModelDecoder.decode(bytes) }
    #expect(error.reason == .unreadable)
    #expect(error.path == place)
    #expect(error.message.contains("file"))
  }
}
