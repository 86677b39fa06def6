import ModelSpec

@testable import TabularML

/// Small networks made in memory, with weights from a fixed sequence.
enum NetworkFixture {
  /// Numbers between -1 and 1 that look random and are the same everywhere.
  static func numbers(_ count: Int, seed: Int64 = 1) -> [Float] {
    var generator = ShuffleGenerator(seed: seed)
    return (0..<count).map { _ in Float(Int(generator.next(below: 2001)) - 1000) / 1000 }
  }

  static func dense(
    _ name: String, _ inputs: Int, _ outputs: Int, from: String, to: String,
    isUpdatable: Bool = true, seed: Int64 = 1
  ) -> NeuralNetworkLayer {
    NeuralNetworkLayer(
      name: name, inputs: [from], outputs: [to], isUpdatable: isUpdatable,
      kind: .innerProduct(
        InnerProduct(
          inputChannels: UInt64(inputs), outputChannels: UInt64(outputs),
          weights: WeightParameters(
            numbers(inputs * outputs, seed: seed), isUpdatable: isUpdatable),
          bias: WeightParameters(numbers(outputs, seed: seed + 100), isUpdatable: isUpdatable))))
  }

  static func layer(
    _ kind: LayerKind, from: [String], to: String
  ) -> NeuralNetworkLayer {
    NeuralNetworkLayer(name: "layer_\(to)", inputs: from, outputs: [to], kind: kind)
  }

  static func array(_ name: String, _ shape: [Int64]) -> FeatureDescription {
    FeatureDescription(
      name: name, type: .multiArray(ArrayFeatureType(shape: shape, dataType: .double)))
  }

  /// A model with the input `x`, the output `y`, and `y_true` to train with.
  static func model(
    _ layers: [NeuralNetworkLayer], inputs: Int, outputs: Int,
    optimizer: ModelSpec.Optimizer? = nil, loss: LossLayer.Kind = .meanSquaredError,
    epochs: Int64Parameter = Int64Parameter(3), shuffle: Bool = false, seed: Int64? = nil
  ) -> Model {
    let x = array("x", [Int64(inputs)])
    let y = array("y", [Int64(outputs)])
    let optimizer =
      optimizer
      ?? .sgd(
        learningRate: DoubleParameter(0.01, range: 0...1),
        miniBatchSize: Int64Parameter(4, allowed: .range(1...100)), momentum: nil)
    let network = NeuralNetwork(
      layers: layers,
      updateParameters: UpdateParameters(
        losses: [
          LossLayer(name: "loss", kind: loss, input: "y", target: "y_true")
        ], optimizer: optimizer, epochs: epochs, shuffle: shuffle,
        seed: seed.map { Int64Parameter($0) }))
    return Model(
      specificationVersion: 4,
      description: ModelDescription(
        inputs: [x], outputs: [y],
        trainingInputs: [
          x, array("y_true", [loss == .meanSquaredError ? Int64(outputs) : 1]),
        ]),
      isUpdatable: true, kind: .neuralNetwork(network))
  }

  /// Two dense layers with a ReLU between them: four inputs, six hidden units, two outputs.
  static func twoLayers(
    optimizer: ModelSpec.Optimizer? = nil, epochs: Int64Parameter = Int64Parameter(3),
    shuffle: Bool = false, seed: Int64? = nil
  ) -> Model {
    model(
      [
        dense("first", 4, 6, from: "x", to: "h", seed: 3),
        layer(.activation(.relu), from: ["h"], to: "a"),
        dense("second", 6, 2, from: "a", to: "y", seed: 4),
      ], inputs: 4, outputs: 2, optimizer: optimizer, epochs: epochs, shuffle: shuffle, seed: seed)
  }

  static func rows(_ count: Int, inputs: Int, outputs: Int, seed: Int64 = 7) -> FeatureBatch {
    FeatureBatch(
      rowCount: count,
      columns: [(inputs, seed), (outputs, seed + 1)].map { width, seed in
        FeatureColumn(
          .arrays(
            ArrayColumn(shape: [width], elements: .floats(numbers(count * width, seed: seed)))))
      })
  }
}

extension NetworkTrainer {
  /// The mean loss of the training rows with the present weights.
  func loss() -> Double {
    let graph = plan.graph
    let rows = 0..<samples.count
    var blobs = Blobs(widths: graph.valueWidths)
    blobs.reserve(rows.count)
    graph.gather(rows, of: samples, into: &blobs)
    for layer in graph.live { layer.forward(rows.count, &blobs, trained.parameters) }
    var gradient = [Float](repeating: 0, count: rows.count * graph.lossWidth)
    let sum = samples.targets.lossAndGradient(
      of: blobs[graph.lossBlob], rows: rows, width: graph.lossWidth, batch: rows.count,
      gradient: &gradient)
    return sum / Double(rows.count)
  }
}
