import Foundation
import ModelSpec
import Synchronization
import Testing

@testable import TabularML

/// Fine-tuning through Core ML's own calls.
@Suite struct MLUpdateTaskTests {
  @Test(arguments: ModelCase.all(in: "updatable"))
  func trainsAsTheReference(_ modelCase: ModelCase) async throws {
    let folder = try CompiledCase(modelCase)
    let overrides = try modelCase.json("case.json")["overrides"] as? [String: Any] ?? [:]
    let configuration = MLModelConfiguration()
    let keys: [MLParameterKey] = [.learningRate, .momentum, .miniBatchSize, .epochs]
    configuration.parameters = Dictionary(
      uniqueKeysWithValues: keys.compactMap { key in overrides[key.name].map { (key, $0) } })

    let context = try await MLUpdateTask.run { completion in
      try MLUpdateTask(
        forModelAt: folder.model, trainingData: modelCase.trainingProviders(),
        configuration: configuration, completionHandler: completion)
    }
    #expect(context.task.state == .completed && context.task.error == nil)

    let written = folder.url.appending(path: "updated.mlmodelc")
    try context.model.write(to: written)
    let tolerance = try modelCase.tolerance()
    try expect(MLModel(contentsOf: written), "expected.jsonl", of: modelCase, tolerance)
    try expect(MLModel(contentsOf: folder.model), "expected-before.jsonl", of: modelCase, tolerance)

    if modelCase.isOfNeighbors {
      #expect(context.metrics.isEmpty)
      return
    }
    let losses = try modelCase.json("expected-training.json")["lossPerEpoch"] as? [Double]
    let last = try #require(losses?.last)
    let loss = try #require(context.metrics[.lossValue] as? Double)
    #expect(tolerance.allows(loss, for: last))
    #expect(context.metrics[.epochIndex] as? Int == (losses?.count ?? 0) - 1)
  }

  private func expect(
    _ model: MLModel, _ file: String, of modelCase: ModelCase, _ tolerance: Tolerance
  ) throws {
    for (input, answer) in zip(try modelCase.rows("inputs.jsonl"), try modelCase.rows(file)) {
      let provider = try MLDictionaryFeatureProvider(row: input, of: model.plan.inputs)
      let output = try model.prediction(from: provider)
      for name in output.featureNames {
        let value = try #require(output.featureValue(for: name))
        #expect(value.matches(answer[name], tolerance), "\(file), \(name): \(value)")
      }
    }
  }

  @Test func tellsOfEveryEvent() async throws {
    let modelCase = ModelCase.updatable("update-linear-batch-3")
    let folder = try CompiledCase(modelCase)
    let seen = Mutex<[String]>([])
    let context = try await MLUpdateTask.run(
      modelCase, in: folder, forEvents: [.trainingBegin, .epochEnd, .miniBatchEnd]
    ) { context in
      let epoch = context.metrics[.epochIndex] as? Int ?? -1
      let miniBatch = context.metrics[.miniBatchIndex] as? Int ?? -1
      seen.withLock { $0.append("\(context.event.rawValue):\(epoch):\(miniBatch)") }
      #expect(context.task.state == .running)
      #expect(context.parameters[.miniBatchSize] as? Int == 3)
    }
    #expect(context.task.state == .completed)
    let events = seen.withLock(\.self)
    // Ten rows by three make four mini-batches; there are five epochs.
    #expect(events.prefix(7) == ["1:-1:-1", "4:0:0", "4:0:1", "4:0:2", "4:0:3", "2:0:3", "4:1:0"])
    #expect(events.count == 1 + 5 * 5)
  }

  @Test func learningRateCanChangeAfterAnEpoch() async throws {
    let modelCase = ModelCase.updatable("update-linear")
    let folder = try CompiledCase(modelCase)
    let weights = Mutex<[[Float]]>([])
    let context = try await MLUpdateTask.run(modelCase, in: folder, forEvents: .epochEnd) {
      context in
      weights.withLock { $0.append(context.model.denseWeights) }
      context.task.resume(withParameters: [.learningRate: 0.0])
    }
    #expect(context.parameters[.learningRate] as? Double == 0)
    let seen = weights.withLock(\.self)
    #expect(seen.count == 5)
    #expect(seen.allSatisfy { $0 == seen[0] })
    #expect(context.model.denseWeights == seen[0])
    #expect(try MLModel(contentsOf: folder.model).denseWeights != seen[0])
  }

