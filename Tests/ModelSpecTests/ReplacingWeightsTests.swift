import Testing

@testable import ModelSpec

@Suite struct ReplacingWeightsTests {
  private func network(_ document: ModelDocument) throws -> NeuralNetwork {
    var model = document.model
    while true {
      switch model.kind {
      case .pipeline(let pipeline), .pipelineRegressor(let pipeline):
        model = try #require(pipeline.models.last)
      case .neuralNetwork(let network), .neuralNetworkRegressor(let network): return network
      default: return try #require(nil)
      }
    }
  }

  private func product(_ layer: NeuralNetworkLayer) throws -> InnerProduct {
    guard case .innerProduct(let product) = layer.kind else { return try #require(nil) }
    return product
  }

  @Test func onlyTheNamedLayerChanges() throws {
    let old = try ModelDocument.read(at: ModelCase.named("updatable/update-mlp-relu").path)
    let dense = try network(old).layers[2]
    let shape = try product(dense)
    let weights = (0..<shape.weights.values.count).map { Float($0) / 3 }
    let new = try old.replacingWeights([
      LayerWeights(stage: [], layer: dense.name, weights: weights, bias: [7])
    ])
    var expected = try network(old)
    var changed = shape
    changed.weights.values = weights
    changed.bias?.values = [7]
    expected.layers[2].kind = .innerProduct(changed)
    #expect(try network(new) == expected)
    #expect(new.model.description == old.model.description)
  }

  @Test func withoutBiasOnlyTheWeightsChange() throws {
    let old = try ModelDocument.read(at: ModelCase.named("updatable/update-linear").path)
    let dense = try network(old).layers[0]
    let before = try product(dense)
    let new = try old.replacingWeights([
      LayerWeights(
        stage: [], layer: dense.name, weights: before.weights.values.map { $0 + 1 }, bias: nil)
    ])
    #expect(try product(network(new).layers[0]).bias == before.bias)
  }

  @Test func stagesOfAPipelineAreReached() throws {
    let old = try ModelDocument.read(at: ModelCase.named("updatable/update-pipeline").path)
    let layer = try #require(network(old).layers.first { $0.isUpdatable })
    let count = try product(layer).weights.values.count
    let bias = try product(layer).bias.map { [Float](repeating: 0.5, count: $0.values.count) }
    let weights = [Float](repeating: 0.25, count: count)
    let new = try old.replacingWeights([
      LayerWeights(stage: [3], layer: layer.name, weights: weights, bias: bias)
    ])
    let found = try #require(network(new).layers.first { $0.name == layer.name })
    #expect(try product(found).weights.values == weights)
  }

  /// Of a pipeline too, in stages that are not trained as well as in the one that is.
  @Test func unknownFieldsOfStagesSurvive() throws {
    var bytes = try ModelCase.named("updatable/update-pipeline").bytes()
    let places = [[201], [201, 1], [201, 1, 1], [201, 1, 1, 2], [201, 1, 1, 600]]
    for (index, place) in places.enumerated() {
      let field = WireEdit.field(19_000 + index, "kept \(index)")
      let longer = try WireEdit.append(field, to: bytes, at: place)
      try #require(longer.count > bytes.count, "nothing at \(place)")
      bytes = longer
    }
    let old = try ModelDocument(bytes: bytes)
    let layer = try #require(network(old).layers.first { $0.isUpdatable })
    let weights = try product(layer).weights.values
    let new = try old.replacingWeights([
      LayerWeights(stage: [3], layer: layer.name, weights: weights.map { $0 + 1 }, bias: nil)
    ])
    #expect(new.bytes != bytes)
    let back = try new.replacingWeights([
      LayerWeights(stage: [3], layer: layer.name, weights: weights, bias: nil)
    ])
    #expect(back.model == old.model)
    for index in places.indices {
      let field = WireEdit.field(19_000 + index, "kept \(index)")
      #expect(new.bytes.indices.contains { new.bytes[$0...].starts(with: field) }, "\(index)")
    }
  }

  /// Fields that this program does not know stay where they are.
  @Test func unknownFieldsSurvive() throws {
    var bytes = try ModelCase.named("updatable/update-linear").bytes()
    let places = [[], [2], [2, 100], [500], [500, 1], [500, 1, 140], [500, 1, 140, 20]]
    for (index, place) in places.enumerated() {
      let field = WireEdit.field(19_000 + index, "kept \(index)")
      bytes = try WireEdit.append(field, to: bytes, at: place)
    }
    let old = try ModelDocument(bytes: bytes)
    let layer = try network(old).layers[0]
    let before = try product(layer)
    let new = try old.replacingWeights([
      LayerWeights(
        stage: [], layer: layer.name, weights: before.weights.values.map { $0 * 2 },
        bias: before.bias?.values)
    ])
    #expect(new.bytes.count == old.bytes.count)
    for index in places.indices {
      let field = WireEdit.field(19_000 + index, "kept \(index)")
      #expect(new.bytes.indices.contains { new.bytes[$0...].starts(with: field) }, "\(index)")
    }
    let back = try new.replacingWeights([
      LayerWeights(
        stage: [], layer: layer.name, weights: before.weights.values, bias: before.bias?.values)
    ])
    #expect(back.model == old.model)
  }

  static let mistakes: [(LayerWeights, ModelError.Reason)] = [
    (LayerWeights(stage: [9], layer: "dense1", weights: [1], bias: nil), .update),
    (LayerWeights(stage: [-1], layer: "dense1", weights: [1], bias: nil), .update),
    (LayerWeights(stage: [0], layer: "dense1", weights: [1], bias: nil), .update),
    (LayerWeights(stage: [], layer: "dense1", weights: [1], bias: nil), .update),
    (LayerWeights(stage: [3], layer: "no such layer", weights: [1], bias: nil), .update),
    (LayerWeights(stage: [3], layer: "dense1", weights: [1], bias: nil), .shape),
    (LayerWeights(stage: [3], layer: "dense1", weights: [], bias: nil), .shape),
  ]

  @Test(arguments: mistakes)
  func mistakesAreRefused(_ weights: LayerWeights, _ reason: ModelError.Reason) throws {
    let document = try ModelDocument.read(at: ModelCase.named("updatable/update-pipeline").path)
    let error = try #require(throws: ModelError.self) {
      try document.replacingWeights([weights])
    }
    #expect(error.reason == reason)
  }
}
