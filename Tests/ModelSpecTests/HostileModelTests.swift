import Testing

@testable import ModelSpec

/// Small files that would take much memory or time are refused before they do.
@Suite struct HostileModelTests {
  private func refusal(_ write: (inout WireWriter) -> Void) throws -> ModelError {
    var writer = WireWriter()
    write(&writer)
    return try #require(throws: ModelError.self) { try ModelDecoder.decode(writer.bytes) }
  }

  /// So many empty texts or messages in field 1.
  private static func empty(_ count: Int) -> [UInt8] {
    Array(repeatElement([0x0A, 0], count: count).joined())
  }

  /// Two million empty messages are four megabytes in the file and hundreds in memory.
  @Test(arguments: [
    (500, 1, "neuralNetwork.layers["), (301, 2, "supportVectorRegressor.sparseSupportVectors"),
  ])
  func emptyMessages(kind: Int, field: Int, place: String) throws {
    let error = try refusal { model in
      if field == 1 {
        model.data(kind, Self.empty(2_000_000))
      } else {
        model.message(kind) { $0.data(field, Self.empty(2_000_000)) }
      }
    }
    #expect(error.reason == .unreadable)
    #expect(error.path.hasPrefix(place))
    #expect(error.message.contains("bytes of memory"))
  }

  @Test func emptyTexts() throws {
    let error = try refusal { model in
      model.message(600) { encoder in
        encoder.data(1, Self.empty(4_000_000))
      }
    }
    #expect(error.reason == .unreadable)
    #expect(error.path.hasPrefix("oneHotEncoder.stringCategories"))
  }

  @Test func thousandsOfStages() throws {
    let error = try refusal { model in
      model.message(202) { pipeline in
        for _ in 0..<10_000 { pipeline.presentText(1, "") }
      }
    }
    #expect(error.reason == .unreadable)
    #expect(error.path == "pipeline.models[9999]")
  }

  @Test func aHundredThousandInputs() throws {
    let error = try refusal { model in
      model.message(2) { description in
        for _ in 0...100_000 { description.presentText(1, "") }
      }
    }
    #expect(error.reason == .unreadable)
    #expect(error.path == "description.input[100000]")
  }

  @Test func emptyNodes() throws {
    let error = try refusal { model in
      model.int(1, 1)
      model.presentText(2, "")
      model.message(302) { regressor in
        regressor.data(1, Self.empty(1_000_000))
      }
    }
    #expect(error.reason == .structure)
    #expect(error.path == "treeEnsembleRegressor.treeEnsemble.nodes[0].trueChildNodeId")
  }

  /// One bit for each weight: a megabyte stands for eight million numbers, a gigabyte for too many.
  @Test func weightsThatUnpackToTooMuch() throws {
    let packed = Quantization(
      bits: 1, scheme: .linear(scale: [1], bias: []), raw: [UInt8](repeating: 0, count: 1 << 26))
    let error = try #require(throws: ModelError.self) {
      try Dequantizer(packed, rows: 1).values(count: 1 << 29, at: .root)
    }
    #expect(error.reason == .shape)
  }

  @Test(arguments: ["/dev/zero", "/dev/null"])
  func devices(path: String) throws {
    let error = try #require(throws: ModelError.self) { try ModelDocument.read(at: path) }
    #expect(error.reason == .unreadable)
    #expect(error.message.contains("device"))
  }

  @Test func aFileIsRefusedByItsFirstBytes() throws {
    #expect(throws: ModelError.self) { try WireGuard.check(beginning: [0, 0, 0, 0]) }
    try WireGuard.check(beginning: Array(ModelEncoder.encode(Sample.scaler).prefix(10)))
  }
}
