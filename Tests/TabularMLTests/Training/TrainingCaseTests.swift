import Foundation
import ModelSpec
import Testing

@testable import TabularML

/// Training gives the losses and weights that numpy in float64 gives for the same rows.
@Suite struct TrainingCaseTests {
  @Test(arguments: ModelCase.all(in: "updatable").filter { !$0.isOfNeighbors })
  func trainsAsTheReference(_ modelCase: ModelCase) throws {
    let model = try modelCase.model()
    let tolerance = try modelCase.tolerance()
    let expected = try modelCase.json("expected-training.json")
    let overrides = try modelCase.json("case.json")["overrides"] as? [String: Any] ?? [:]
    var trainer = try NetworkTrainer(
      model, rows: modelCase.trainingRows(model), overrides: TrainingOverrides(overrides))

    var epochLosses: [Double] = []
    var miniBatchLosses: [[Double]] = [[]]
    while let event = try trainer.next() {
      switch event {
      case .miniBatchEnd(let epoch, let miniBatch, let loss):
        #expect(epoch == epochLosses.count && miniBatch == miniBatchLosses[epoch].count)
        miniBatchLosses[epoch].append(loss)
      case .epochEnd(let epoch, let loss):
        #expect(epoch == epochLosses.count)
        epochLosses.append(loss)
        miniBatchLosses.append([])
      }
    }
    miniBatchLosses.removeLast()

    let expectedEpochs = try #require(expected["lossPerEpoch"] as? [Double])
    #expect(tolerance.allows(epochLosses, for: expectedEpochs))
    let expectedMiniBatches = try #require(expected["lossPerMiniBatch"] as? [[Double]])
    #expect(miniBatchLosses.map(\.count) == expectedMiniBatches.map(\.count))
    #expect(
      tolerance.allows(miniBatchLosses.flatMap(\.self), for: expectedMiniBatches.flatMap(\.self)))
    let lossAfter = try #require(JSON.double(expected["lossAfter"]))
    #expect(tolerance.allows(trainer.loss(), for: lossAfter))

    let layers = try #require(expected["weights"] as? [String: [String: Any]])
    let weights = trainer.weights
    #expect(!weights.isEmpty)
    for layer in weights {
      let expected = try #require(layers[layer.layer], "\(layer.layer)")
      let rows = try #require(expected["weights"] as? [[Double]])
      #expect(tolerance.allows(layer.weights.map { Double($0) }, for: rows.flatMap(\.self)))
      if let bias = layer.bias {
        let expectedBias = try #require(expected["bias"] as? [Double])
        #expect(tolerance.allows(bias.map { Double($0) }, for: expectedBias))
      }
    }

    let trained = try ModelDocument(model).replacingWeights(weights).model
    let plan = try Plan(trained)
    let answers = try modelCase.rows("expected.jsonl")
    let result = try plan.predict(
      FeatureBatch(rows: modelCase.rows("inputs.jsonl"), plan.inputs))
    for (row, answer) in answers.enumerated() {
      for (output, column) in zip(plan.outputs, result.outputs.columns) {
        #expect(column.matches(answer[output.name], row: row, tolerance), "row \(row)")
      }
    }
  }
}

extension TrainingCaseTests {
  @Test(arguments: ModelCase.all(in: "updatable").filter { $0.isOfNeighbors })
  func neighborsAnswerAsTheReference(_ modelCase: ModelCase) throws {
    let model = try modelCase.model()
    let samples = try NeighborPlan(model).samples(modelCase.trainingRows(model))
    let grown = try ModelDocument(model).applying(.samples(samples)).model
    guard case .kNearestNeighborsClassifier(let old) = model.kind,
      case .kNearestNeighborsClassifier(let new) = grown.kind
    else {
      Issue.record("no classifier by neighbours")
      return
    }
    let count = try #require(modelCase.json("expected-training.json")["samples"] as? Int)
    #expect(new.sampleCount == count)
    #expect(new.samples.starts(with: old.samples))
    #expect(new.index == old.index && new.defaultLabel == old.defaultLabel)
    let plan = try Plan(grown)
    let result = try plan.predict(
      FeatureBatch(rows: modelCase.rows("inputs.jsonl"), plan.inputs))
    for (row, answer) in try modelCase.rows("expected.jsonl").enumerated() {
      for (output, column) in zip(plan.outputs, result.outputs.columns) {
        #expect(
          column.matches(answer[output.name], row: row, try modelCase.tolerance()), "row \(row)")
      }
    }
  }
}

extension TrainingCaseTests {
  @Test func whatIsNotUnderstoodSurvivesMoreSamples() throws {
    let model = try ModelCase.updatable("update-knn-kdtree").model()
    let unknown: [UInt8] = [0xB8, 0x3E, 0x07]  // field 999, a number
    let document = try ModelDocument(bytes: ModelDocument(model).bytes + unknown)
    let samples = try NeighborPlan(model).samples(
      ModelCase.updatable("update-knn-kdtree").trainingRows(model))
    let grown = try document.applying(.samples(samples))
    #expect(grown.bytes.suffix(3) == unknown[...] && grown.bytes.count > document.bytes.count)
  }
}

extension ModelCase {
  var isOfNeighbors: Bool { name.hasPrefix("update-knn") }

  func trainingRows(_ model: Model) throws -> FeatureBatch {
    try FeatureBatch(rows: rows("training.jsonl"), model.description.trainingInputs)
  }
}

extension TrainingOverrides {
  init(_ values: [String: Any]) {
    self.init(
      learningRate: JSON.double(values["learningRate"]), momentum: JSON.double(values["momentum"]),
      beta1: JSON.double(values["beta1"]), beta2: JSON.double(values["beta2"]),
      eps: JSON.double(values["eps"]),
      miniBatchSize: (values["miniBatchSize"] as? NSNumber)?.int64Value,
      epochs: (values["epochs"] as? NSNumber)?.int64Value)
  }
}

extension Tolerance {
  func allows(_ found: [Double], for expected: [Double]) -> Bool {
    found.count == expected.count && zip(found, expected).allSatisfy { allows($0, for: $1) }
  }
}
