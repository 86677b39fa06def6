import Foundation
import ModelSpec
import Testing

@testable import TabularML

@Suite struct MLModelFileTests {
  static let source = ModelCase.folder("updatable/update-pipeline/model.mlmodel")

  static func withFolder<R>(_ body: (URL) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  static func remove(compiled url: URL) {
    try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
  }

  @Test func compilingAndLoading() throws {
    let compiled = try MLModel.compileModel(at: Self.source)
    defer { Self.remove(compiled: compiled) }
    #expect(compiled.lastPathComponent == "model.mlmodelc")
    let model = try MLModel(contentsOf: compiled)
    #expect(model.document.bytes == [UInt8](try Data(contentsOf: Self.source)))
    #expect(model.modelDescription.isUpdatable)
    #expect(try MLModel.compileModel(at: Self.source) != compiled)
  }

  @Test func aModelThatCouldNotBeLoadedIsNotCompiled() throws {
    try Self.withFolder { folder in
      // Valid layer by layer, but the second layer does not fit the first.
      func layer(_ name: String, from input: String, to output: String, _ inputs: Int)
        -> NeuralNetworkLayer
      {
        NeuralNetworkLayer(
          name: name, inputs: [input], outputs: [output],
          kind: .innerProduct(
            InnerProduct(
              inputChannels: UInt64(inputs), outputChannels: 2,
              weights: WeightParameters(Array(repeating: 1, count: 2 * inputs)), bias: nil)))
      }
      func feature(_ name: String) -> FeatureDescription {
        FeatureDescription(
          name: name, type: .multiArray(ArrayFeatureType(shape: [2], dataType: .double)))
      }
      let model = Model(
        specificationVersion: 4,
        description: ModelDescription(inputs: [feature("x")], outputs: [feature("y")]),
        kind: .neuralNetwork(
          NeuralNetwork(layers: [
            layer("a", from: "x", to: "h", 2), layer("b", from: "h", to: "y", 3),
          ])))
      let file = folder.appending(path: "x.mlmodel")
      try Data(ModelEncoder.encode(model)).write(to: file)
      #expect(throws: MLModelError.self) { try MLModel.compileModel(at: file) }
    }
  }

  @Test func aPackageIsCompiled() throws {
    let package = ModelCase.folder("package-network/model.mlpackage")
    let compiled = try MLModel.compileModel(at: package)
    defer { Self.remove(compiled: compiled) }
    #expect(try MLModel(contentsOf: compiled).modelDescription.outputDescriptionsByName.count > 0)
  }

  @Test(
    "A model that is not compiled says how to compile it",
    arguments: [
      source, ModelCase.folder("package-network/model.mlpackage"),
    ])
  func notCompiled(url: URL) {
    let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: url) }
    #expect(error?.code == .generic)
    #expect(error?.localizedDescription.contains("not compiled") == true)
    #expect(error?.localizedDescription.contains("compileModel(at:)") == true)
    #expect(error?.recoverySuggestion?.contains("compileModel(at:)") == true)
  }

  @Test func nothingThere() throws {
    let missing = URL(filePath: "/no/such.mlmodelc")
    #expect(throws: MLModelError.self) { try MLModel.compileModel(at: missing) }
    let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: missing) }
    #expect(error?.code == .io)
    let elsewhere = try #require(URL(string: "https://example.org/a.mlmodel"))
    let remote = #expect(throws: MLModelError.self) { try MLModel.compileModel(at: elsewhere) }
    #expect(remote?.localizedDescription.contains("not on this computer") == true)
  }

  @Test func notAModel() throws {
    try Self.withFolder { folder in
      let file = folder.appending(path: "x.mlmodel")
      try Data("not a model".utf8).write(to: file)
      let error = #expect(throws: MLModelError.self) { try MLModel.compileModel(at: file) }
      #expect(error?.code == .io)
      #expect(error?.modelError != nil)
    }
  }

  @Test("Every unusable model is refused with an error of Core ML's")
  func invalidModels() throws {
    let cases = try FileManager.default.contentsOfDirectory(
      atPath: ModelCase.folder("invalid").path)
    #expect(cases.count > 100)
    for name in cases {
      let file = ModelCase.folder("invalid/\(name)/model.mlmodel")
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      #expect(throws: MLModelError.self, "\(name)") {
        let compiled = try MLModel.compileModel(at: file)
        defer { Self.remove(compiled: compiled) }
        _ = try MLModel(contentsOf: compiled)
      }
    }
  }

  @Test func writingIntoAFolderThatWasMadeForIt() throws {
    let model = try MLModel(document: try ModelDocument.read(at: Self.source.path))
    try Self.withFolder { folder in
      let place = folder.appending(path: "updated.mlmodelc")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let writable: any MLModel & MLWritable = model
      try writable.write(to: place)
      try model.write(to: place)
      #expect(try MLModel(contentsOf: place).document.bytes == model.document.bytes)
      let taken = folder.appending(path: "notes")
      try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: taken.appending(path: "note.txt"))
      let error = #expect(throws: MLModelError.self) { try model.write(to: taken) }
      #expect(error?.code == .io)
      #expect(FileManager.default.fileExists(atPath: taken.appending(path: "note.txt").path))
    }
  }

  @Test func configurationIsCopied() throws {
    let compiled = try MLModel.compileModel(at: Self.source)
    defer { Self.remove(compiled: compiled) }
    let configuration = MLModelConfiguration()
    #expect(configuration.computeUnits == .all && configuration.parameters == nil)
    configuration.computeUnits = .cpuOnly
    configuration.parameters = [.learningRate: 0.5]
    let model = try MLModel(contentsOf: compiled, configuration: configuration)
    configuration.computeUnits = .cpuAndGPU
    model.configuration.computeUnits = .cpuAndNeuralEngine
    #expect(model.configuration.computeUnits == .cpuOnly)
    #expect(try model.parameterValue(for: .learningRate) as? Double == 0.5)
    configuration.functionName = "main"
    let error = #expect(throws: MLModelError.self) {
      try MLModel(contentsOf: compiled, configuration: configuration)
    }
    #expect(error?.localizedDescription.contains("'main'") == true)
  }

  @Test func aConfigurationChoosesReadings() throws {
    let url = ModelCase.folder("normalizer-lmax/model.mlmodel")
    let compiled = try MLModel.compileModel(at: url)
    defer { Self.remove(compiled: compiled) }
    let row = try MLDictionaryFeatureProvider(dictionary: ["x": MLMultiArray([-4, 2, 1, 0.0])])
    let configuration = MLModelConfiguration()
    for (reading, expected) in [("magnitude", -1.0), ("number", -2)] {
      configuration.readings = ["largest-norm": reading]
      let model = try MLModel(contentsOf: compiled, configuration: configuration)
      let output = try #require(model.modelDescription.outputDescriptionsByName.keys.first)
      let answer = try model.prediction(from: row).featureValue(for: output)?.multiArrayValue
      #expect(answer?[0].doubleValue == expected)
    }
    configuration.readings = ["largest-norm": "none"]
    let error = #expect(throws: MLModelError.self) {
      try MLModel(contentsOf: compiled, configuration: configuration)
    }
    #expect(error?.code == .parameters)
  }

  @Test func aLayerIsLookedForInPipelinesThirtyDeep() throws {
    var model = try ModelDocument.read(at: Self.source.path).model
    for _ in 0..<30 {
      model = Model(
        specificationVersion: model.specificationVersion, description: model.description,
        isUpdatable: true, kind: .pipeline(Pipeline(models: [model])))
    }
    let nested = try MLModel(document: try ModelDocument(model))
    #expect(throws: MLModelError.self) {
      try nested.parameterValue(for: .weights.scoped(to: "none"))
    }
  }

  @Test func parameterValues() throws {
    let model = try MLModel(document: try ModelDocument.read(at: Self.source.path))
    #expect(try model.parameterValue(for: .learningRate) as? Double == 0.05)
    #expect(try model.parameterValue(for: .epochs) as? Int == 6)
    guard case .pipelineRegressor(let pipeline) = model.document.model.kind,
      case .neuralNetworkRegressor(let network) = pipeline.models.last?.kind,
      let layer = network.layers.first(where: { $0.isUpdatable }),
      case .innerProduct(let product) = layer.kind
    else {
      Issue.record("the case has no updatable layer")
      return
    }
    let value = try model.parameterValue(for: .weights.scoped(to: layer.name))
    let weights = try #require(value as? MLMultiArray)
    #expect(
      weights.shape.map(\.uint64Value) == [product.outputChannels, product.inputChannels])
    #expect((0..<weights.count).map { weights[$0].floatValue } == product.weights.values)
    let biases = try model.parameterValue(for: .biases.scoped(to: layer.name))
    #expect((biases as? MLMultiArray)?.count == product.bias?.values.count)
    for key in [MLParameterKey.weights, .weights.scoped(to: "none"), .numberOfNeighbors] {
      let error = #expect(throws: MLModelError.self) { try model.parameterValue(for: key) }
      #expect(error?.code == .parameters)
    }
  }
}
