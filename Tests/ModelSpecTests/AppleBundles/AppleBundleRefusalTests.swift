import Testing

@testable import ModelSpec

/// What nobody knows the meaning of is refused by place; what contradicts itself is damaged.
@Suite struct AppleBundleRefusalTests {
  private static let trees = {
    var ensemble = TreeEnsemble()
    ensemble.predictionDimensions = 1
    ensemble.evaluations = [.init(index: 0, value: 1), .init(index: 0, value: 2)]
    for index in 0..<3 {
      var node = TreeEnsemble.Node()
      node.nodeId = UInt64(index)
      if index == 0 {
        (node.trueChildNodeId, node.falseChildNodeId) = (1, 2)
        node.branchFeatureValue = 0.5
      } else {
        node.behavior = .leaf
        node.evaluations = index - 1..<index
      }
      ensemble.nodes.append(node)
    }
    return Model(
      specificationVersion: 1,
      description: ModelDescription(
        inputs: [Sample.feature("x", .double)], outputs: [Sample.feature("y", .double)],
        predictedFeatureName: "y"),
      kind: .treeEnsembleRegressor(TreeEnsembleRegressor(ensemble: ensemble)))
  }()

  /// Bytes of `_B0000.DAT` for one branch and two leaves in 32 bits: 36 up to the base, 28 to the
  /// records, 16 for two of them.
  @Test(arguments: [
    (0, 1, ModelError.Reason.unsupportedVariant, 0),  // the first number
    (8, 5, .unsupportedVariant, 8),  // the layout
    (8, 4, .bundle, 16),  // a layout with dimensions for one
    (16, 9, .bundle, 16),  // more dimensions than bytes
    (32, 1, .unsupportedVariant, 32),
    (36, 7, .unsupportedVariant, 36),  // the size of a record
    (38, 13, .unsupportedVariant, 38),  // more than 16 bits
    (39, 5, .unsupportedVariant, 39),
    (44, 1, .unsupportedVariant, 44),
    (45, 1, .unsupportedVariant, 45),  // a comparison
    (45, 3, .unsupportedVariant, 45),
    (46, 1, .unsupportedVariant, 46),
    (56, 2, .unsupportedVariant, 56),
    (64, 11, .bundle, 64),  // no whole number of records
    (72, 0b0000_0010, .unsupportedVariant, 72),  // flags
    (78, 1, .unsupportedVariant, 78),  // the last record
  ])
  func refusesChangedTrees(
    _ place: Int, _ value: UInt8, _ reason: ModelError.Reason, _ at: Int
  ) throws {
    var parts = AppleBundle(Self.trees).parts
    _ = try AppleBundleTests.read(parts)
    parts["_B0000.DAT"]?[place] = value
    let error = #expect(throws: ModelError.self) { try AppleBundleTests.read(parts) }
    #expect(error?.reason == reason, "\(String(describing: error))")
    #expect(error?.path == "_B0000.DAT, byte \(at)")
    #expect(error?.isUnsupported == (reason == .unsupportedVariant))
  }

