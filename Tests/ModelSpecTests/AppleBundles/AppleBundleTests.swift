import Foundation
import Testing

@testable import ModelSpec

/// Bundles in the layout of Apple's compiler come back as the models that they were made from.
@Suite struct AppleBundleTests {
  static func read(_ parts: [String: [UInt8]]) throws(ModelError) -> [UInt8] {
    var stage = try CompiledStage(BundleFolder(parts: parts))
    var tally = BundleTally()
    return try stage.model(tally: &tally)
  }

  /// Whether everything of a model has a known layout, and all of it is kept.
  static func isKeptWhole(_ model: Model) -> Bool {
    if let pipeline = model.kind.pipeline { return pipeline.models.allSatisfy(isKeptWhole) }
    switch model.kind {
    case .treeEnsembleRegressor, .treeEnsembleClassifier, .kNearestNeighborsClassifier: return false
    case .unsupported: return false
    default:
      guard let network = model.kind.network else { return true }
      return network.arrayInputShapeMapping == .rank5
        && network.layers.allSatisfy { layer in
          switch layer.kind {
          case .innerProduct(let product):
            product.weights.encoding == .float32 && product.bias?.encoding != .float16
          case .activation(.relu), .softmax: true
          default: false
          }
        }
    }
  }

  private static let whole = ModelCase.all(in: ModelCase.root).filter { modelCase in
    (try? ModelDecoder.decode(modelCase.bytes())).map(isKeptWhole) ?? false
  }

  @Test(arguments: whole)
  func returnsTheWholeModel(_ modelCase: ModelCase) throws {
    var model = try ModelDecoder.decode(modelCase.bytes())
    if case .neuralNetworkClassifier(var classifier) = model.kind {
      // The bundle says also what an empty name stands for.
      classifier.labelProbabilityLayerName = classifier.probabilities
      model.kind = .neuralNetworkClassifier(classifier)
    }
    let found = try ModelDecoder.decode(Self.read(AppleBundle(model).parts))
    // Compared as bytes, for a number may be NaN.
    #expect(ModelEncoder.encode(found) == ModelEncoder.encode(model))
  }

  @Test func manyKindsAreAmongThem() throws {
    let kinds = try Set(Self.whole.map { try ModelDecoder.decode($0.bytes()).kind.name })
    #expect(kinds.count > 12, "\(kinds)")
  }

  @Test func keepsNamesOfStagesAndNestedPipelines() throws {
    let inner = Model(
      specificationVersion: 4, description: Sample.scaler.description,
      kind: .pipeline(Pipeline(models: [Sample.scaler], names: ["only"])))
    let outer = Model(
      specificationVersion: 4, description: Sample.scaler.description,
      kind: .pipelineRegressor(Pipeline(models: [inner, Sample.scaler], names: ["é", ""])))
    #expect(try Self.read(AppleBundle(outer).parts) == ModelEncoder.encode(outer))
  }

  @Test func keepsWhatItDoesNotKnow() throws {
    let unknown: [UInt8] = [0xfa, 0x3e, 0x02, 0x68, 0x69]
    var parts = AppleBundle(
      Model(
        specificationVersion: 4, description: Sample.scaler.description,
        kind: .pipeline(Pipeline(models: [Sample.scaler])))
    ).parts
    parts["model0/coremldata.bin", default: []] += unknown
    let bytes = try Self.read(parts)
    let end = bytes.suffix(ModelEncoder.encode(Sample.scaler).count + unknown.count)
    #expect(Array(end) == ModelEncoder.encode(Sample.scaler) + unknown)
  }

  @Test func readsNearestNeighborsWithoutSamples() throws {
    let modelCase = ModelCase.named("knn-empty-string")
    let model = try ModelDecoder.decode(modelCase.bytes())
    let found = try ModelDecoder.decode(Self.read(AppleBundle(model).parts))
    guard case .kNearestNeighborsClassifier(let expected) = model.kind,
      case .kNearestNeighborsClassifier(let classifier) = found.kind
    else {
      Issue.record("\(found.kind.name)")
      return
    }
    #expect(found.description == model.description)
    #expect(classifier.dimensions == expected.dimensions)
    #expect(classifier.numberOfNeighbors == expected.numberOfNeighbors)
    #expect(classifier.defaultLabel == expected.defaultLabel)
    #expect(classifier.samples.isEmpty && classifier.labels == .strings([]))
  }

