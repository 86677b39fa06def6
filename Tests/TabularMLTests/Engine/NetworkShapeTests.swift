import Foundation
import ModelSpec
import Testing

@testable import TabularML

/// Shapes that do not fit are refused where the shapes are worked out: here, not in the validator.
@Suite struct NetworkShapeTests {
  @Test(arguments: [
    "nn-input-size", "nn-prelu-length", "nn-classifier-label-count", "nn-reshape-count",
  ])
  func refusesShapesThatDoNotFit(_ name: String) throws {
    let folder = ModelCase.folder("invalid/\(name)")
    let modelCase = ModelCase(name: name, folder: folder)
    let data = try Data(contentsOf: folder.appending(path: "model.mlmodel"))
    let error = #expect(throws: ModelError.self) {
      try Plan(ModelDecoder.decode(Array(data)))
    }
    let expected = try modelCase.json("case.json")
    #expect(error?.reason.rawValue == expected["error"] as? String)
    #expect(error?.path == expected["where"] as? String)
  }

  struct Misfit: Sendable, CustomTestStringConvertible {
    var layer: NeuralNetworkLayer
    var reason: ModelError.Reason
    var path: String
    var testDescription: String { path + ": " + reason.rawValue }

    init(_ kind: LayerKind, _ inputs: [String], _ reason: ModelError.Reason, at path: String) {
      layer = NetworkFixture.layer(kind, from: inputs, to: "y")
      self.reason = reason
      self.path = path
    }
  }

  @Test(arguments: [
    Misfit(.activation(.relu), ["nothing"], .structure, at: "layers[1]"),
    Misfit(.activation(.relu), [], .structure, at: "layers[1]"),
    Misfit(.add(alpha: 0), ["x", "two"], .shape, at: "layers[1].add"),
    Misfit(.multiply(alpha: 0), ["x", "two"], .shape, at: "layers[1].multiply"),
    Misfit(.slice(Slice(start: 2, end: 2)), ["x"], .value, at: "layers[1].slice"),
    Misfit(.slice(Slice(start: 0, end: 2, stride: 0)), ["x"], .value, at: "layers[1].slice"),
    Misfit(
      .slice(Slice(start: .min, end: .max, stride: .max, axis: .width)), ["nothing"], .structure,
      at: "layers[1]"),
    Misfit(
      .innerProduct(
        InnerProduct(
          inputChannels: .max, outputChannels: .max, weights: WeightParameters([1]), bias: nil)),
      ["x"], .shape, at: "layers[1].innerProduct.weights"),
    Misfit(
      .unsupported(name: "convolution", number: 100), ["x"], .unsupportedLayer, at: "layers[1]"),
  ])
  func refusesLayersThatDoNotFit(_ misfit: Misfit) {
    let model = NetworkFixture.model(
      [
        NetworkFixture.layer(.slice(Slice(start: 0, end: 2)), from: ["x"], to: "two"),
        misfit.layer,
      ], inputs: 4, outputs: 4)
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(error?.reason == misfit.reason)
    #expect(error?.path == "neuralNetwork.\(misfit.path)")
  }

  @Test func networksThatGrowBeyondMemoryAreRefused() {
    // Each layer doubles the blob: sixty of them would need more than all the memory there is.
    let layers = (0..<60).map { index in
      NetworkFixture.layer(
        .concat(sequence: false), from: Array(repeating: index == 0 ? "x" : "b\(index)", count: 2),
        to: "b\(index + 1)")
    }
    let error = #expect(throws: ModelError.self) {
      try Plan(NetworkFixture.model(layers, inputs: 4, outputs: 4))
    }
    #expect(error?.reason == .shape)
  }
}
