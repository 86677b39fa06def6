import CoreML
import Testing

/// The way of an app that fine-tunes its model on the device, with `import CoreML` alone.
@Suite struct PersonalizationTests {
  /// Keeps a personal copy of a model up to date.
  final class Personalizer: @unchecked Sendable {
    private(set) var losses: [Double] = []
    private(set) var epochs: [Int] = []
    let modelURL: URL

    init(modelURL: URL) {
      self.modelURL = modelURL
    }

    func update(with trainingData: MLBatchProvider) async throws {
      let context: MLUpdateContext = try await withCheckedThrowingContinuation { continuation in
        do {
          let handlers = MLUpdateProgressHandlers(
            forEvents: [.trainingBegin, .epochEnd],
            progressHandler: { context in
              guard context.event == .epochEnd else { return }
              self.epochs.append(context.metrics[.epochIndex] as? Int ?? -1)
              self.losses.append(context.metrics[.lossValue] as? Double ?? .nan)
            },
            completionHandler: { context in
              if let error = context.task.error {
                continuation.resume(throwing: error)
              } else {
                continuation.resume(returning: context)
              }
            })
          let task = try MLUpdateTask(
            forModelAt: modelURL, trainingData: trainingData, configuration: nil,
            progressHandlers: handlers)
          task.resume()
        } catch {
          continuation.resume(throwing: error)
        }
      }
      try save(context.model)
    }

    private func save(_ model: MLModel & MLWritable) throws {
      let fileManager = FileManager.default
      let updatedURL = modelURL.deletingLastPathComponent()
        .appendingPathComponent("updated.mlmodelc")
      try fileManager.createDirectory(
        at: updatedURL, withIntermediateDirectories: true, attributes: nil)
      try model.write(to: updatedURL)
      _ = try fileManager.replaceItemAt(modelURL, withItemAt: updatedURL)
    }
  }

  struct Lap {
    var course: String
    var km: Double
    var age: Int
    var hours: Double
  }

  /// The rows of the case's `training.jsonl`.
  static let history = [
    Lap(course: "flat", km: 10.625, age: 23, hours: 1.296875),
    Lap(course: "flat", km: 37.375, age: 66, hours: 4.390625),
    Lap(course: "hilly", km: 10.625, age: 25, hours: 1.578125),
    Lap(course: "flat", km: 27.125, age: 54, hours: 3.25),
    Lap(course: "hilly", km: 29.375, age: 20, hours: 3.875),
    Lap(course: "hilly", km: 35.625, age: 36, hours: 4.8125),
    Lap(course: "hilly", km: 34, age: 32, hours: 4.5625),
    Lap(course: "flat", km: 23.875, age: 30, hours: 2.6875),
    Lap(course: "hilly", km: 10.625, age: 63, hours: 1.953125),
    Lap(course: "hilly", km: 9, age: 23, hours: 1.359375),
    Lap(course: "flat", km: 21, age: 33, hours: 2.4375),
    Lap(course: "flat", km: 9, age: 41, hours: 1.3125),
    Lap(course: "flat", km: 2.625, age: 34, hours: 0.609375),
    Lap(course: "flat", km: 31.375, age: 40, hours: 3.53125),
    Lap(course: "hilly", km: 30.625, age: 56, hours: 4.390625),
    Lap(course: "hilly", km: 39.875, age: 21, hours: 5.1875),
    Lap(course: "hilly", km: 18.75, age: 36, hours: 2.703125),
    Lap(course: "hilly", km: 9.25, age: 39, hours: 1.546875),
  ]

  @Test func fineTuneSaveAndPredict() async throws {
    let compiledURL = try await MLModel.compileModel(at: CoreMLTests.source)
    let personalizer = Personalizer(modelURL: compiledURL)
    let rows = try Self.history.map { lap in
      try MLDictionaryFeatureProvider(dictionary: [
        "course": lap.course, "km": lap.km, "age": lap.age,
        "hours_true": try MLMultiArray([lap.hours]),
      ])
    }
    try await personalizer.update(with: MLArrayBatchProvider(array: rows))

    // The losses and the answers are those of another implementation, in the case's files.
    #expect(personalizer.epochs == [0, 1, 2, 3, 4, 5])
    let lossPerEpoch = [
      2.6160970583008645, 0.24924500199557645, 0.1856467223178538, 0.1487677644658013,
      0.12566112536599716, 0.11059866273892603,
    ]
    #expect(personalizer.losses.count == lossPerEpoch.count)
    for (loss, expected) in zip(personalizer.losses, lossPerEpoch) {
      #expect(abs(loss - expected) <= 2e-5 + 2e-4 * expected)
    }
    let model = try MLModel(contentsOf: compiledURL)
    let answers = [1.4631108316757337, 2.5176087707727093, 3.7747033149158193]
    for (row, answer) in zip(CoreMLTests.expected, answers) {
      let input = FinishTimeInput(course: row.course, km: row.km, age: row.age)
      let output = FinishTimeOutput(features: try await model.prediction(from: input))
      #expect(abs(output.hours[0].doubleValue - answer) <= 2e-5 + 2e-4 * answer)
    }
    try FileManager.default.removeItem(at: compiledURL.deletingLastPathComponent())
  }

  /// An app goes on predicting while its model learns; `make check-threads` watches the threads.
  @Test func predictWhileTheModelLearns() async throws {
    let compiledURL = try await MLModel.compileModel(at: CoreMLTests.source)
    defer { try? FileManager.default.removeItem(at: compiledURL) }
    let model = try MLModel(contentsOf: compiledURL)
    let rows = try (0..<400).map { index in
      let lap = Self.history[index % Self.history.count]
      return try MLDictionaryFeatureProvider(dictionary: [
        "course": lap.course, "km": lap.km, "age": lap.age,
        "hours_true": try MLMultiArray([lap.hours]),
      ])
    }
    let row = CoreMLTests.expected[0]
    let first = FinishTimeOutput(
      features: try await model.prediction(
        from: FinishTimeInput(course: row.course, km: row.km, age: row.age)))
    let before = first.hours[0].doubleValue

    async let predicting = withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            let input = FinishTimeInput(course: row.course, km: row.km, age: row.age)
            let output = FinishTimeOutput(features: try await model.prediction(from: input))
            guard output.hours[0].doubleValue == before else { return false }
          }
          return true
        }
      }
      return try await group.reduce(true) { $0 && $1 }
    }
    let duringTraining = Answers()
    let context: MLUpdateContext = try await withCheckedThrowingContinuation { continuation in
      do {
        let handlers = MLUpdateProgressHandlers(
          forEvents: .epochEnd,
          progressHandler: { context in
            let input = FinishTimeInput(course: row.course, km: row.km, age: row.age)
            // The model of the context answers with the weights of now.
            guard let output = try? context.model.prediction(from: input) else { return }
            duringTraining.append(FinishTimeOutput(features: output).hours[0].doubleValue)
          },
          completionHandler: { continuation.resume(returning: $0) })
        try MLUpdateTask(
          forModelAt: compiledURL, trainingData: MLArrayBatchProvider(array: rows),
          progressHandlers: handlers
        ).resume()
      } catch { continuation.resume(throwing: error) }
    }
    #expect(try await predicting)
    #expect(context.task.error == nil)
    let answers = duringTraining.all
    #expect(answers.count == 6 && answers[0] != answers[5] && answers[0] != before)
  }

  private final class Answers: @unchecked Sendable {
    private let lock = NSLock()
    private var answers: [Double] = []

    func append(_ answer: Double) { lock.withLock { answers.append(answer) } }

    var all: [Double] { lock.withLock { answers } }
  }
}