  /// Their weighting and index are not known: nothing may be made from a guess.
  @Test func neitherWritesNorTrainsNearestNeighbors() throws {
    let model = try ModelDecoder.decode(ModelCase.named("knn-empty-string").bytes())
    for (parts, place) in [
      (AppleBundle(model).parts, "coremldata.bin"),
      (AppleBundle(Self.pipeline(of: model)).parts, "model0/coremldata.bin"),
    ] {
      let scratch = try Scratch()
      try Self.write(parts, to: scratch.folder.appending(path: "m.mlmodelc"))
      let document = try ModelDocument.read(at: scratch.path("m.mlmodelc"))
      let errors = [
        #expect(throws: ModelError.self) { try document.requireWhole() },
        #expect(throws: ModelError.self) {
          try CompiledBundle.write(document, to: scratch.path("a.mlmodelc"))
        },
        #expect(throws: ModelError.self) {
          try ModelPackage.write(document, to: scratch.path("a.mlpackage"))
        },
      ]
      #expect(errors.allSatisfy { $0?.reason == .unsupportedVariant && $0?.path == place })
      #expect(try scratch.names() == ["m.mlmodelc"])
    }
  }

  /// The bundle with which the command is tried is the one that is read here.
  @Test func theCommandsBundleIsOfThisLayout() throws {
    let model = try ModelDecoder.decode(ModelCase.named("knn-empty-string").bytes())
    let folder = ModelCase.root.appending(path: "../cli/models/neighbors.mlmodelc")
    let parts = AppleBundle(model).parts
    if ProcessInfo.processInfo.environment["RECORD"] != nil { try Self.write(parts, to: folder) }
    for (name, bytes) in parts {
      #expect(try [UInt8](Data(contentsOf: folder.appending(path: name))) == bytes)
    }
  }

  private static func write(_ parts: [String: [UInt8]], to folder: URL) throws {
    for (name, bytes) in parts {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  private static func pipeline(of model: Model) -> Model {
    Model(
      specificationVersion: 4, description: model.description,
      kind: .pipeline(Pipeline(models: [model])))
  }

  @Test func readsNetworksWithTheirUpdateParameters() throws {
    #expect(
      try Self.read(AppleBundle(Sample.network).parts) == ModelEncoder.encode(Sample.network))
  }

  @Test func readsAClassifierWithSoftmaxFlattenAndConcat() throws {
    let layers = [
      Self.dense("a", from: "x", to: "a", inputs: 2, outputs: 3),
      Self.dense("b", from: "x", to: "b", inputs: 2, outputs: 1),
      NeuralNetworkLayer(
        name: "c", inputs: ["a", "b"], outputs: ["c"], kind: .concat(sequence: false)),
      NeuralNetworkLayer(
        name: "f", inputs: ["c"], outputs: ["f"], kind: .flatten(channelLast: false)),
      NeuralNetworkLayer(name: "p", inputs: ["f"], outputs: ["p"], kind: .softmax),
    ]
    let description = ModelDescription(
      inputs: [Sample.feature("x", Sample.array([2]))],
      outputs: [Sample.feature("label", .string)], predictedFeatureName: "label")
    for labels in [ClassLabels.strings(["a", "b", "c", "d"]), .int64s([-1, 0, 1, .max])] {
      var model = Model(
        specificationVersion: 1, description: description,
        kind: .neuralNetworkClassifier(
          NeuralNetworkClassifier(
            network: NeuralNetwork(layers: layers), labels: labels, labelProbabilityLayerName: "p"))
      )
      if case .int64s = labels {
        model.description.outputs = [Sample.feature("label", .int64)]
      }
      #expect(try ModelDecoder.decode(Self.read(AppleBundle(model).parts)) == model)
    }
  }

  /// The compiler draws an activation into the dense layer before it.
  @Test(arguments: [("has_relu", Activation.relu), ("has_tanh", .tanh)])
  func separatesFusedActivations(_ key: String, _ function: Activation) throws {
    var network = Sample.fixedNetwork
    network.description.trainingInputs = []
    network.kind = .neuralNetwork(
      NeuralNetwork(layers: [Self.dense("d", from: "x", to: "y", inputs: 2, outputs: 1)]))
    var parts = AppleBundle(network).parts
    Self.edit(&parts, "model.espresso.net", "\"\(key)\": 0", "\"\(key)\": 1")
    let model = try ModelDecoder.decode(Self.read(parts))
    let layers = try #require(model.kind.network).layers
    #expect(layers.map(\.kind.name) == ["innerProduct", "activation"])
    #expect(layers[1].kind == .activation(function))
    #expect(layers[0].inputs == ["x"] && layers[1].outputs == ["y"])
    #expect(layers[0].outputs == layers[1].inputs)
    try ModelValidator.validate(model)
  }

  static func dense(
    _ name: String, from input: String, to output: String, inputs: UInt64, outputs: UInt64
  ) -> NeuralNetworkLayer {
    let count = Int(inputs * outputs)
    return NeuralNetworkLayer(
      name: name, inputs: [input], outputs: [output],
      kind: .innerProduct(
        InnerProduct(
          inputChannels: inputs, outputChannels: outputs,
          weights: WeightParameters((0..<count).map { Float($0) - 1.5 }),
          bias: WeightParameters((0..<Int(outputs)).map { Float($0) / 3 }))))
  }

  /// Replaces one occurrence of a text in a part.
  static func edit(
    _ parts: inout [String: [UInt8]], _ name: String, _ old: String, _ new: String
  ) {
    let text = String(decoding: parts[name] ?? [], as: UTF8.self)
    #expect(text.contains(old))
    parts[name] = Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
  }
}