  @Test(arguments: [
    ("model.espresso.net", #""mode": 0"#, #""mode": 1"#, "layers[1].mode"),
    ("model.espresso.net", #""mode": 0"#, #""mode": 0, "slope": 2"#, "layers[1].slope"),
    ("model.espresso.net", #""type": "activation""#, #""type": "elu""#, "layers[1].type"),
    ("model.espresso.net", #""has_prelu": 0"#, #""has_prelu": 1"#, "layers[0].has_prelu"),
    ("model.espresso.net", #""has_relu": 0"#, #""has_relu": 2"#, "layers[0].has_relu"),
    ("model.espresso.net", #""weights": {}"#, #""weights": {"s": 1}"#, "layers[0].weights"),
    ("model.espresso.net", #""has_biases": 1"#, #""has_biases": 2"#, "layers[0].has_biases"),
    ("model.espresso.shape", #""n": 1"#, #""n": 2"#, "layer_shapes.h.n"),
    ("model.espresso.net", "200", "201", "format_version"),
    ("model.espresso.net", #""properties": {}"#, #""properties": {"a": 1}"#, "properties"),
    ("model.espresso.net", "model.espresso.weights", "../weights", "storage"),
    ("model.espresso.shape", #""k": 2"#, #""k": 2, "_rank": 1"#, "layer_shapes.x._rank"),
  ])
  func refusesUnknownLayers(_ part: String, _ old: String, _ new: String, _ path: String) throws {
    var network = Sample.fixedNetwork
    network.kind = .neuralNetwork(
      NeuralNetwork(
        layers: [
          AppleBundleTests.dense("d", from: "x", to: "h", inputs: 2, outputs: 1),
          NeuralNetworkLayer(name: "r", inputs: ["h"], outputs: ["y"], kind: .activation(.relu)),
        ]))
    var parts = AppleBundle(network).parts
    _ = try AppleBundleTests.read(parts)
    AppleBundleTests.edit(&parts, part, old, new)
    let error = #expect(throws: ModelError.self) { try AppleBundleTests.read(parts) }
    #expect(error?.reason == .unsupportedVariant, "\(String(describing: error))")
    #expect(error?.path == "\(part): \(path)")
  }

  /// A dense layer and what contradicts it.
  @Test(arguments: [
    ("model.espresso.net", #""nC": 1"#, #""nC": 2"#, ": layers[0]"),
    ("model.espresso.net", #""nB": 2"#, #""nB": 3"#, ": layers[0]"),
    (
      "model.espresso.net", #""blob_weights": 1"#, #""blob_weights": 3"#, ": layers[0].blob_weights"
    ),
    (
      "model.espresso.net", #""blob_weights": 1"#, #""blob_weights": 9"#, ": layers[0].blob_weights"
    ),
    ("model.espresso.net", #""name": "dense""#, #""name": "other""#, ""),
    ("model.espresso.net", #""name": "dense", "#, "", ": layers[0]"),
    ("model.espresso.net", #""type": "inner"#, #""type": ["inner"#, ""),
    ("model.espresso.shape", #""k": 2"#, #""k": 3"#, ": layers[0]"),
    ("model.espresso.shape", #""k": 2"#, #""k": -2"#, ": layer_shapes.x.k"),
    ("model.espresso.shape", #""x""#, #""z""#, ": layer_shapes"),
    ("updateParameters/coremldata.bin", "y", "q", ""),
  ])
  func refusesContradictions(_ part: String, _ old: String, _ new: String, _ path: String) throws {
    var parts = AppleBundle(Sample.network).parts
    AppleBundleTests.edit(&parts, part, old, new)
    let error = #expect(throws: ModelError.self) { try AppleBundleTests.read(parts) }
    #expect(error?.reason == .bundle, "\(String(describing: error))")
    #expect(
      error?.path.hasPrefix(path.isEmpty ? part : "model.espresso.net\(path)") == true
        || error?.path == "\(part)\(path)", "\(error?.path ?? "")")
  }

  @Test(arguments: ["model", "neural_network_optionals"])
  func refusesTablesThatSaySomething(_ name: String) throws {
    var parts = AppleBundle(Sample.network).parts
    parts["\(name)/coremldata.bin"] = [UInt8](repeating: 0, count: 32)
    _ = try AppleBundleTests.read(parts)
    parts["\(name)/coremldata.bin"]?[8] = 1
    let error = #expect(throws: ModelError.self) { try AppleBundleTests.read(parts) }
    #expect(error?.path == "\(name)/coremldata.bin, byte 8")
    #expect(error?.isUnsupported == true)
  }

  @Test func refusesHeadersThatSayMoreThanIsKnown() throws {
    for place in [4 + 24 + 8 + 7 + 8, 4 + 24 + 8 + 7 + 16] {
      var parts = AppleBundle(Sample.network).parts
      parts["coremldata.bin"]?[place] = 1
      let error = #expect(throws: ModelError.self) { try AppleBundleTests.read(parts) }
      #expect(error?.isUnsupported == true)
    }
  }

  @Test(arguments: ["model.espresso.net", "coremldata.bin", "model.espresso.weights"])
  func refusesCompressedParts(_ name: String) throws {
    var parts = AppleBundle(Sample.network).parts
    parts[name] = Array("bvx2".utf8) + [UInt8](repeating: 7, count: 100)
    let error = #expect(throws: ModelError.self) { try AppleBundleTests.read(parts) }
    #expect(error?.path == name)
    #expect(error?.isUnsupported == true)
  }

  /// Two blobs whose lengths together are beyond all numbers.
  @Test func refusesLengthsThatOverflow() throws {
    var network = Sample.fixedNetwork
    network.kind = .neuralNetwork(
      NeuralNetwork(
        layers: [
          NeuralNetworkLayer(
            name: "c", inputs: ["a", "b"], outputs: ["y"], kind: .concat(sequence: false))
        ]))
    var parts = AppleBundle(network).parts
    let blob = #"{"n": 1, "k": 4611686018427387904, "h": 1, "w": 1}"#
    parts["model.espresso.shape"] = Array(
      #"{"layer_shapes": {"a": \#(blob), "b": \#(blob), "y": \#(blob)}}"#.utf8)
    let error = #expect(throws: ModelError.self) { try AppleBundleTests.read(parts) }
    #expect(error?.isUnsupported == true)
  }

  @Test func refusesTooManyStages() throws {
    let stages = [Model](repeating: Sample.scaler, count: CompiledStage.maximumStages + 1)
    let pipeline = Model(
      specificationVersion: 4, description: Sample.scaler.description,
      kind: .pipeline(Pipeline(models: stages)))
    let error = #expect(throws: ModelError.self) {
      try AppleBundleTests.read(AppleBundle(pipeline).parts)
    }
    #expect(error?.reason == .tooDeep)
  }

  @Test(arguments: ["odie", "generic", "notreesyet", "spec "])
  func refusesVariantsOfOtherKinds(_ variant: String) throws {
    for number in [UInt32(300), 2_000, 503] {
      let header = CompiledHeader(
        compilerVersion: [1, 0, 0], kind: number, variant: variant, specificationVersion: 1)
      let error = #expect(throws: ModelError.self) {
        try AppleBundleTests.read(["coremldata.bin": header.encoded()])
      }
      #expect(error?.isUnsupported == true)
    }
  }

  @Test func refusesStagesThatAreNotThere() throws {
    let pipeline = Model(
      specificationVersion: 4, description: Sample.scaler.description,
      kind: .pipeline(Pipeline(models: [Sample.scaler, Sample.scaler])))
    var parts = AppleBundle(pipeline).parts
    parts["model1/coremldata.bin"] = nil
    let error = #expect(throws: ModelError.self) { try AppleBundleTests.read(parts) }
    #expect(error?.path == "model1/coremldata.bin")
    #expect(error?.reason == .bundle)
  }

  @Test func refusesPipelinesWithoutEnd() throws {
    var model = Sample.scaler
    for _ in 0..<CompiledStage.maximumDepth + 1 {
      model = Model(
        specificationVersion: 4, description: model.description,
        kind: .pipeline(Pipeline(models: [model])))
    }
    let error = #expect(throws: ModelError.self) {
      try AppleBundleTests.read(AppleBundle(model).parts)
    }
    #expect(error?.reason == .tooDeep)
  }

  private static let small = [Sample.network, Sample.pipeline, trees]

  /// Every part, cut off at every byte.
  @Test(arguments: small)
  func refusesEveryTruncation(_ model: Model) throws {
    let whole = AppleBundle(model).parts
    for (name, bytes) in whole {
      for length in 0..<bytes.count {
        var parts = whole
        parts[name] = Array(bytes[..<length])
        do throws(ModelError) {
          // The message itself may end early: whether it is whole is said elsewhere.
          _ = try ModelDocument(bytes: AppleBundleTests.read(parts))
          #expect(name.hasSuffix("NetworkUpdateParameters/coremldata.bin"), "\(name), \(length)")
        } catch {
          #expect(!error.path.isEmpty && !error.message.isEmpty)
        }
      }
    }
  }

  /// Every part, with every bit turned round: an error, or a model that can be checked.
  @Test(arguments: small)
  func survivesEveryFlippedBit(_ model: Model) throws {
    let whole = AppleBundle(model).parts
    for (name, bytes) in whole {
      for bit in 0..<bytes.count * 8 {
        var parts = whole
        parts[name]?[bit / 8] ^= 1 << UInt8(bit % 8)
        do throws(ModelError) {
          let document = try ModelDocument(bytes: AppleBundleTests.read(parts))
          #expect(document.model.kind.number == model.kind.number)
        } catch {
          #expect(!error.path.isEmpty && !error.message.isEmpty)
        }
      }
    }
  }
}