  @Test func cancellingLeavesTheModelAsItWas() async throws {
    let modelCase = ModelCase.updatable("update-linear")
    let folder = try CompiledCase(modelCase)
    let epochs = Mutex(0)
    let context = try await MLUpdateTask.run(modelCase, in: folder, forEvents: .epochEnd) {
      context in
      epochs.withLock { $0 += 1 }
      context.task.cancel()
      #expect(context.task.state == .cancelling)
    }
    #expect(epochs.withLock(\.self) == 1)
    #expect(context.task.state == .failed)
    #expect((context.task.error as? MLModelError)?.code == .update)
    #expect(context.model.denseWeights == (try MLModel(contentsOf: folder.model).denseWeights))
  }

  /// Five epochs of four mini-batches: at the start, amid the first and a later epoch, and near the end.
  @Test(arguments: [0, 1, 3, 5, 13, 23])
  func cancellingAtAnyTimeLeavesTheModelAsItWas(_ event: Int) async throws {
    let modelCase = ModelCase.updatable("update-linear-batch-3")
    let folder = try CompiledCase(modelCase)
    let seen = Mutex(0)
    let context = try await MLUpdateTask.run(
      modelCase, in: folder, forEvents: [.trainingBegin, .epochEnd, .miniBatchEnd]
    ) { context in
      let count = seen.withLock { count in
        count += 1
        return count
      }
      if count == event + 1 { context.task.cancel() }
    }
    #expect(seen.withLock(\.self) == event + 1)
    #expect(context.task.state == .failed)
    let before = try MLModel(contentsOf: folder.model).denseWeights
    #expect(context.model.denseWeights == before && !before.isEmpty)
  }

  @Test func theLastCompleteEpochCanBeKept() async throws {
    let modelCase = ModelCase.updatable("update-linear")
    let folder = try CompiledCase(modelCase)
    let kept = folder.url.appending(path: "kept.mlmodelc")
    let weights = Mutex<[Float]>([])
    let context = try await MLUpdateTask.run(
      modelCase, in: folder, forEvents: [.epochEnd, .miniBatchEnd]
    ) { context in
      if context.event == .epochEnd {
        try? context.model.write(to: kept)
        weights.withLock { $0 = context.model.denseWeights }
      } else if context.metrics[.epochIndex] as? Int == 2 {
        context.task.cancel()
      }
    }
    #expect(context.task.state == .failed)
    let saved = try MLModel(contentsOf: kept).denseWeights
    #expect(saved == weights.withLock(\.self) && !saved.isEmpty)
    #expect(context.model.denseWeights != saved)
  }

