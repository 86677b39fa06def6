import ModelSpec
import Testing

@testable import TabularML

/// Gradients agree with central differences of the loss, for every layer that they pass through.
@Suite struct GradientTests {
  struct LayerCase: Sendable, CustomTestStringConvertible {
    var name: String
    var layers: [NeuralNetworkLayer]
    /// Elements of the blob that goes into the last dense layer.
    var width = 3

    var testDescription: String { name }

    init(_ name: String, _ layers: [NeuralNetworkLayer], width: Int = 3) {
      self.name = name
      self.layers = layers
      self.width = width
    }

    /// One layer between two dense ones; its inputs are `h` (three elements) and `h2`.
    init(_ name: String, _ kind: LayerKind, from: [String] = ["h"], width: Int = 3) {
      self.init(name, [NetworkFixture.layer(kind, from: from, to: "f")], width: width)
    }

    /// One layer that takes a sequence of three vectors of two numbers, which a dense layer makes of `h`.
    init(sequence name: String, _ kind: LayerKind, width: Int) {
      self.init(
        name,
        [
          NetworkFixture.layer(
            .reshape(shape: [3, 1, 1, 1], channelLast: false), from: ["h"], to: "s"),
          NetworkFixture.dense("pairs", 1, 2, from: "s", to: "pairs", seed: 15),
          NetworkFixture.layer(kind, from: ["pairs"], to: "t"),
          NetworkFixture.layer(
            .reshape(shape: [1, Int64(width), 1, 1], channelLast: false), from: ["t"], to: "f"),
        ], width: width)
    }
  }

  static let alpha = WeightParameters([0.25, 0.5, 2])
  static let beta = WeightParameters([1.5, 0.5, 1])

  /// Three units that read vectors of two numbers.
  private static func lstm(
    givesSequence: Bool = false, reversesInput: Bool = false, peepholes: Bool = false,
    couplesGates: Bool = false, cellClip: Float = 0,
    activations: [Activation] = [.sigmoid, .tanh, .tanh]
  ) -> LayerKind {
    func numbers(_ count: Int, _ seeds: Range<Int64>) -> [WeightParameters] {
      seeds.map { WeightParameters(NetworkFixture.numbers(count, seed: $0)) }
    }
    return .recurrent(
      Recurrent(
        cell: .lstm, inputSize: 2, outputSize: 3,
        directions: [
          Recurrent.Direction(
            weights: numbers(6, 20..<24), recursions: numbers(9, 30..<34),
            biases: numbers(3, 40..<44), peepholes: peepholes ? numbers(3, 50..<53) : [],
            activations: activations)
        ], givesSequence: givesSequence, reversesInput: reversesInput,
        couplesGates: couplesGates, cellClip: cellClip))
  }

