import Foundation
import Synchronization
import Testing

@testable import TabularML

/// What an update tells its handlers, and what it never hands out.
@Suite struct UpdateOutcomeTests {
  /// The loss of the only step is still a number, what the model predicts with its weights is not.
  @Test func aModelThatPredictsNoNumbersIsNotHandedOut() async throws {
    let folder = try CompiledCase(ModelCase.updatable("update-mlp-relu"))
    let rows = try (1...10).map { row in
      try MLDictionaryFeatureProvider(dictionary: [
        "x": MLMultiArray([Double(row), -Double(row), 1, 0.5]),
        "y_true": MLMultiArray([Double(row) * 1e24]),
      ])
    }
    let configuration = MLModelConfiguration()
    configuration.parameters = [.epochs: 1, .miniBatchSize: 1000]
    let context = try await MLUpdateTask.run { completion in
      try MLUpdateTask(
        forModelAt: folder.model, trainingData: MLArrayBatchProvider(array: rows),
        configuration: configuration, completionHandler: completion)
    }
    let loss = try #require(context.metrics[.lossValue] as? Double)
    #expect(!loss.isNaN && context.task.state == .failed)
    let error = try #require(context.task.error as? MLModelError)
    #expect(error.code == .update)
    #expect(
      error.localizedDescription == "What the trained model predicts is no longer a number.")
    #expect(error.recoverySuggestion?.contains("learning rate") == true)
    #expect(context.model.denseWeights == (try MLModel(contentsOf: folder.model).denseWeights))
  }

  /// Core ML hands NSNumbers over, which are cast to whatever type can hold them.
  @Test func measuresAndParametersAreNumbersOfEveryType() async throws {
    let modelCase = ModelCase.updatable("update-linear-momentum")
    let folder = try CompiledCase(modelCase)
    let events = Mutex(0)
    let context = try await MLUpdateTask.run(modelCase, in: folder, forEvents: .miniBatchEnd) {
      context in
      events.withLock { $0 += 1 }
      #expect(context.metrics[.miniBatchIndex] as? Int64 != nil)
      #expect(context.metrics[.miniBatchIndex] as? Int32 != nil)
    }
    #expect(events.withLock(\.self) > 0)
    let loss = context.metrics[.lossValue]
    #expect(loss as? Float != nil && loss as? NSNumber != nil)
    #expect((loss as? Float).map(Double.init) == loss as? Double)
    let epoch = context.metrics[.epochIndex]
    #expect(epoch as? Int != nil && epoch as? Int64 != nil && epoch as? NSNumber != nil)
    for key in [MLParameterKey.epochs, .miniBatchSize, .seed] {
      let value = context.parameters[key]
      #expect(value as? Int != nil && value as? Int64 != nil && value is NSNumber, "\(key)")
    }
    #expect(context.parameters[.shuffle] as? Bool != nil)
    #expect(context.parameters[.learningRate] as? Double != nil)
    #expect(context.parameters[.momentum] as? NSNumber != nil)
  }

  @Test func aParameterThatWasSetIsANumberToo() throws {
    let folder = try CompiledCase(ModelCase.updatable("update-linear"))
    let configuration = MLModelConfiguration()
    configuration.parameters = [.epochs: 3, .learningRate: Float(0.25)]
    let model = try MLModel(contentsOf: folder.model, configuration: configuration)
    #expect(try model.parameterValue(for: .epochs) as? Int64 == 3)
    #expect(try model.parameterValue(for: .learningRate) as? Double == 0.25)
  }
}