  @Test(arguments: [0, 2000] as [Int64])
  func neighborsOutsideTheRangeAreRefused(_ count: Int64) throws {
    let modelCase = ModelCase.updatable("update-knn-from-empty")
    let folder = try CompiledCase(modelCase)
    let configuration = MLModelConfiguration()
    configuration.parameters = [.numberOfNeighbors: count]
    let rows = try modelCase.trainingProviders()
    let update = #expect(throws: MLModelError.self) {
      try MLUpdateTask(
        forModelAt: folder.model, trainingData: rows, configuration: configuration,
        completionHandler: { _ in })
    }
    let load = #expect(throws: MLModelError.self) {
      try MLModel(contentsOf: folder.model, configuration: configuration)
    }
    #expect(update?.code == .parameters && load?.code == .parameters)
  }

  @Test func cancellingBeforeTheStartEndsTheTask() async throws {
    let modelCase = ModelCase.updatable("update-linear")
    let folder = try CompiledCase(modelCase)
    let context = try await MLUpdateTask.run(starting: { $0.cancel() }) { completion in
      try MLUpdateTask(
        forModelAt: folder.model, trainingData: modelCase.trainingProviders(),
        completionHandler: completion)
    }
    #expect(context.task.state == .failed && context.task.error != nil)
    #expect(context.metrics.isEmpty)
  }

  /// Rows may take long to read: a task that is cancelled meanwhile does not begin to train.
  @Test func cancellingWhileRowsAreReadEndsTheTask() async throws {
    let modelCase = ModelCase.updatable("update-linear")
    let folder = try CompiledCase(modelCase)
    let rows = try CancellingRows(modelCase.trainingProviders())
    let events = Mutex(0)
    let context = try await MLUpdateTask.run(starting: { task in
      rows.task.withLock { $0 = task }
      task.resume()
    }) { completion in
      try MLUpdateTask(
        forModelAt: folder.model, trainingData: rows,
        progressHandlers: MLUpdateProgressHandlers(
          forEvents: [.trainingBegin, .epochEnd],
          progressHandler: { _ in events.withLock { $0 += 1 } }, completionHandler: completion))
    }
    #expect(context.task.state == .failed && events.withLock(\.self) == 0)
  }

  /// After the last mini-batch there is still the model to make.
  @Test func whatWasCancelledIsNeverCompleted() {
    let task = MLTask()
    task.resume()
    task.cancel()
    #expect(!task.complete() && task.state == .cancelling && task.error == nil)
    task.fail(CancellationError())
    #expect(task.state == .failed && task.error is CancellationError)
  }

  @Test func resumingTwiceRunsOnce() async throws {
    let modelCase = ModelCase.updatable("update-linear")
    let folder = try CompiledCase(modelCase)
    let context = try await MLUpdateTask.run(starting: {
      $0.resume(); $0.resume()
    }) { completion in
      try MLUpdateTask(
        forModelAt: folder.model, trainingData: modelCase.trainingProviders(),
        completionHandler: completion)
    }
    #expect(context.task.state == .completed)
    context.task.cancel()
    #expect(context.task.state == .completed)
  }

  @Test(arguments: [
    ([.learningRate: 11.0] as [MLParameterKey: any Sendable], "learningRate"),
    ([.epochs: 0], "epochs"),
    ([.epochs: 1.5], "epochs"),
    ([.miniBatchSize: "many"], "miniBatchSize"),
    ([.beta1: 0.5], "beta1"),
    ([.numberOfNeighbors: 3], "numberOfNeighbors"),
  ])
  func parametersOutsideTheRangeAreRefused(
    _ parameters: [MLParameterKey: any Sendable], _ name: String
  ) async throws {
    let modelCase = ModelCase.updatable("update-parameters-overridden")
    let folder = try CompiledCase(modelCase)
    let configuration = MLModelConfiguration()
    configuration.parameters = parameters
    let error = #expect(throws: MLModelError.self) {
      try MLUpdateTask(
        forModelAt: folder.model, trainingData: try modelCase.trainingProviders(),
        configuration: configuration, completionHandler: { _ in })
    }
    #expect(error?.code == .parameters)
    #expect(error?.localizedDescription.contains(name) == true)

    let context = try await MLUpdateTask.run(starting: { $0.resume(withParameters: parameters) }) {
      try MLUpdateTask(
        forModelAt: folder.model, trainingData: modelCase.trainingProviders(), completionHandler: $0
      )
    }
    #expect(context.task.state == .failed)
    #expect((context.task.error as? MLModelError)?.code == .parameters)
  }

  @Test func parametersAreNumbersOfAnyType() throws {
    let expected = TrainingOverrides(
      learningRate: 1, momentum: 0.5, miniBatchSize: 4, epochs: 3, shuffle: false, seed: -7)
    let values: [[MLParameterKey: Any]] = [
      [
        .learningRate: 1, .momentum: Float(0.5), .miniBatchSize: Int32(4), .epochs: 3.0,
        .shuffle: false, .seed: Int64(-7),
      ],
      [
        .learningRate: NSNumber(value: 1), .momentum: NSNumber(value: 0.5),
        .miniBatchSize: NSNumber(value: 4), .epochs: UInt8(3), .shuffle: NSNumber(value: false),
        .seed: NSNumber(value: -7),
      ],
    ]
    for values in values { #expect(try TrainingOverrides(values) == expected) }
    let error = #expect(throws: MLModelError.self) {
      try TrainingOverrides([MLParameterKey.weights: 1])
    }
    #expect(error?.code == .parameters)
  }

  @Test func lossThatIsNoNumberLeavesTheModelAsItWas() async throws {
    let modelCase = ModelCase.updatable("update-parameters-overridden")
    let folder = try CompiledCase(modelCase)
    let configuration = MLModelConfiguration()
    configuration.parameters = [.learningRate: 10, .epochs: 1000]
    let context = try await MLUpdateTask.run { completion in
      try MLUpdateTask(
        forModelAt: folder.model, trainingData: modelCase.trainingProviders(),
        configuration: configuration, completionHandler: completion)
    }
    #expect(context.task.state == .failed)
    let error = try #require(context.task.error as? MLModelError)
    #expect(error.code == .update)
    #expect(error.localizedDescription.hasPrefix("The loss is no longer a number in epoch "))
    #expect(error.recoverySuggestion?.contains("learning rate") == true)
    #expect(context.model.denseWeights == (try MLModel(contentsOf: folder.model).denseWeights))
  }

  @Test func onlyUpdatableCompiledModelsAreTaken() throws {
    let rows = MLArrayBatchProvider(array: [])
    let fixed = try CompiledCase(
      ModelCase(name: "nn-linear", folder: ModelCase.folder("nn-linear")))
    let notUpdatable = #expect(throws: MLModelError.self) {
      try MLUpdateTask(forModelAt: fixed.model, trainingData: rows, completionHandler: { _ in })
    }
    let file = ModelCase.updatable("update-linear").folder.appending(path: "model.mlmodel")
    #expect(notUpdatable?.code == .update)
    let notCompiled = #expect(throws: MLModelError.self) {
      try MLUpdateTask(forModelAt: file, trainingData: rows, completionHandler: { _ in })
    }
    #expect(notCompiled?.code == .generic)
  }

  @Test func rowsThatCannotBeUsedFailTheTask() async throws {
    let modelCase = ModelCase.updatable("update-linear")
    let folder = try CompiledCase(modelCase)
    let good = try modelCase.trainingProviders().array
    let bad = try MLDictionaryFeatureProvider(dictionary: [
      "x": "text", "y_true": MLFeatureValue(double: 1),
    ])
    for (rows, code) in [(good + [bad], MLModelError.Code.featureType), ([], .update)] {
      let context = try await MLUpdateTask.run { completion in
        try MLUpdateTask(
          forModelAt: folder.model, trainingData: MLArrayBatchProvider(array: rows),
          completionHandler: completion)
      }
      #expect(context.task.state == .failed)
      #expect((context.task.error as? MLModelError)?.code == code)
    }
  }
}