  static let cases: [LayerCase] = [
    LayerCase("linear", .activation(.linear(alpha: 1.5, beta: -0.25))),
    LayerCase("relu", .activation(.relu)),
    LayerCase("leakyReLU", .activation(.leakyReLU(alpha: 0.2))),
    LayerCase("thresholdedReLU", .activation(.thresholdedReLU(alpha: -2))),
    LayerCase("prelu", .activation(.prelu(alpha: alpha))),
    LayerCase("tanh", .activation(.tanh)),
    LayerCase("scaledTanh", .activation(.scaledTanh(alpha: 1.5, beta: 0.5))),
    LayerCase("sigmoid", .activation(.sigmoid)),
    LayerCase("sigmoidHard", .activation(.sigmoidHard(alpha: 0.2, beta: 0.5))),
    LayerCase("elu", .activation(.elu(alpha: 0.7))),
    LayerCase("softsign", .activation(.softsign)),
    LayerCase("softplus", .activation(.softplus)),
    LayerCase("parametricSoftplus", .activation(.parametricSoftplus(alpha: alpha, beta: beta))),
    LayerCase("sqrt", .unary(Unary(operation: .sqrt, shift: 8, scale: 0.5))),
    LayerCase("rsqrt", .unary(Unary(operation: .rsqrt, epsilon: 0.5, shift: 8, scale: 0.5))),
    LayerCase("inverse", .unary(Unary(operation: .inverse, epsilon: 0.5, shift: 8))),
    LayerCase("power", .unary(Unary(operation: .power, alpha: 1.75, shift: 8, scale: 0.5))),
    LayerCase("exp", .unary(Unary(operation: .exp, shift: -1, scale: 0.5))),
    LayerCase("log", .unary(Unary(operation: .log, shift: 8, scale: 0.5))),
    LayerCase("abs", .unary(Unary(operation: .abs, shift: 0.25, scale: 2))),
    LayerCase("threshold", .unary(Unary(operation: .threshold, alpha: -0.5, scale: 1.5))),
    LayerCase("add a constant", .add(alpha: 0.75)),
    LayerCase("multiply by a constant", .multiply(alpha: -1.25)),
    LayerCase("add", .add(alpha: 0), from: ["h", "h2"]),
    LayerCase("add one element to all", .add(alpha: 0), from: ["h", "h1"]),
    LayerCase("multiply", .multiply(alpha: 0), from: ["h", "h2", "h1"]),
    LayerCase("multiply by itself", .multiply(alpha: 0), from: ["h", "h"]),
    LayerCase("multiply by an input", .multiply(alpha: 0), from: ["h", "x3"]),
    LayerCase("concat", .concat(sequence: false), from: ["h", "h1", "h"], width: 7),
    LayerCase("slice", .slice(Slice(start: 0, end: -1, stride: 1)), width: 2),
    LayerCase("softmax", .softmax),
    LayerCase("flatten", .flatten(channelLast: false)),
    LayerCase(
      "batchnorm",
      .batchnorm(
        BatchNormalization(
          channels: 3, gamma: alpha, beta: beta, mean: WeightParameters([0.5, 0, -1]),
          variance: WeightParameters([2, 0.5, 1])))),
    LayerCase(sequence: "dense, for each vector of a sequence", .activation(.tanh), width: 6),
    LayerCase(
      sequence: "batchnorm by the data",
      .batchnorm(
        BatchNormalization(
          channels: 2, computesMeanAndVariance: true, epsilon: 0.5,
          gamma: WeightParameters([1.5, -2]), beta: WeightParameters([0.5, 1]))), width: 6),
    LayerCase(
      sequence: "batchnorm by the data, without gamma",
      .batchnorm(
        BatchNormalization(channels: 2, computesMeanAndVariance: true, epsilon: 0.25)), width: 6),
    LayerCase(sequence: "LSTM", lstm(), width: 3),
    LayerCase(
      sequence: "LSTM that gives a sequence and reads backwards",
      lstm(givesSequence: true, reversesInput: true), width: 9),
    LayerCase(
      sequence: "LSTM with peepholes, coupled gates and other functions",
      lstm(
        peepholes: true, couplesGates: true,
        activations: [.sigmoidHard(alpha: 0.1, beta: 0.5), .softsign, .linear(alpha: 1.5, beta: 0)]),
      width: 3),
    LayerCase(sequence: "LSTM with cells at their limit", lstm(cellClip: 0.05), width: 3),
    LayerCase(
      "LSTM with states",
      [
        NetworkFixture.layer(
          .reshape(shape: [3, 1, 1, 1], channelLast: false), from: ["h"], to: "s"),
        NetworkFixture.dense("pairs", 1, 2, from: "s", to: "pairs", seed: 15),
        NeuralNetworkLayer(
          name: "lstm", inputs: ["pairs", "h2", "h2"], outputs: ["t", "output", "cells"],
          kind: lstm(peepholes: true)),
        NetworkFixture.layer(.concat(sequence: false), from: ["t", "output", "cells"], to: "f"),
      ], width: 9),
    LayerCase(
      "mean taken away",
      .normalization(
        .meanVariance(acrossChannels: true, variance: false, epsilon: 0))),
    LayerCase("slice every second", .slice(Slice(start: 0, end: 3, stride: 2)), width: 2),
  ]