extension ModelCase {
  static func updatable(_ name: String) -> ModelCase {
    ModelCase(name: name, folder: folder("updatable/\(name)"))
  }

  func trainingProviders() throws -> MLArrayBatchProvider {
    let features = try model().description.trainingInputs
    return MLArrayBatchProvider(
      array: try rows("training.jsonl").map {
        try MLDictionaryFeatureProvider(row: $0, of: features)
      })
  }
}

/// Rows that cancel the task when they are read.
private final class CancellingRows: MLBatchProvider {
  let task = Mutex<MLUpdateTask?>(nil)
  private let rows: MLArrayBatchProvider

  init(_ rows: MLArrayBatchProvider) { self.rows = rows }

  var count: Int { rows.count }

  func features(at index: Int) -> any MLFeatureProvider {
    task.withLock { $0?.cancel() }
    return rows.features(at: index)
  }
}

/// A case's model, compiled into a folder of its own that goes away with this object.
final class CompiledCase {
  let url: URL
  let model: URL

  init(_ modelCase: ModelCase) throws {
    url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    model = url.appending(path: "model.mlmodelc")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try modelCase.loaded().write(to: model)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

extension MLModel {
  /// The weights of all dense layers of a network.
  var denseWeights: [Float] {
    guard case .neuralNetwork(let network) = document.model.kind else { return [] }
    return network.layers.flatMap { layer -> [Float] in
      if case .innerProduct(let product) = layer.kind { product.weights.values } else { [] }
    }
  }
}

extension MLUpdateTask {
  /// Updates a model with the training rows of its case, and tells of events on the way.
  static func run(
    _ modelCase: ModelCase, in folder: CompiledCase, forEvents events: MLUpdateProgressEvent,
    progress: @escaping (MLUpdateContext) -> Void
  ) async throws -> MLUpdateContext {
    try await run { completion in
      try MLUpdateTask(
        forModelAt: folder.model, trainingData: modelCase.trainingProviders(),
        progressHandlers: MLUpdateProgressHandlers(
          forEvents: events, progressHandler: progress, completionHandler: completion))
    }
  }

  /// Makes a task, starts it, and waits for its completion handler.
  static func run(
    starting start: (MLUpdateTask) -> Void = { $0.resume() },
    _ make: (@escaping (MLUpdateContext) -> Void) throws -> MLUpdateTask
  ) async throws -> MLUpdateContext {
    let (stream, continuation) = AsyncStream.makeStream(of: MLUpdateContext.self)
    let task = try make { context in
      continuation.yield(context)
      continuation.finish()
    }
    start(task)
    for await context in stream {
      #expect(context.task === task)
      return context
    }
    throw CancellationError()
  }
}