  @Test(arguments: cases, [LossLayer.Kind.meanSquaredError, .categoricalCrossEntropy])
  func agreeWithDifferences(_ layerCase: LayerCase, _ loss: LossLayer.Kind) throws {
    let isOfClasses = loss == .categoricalCrossEntropy
    let layers =
      [
        NetworkFixture.layer(.slice(Slice(start: 0, end: 3)), from: ["x"], to: "x3"),
        NetworkFixture.dense("h", 4, 3, from: "x", to: "h", seed: 11),
        NetworkFixture.dense("h2", 4, 3, from: "x", to: "h2", seed: 12),
        NetworkFixture.dense("h1", 4, 1, from: "x", to: "h1", seed: 13),
      ] + layerCase.layers + [
        NetworkFixture.dense(
          "last", layerCase.width, 2, from: "f", to: isOfClasses ? "z" : "y", seed: 14)
      ] + (isOfClasses ? [NetworkFixture.layer(.softmax, from: ["z"], to: "y")] : [])
    var rows = NetworkFixture.rows(5, inputs: 4, outputs: 2)
    if isOfClasses {
      rows.columns[1] = FeatureColumn(
        .arrays(ArrayColumn(shape: [1], elements: .int32s([0, 1, 1, 1, 0]))))
    }
    let model = NetworkFixture.model(
      layers, inputs: 4, outputs: 2,
      optimizer: .sgd(
        learningRate: DoubleParameter(1), miniBatchSize: Int64Parameter(5), momentum: nil),
      loss: loss, epochs: Int64Parameter(1))
    let trained = try expectDifferences(model, rows).map(\.layer)
    #expect(trained.contains("last") && trained.contains("h") == usesH(layerCase))
  }

  /// The functions of a recurrent cell, in Double.
  @Test(arguments: [
    Activation.linear(alpha: 1.5, beta: 1), .relu, .leakyReLU(alpha: 0.25),
    .thresholdedReLU(alpha: 0.5), .tanh, .scaledTanh(alpha: 1.5, beta: 0.5), .sigmoid,
    .sigmoidHard(alpha: 0.25, beta: 0.5), .elu(alpha: 0.75), .softsign, .softplus,
  ])
  func slopesOfFunctionsAgreeWithDifferences(_ function: Activation) {
    for x in [-3, -1.25, -0.125, 0.125, 0.75, 1.25, 3] {
      let difference = (function.value(x + 1e-6) - function.value(x - 1e-6)) / 2e-6
      #expect(abs(function.slope(x) - difference) < 1e-8)
    }
  }

  /// Compares a step of the training with differences of the loss; gives the weights before it.
  private func expectDifferences(_ model: Model, _ rows: FeatureBatch) throws -> [LayerWeights] {
    // One step of SGD with the rate 1 and all rows takes the gradient off the weights.
    var trainer = try NetworkTrainer(model, rows: rows)
    let before = trainer.weights
    _ = try trainer.next()
    let after = trainer.weights
    for (layer, (old, new)) in zip(before, after).enumerated() {
      let gradient = zip(old.numbers, new.numbers).map { $0 - $1 }
      for index in gradient.indices {
        let slope = try slope(model, before, layer: layer, index: index, rows)
        #expect(
          abs(gradient[index] - slope) < 2e-3 + 2e-3 * abs(slope),
          "\(old.layer)[\(index)]: \(gradient[index]), not \(slope)")
      }
    }
    return before
  }

  private func usesH(_ layerCase: LayerCase) -> Bool {
    layerCase.layers.contains { $0.inputs.contains("h") }
  }

  /// The central difference of the loss by one weight or, after these, one bias.
  private func slope(
    _ model: Model, _ weights: [LayerWeights], layer: Int, index: Int, _ rows: FeatureBatch
  ) throws -> Double {
    let step: Float = 1.0 / 256
    let losses = try [step, -step].map { step in
      var moved = weights
      let count = moved[layer].weights.count
      if index < count {
        moved[layer].weights[index] += step
      } else {
        moved[layer].bias?[index - count] += step
      }
      return try NetworkTrainer(model.replacing(moved), rows: rows).loss()
    }
    return (losses[0] - losses[1]) / (2 * Double(step))
  }
}

extension LayerWeights {
  /// Weights, then biases.
  fileprivate var numbers: [Double] { (weights + (bias ?? [])).map { Double($0) } }
}

extension Model {
  /// The same network with other weights; unlike a document it need not be valid.
  fileprivate func replacing(_ weights: [LayerWeights]) -> Model {
    guard case .neuralNetwork(var network) = kind else { return self }
    for new in weights {
      for index in network.layers.indices where network.layers[index].name == new.layer {
        guard case .innerProduct(var product) = network.layers[index].kind else { continue }
        product.weights.values = new.weights
        product.bias?.values = new.bias ?? []
        network.layers[index].kind = .innerProduct(product)
      }
    }
    var model = self
    model.kind = .neuralNetwork(network)
    return model
  }
}
