import CoreML
import Testing

/// Ordinary code of apps, beside what Xcode generates: it compiles on Linux and does the same.
@Suite struct AppCodeTests {
  private static let models = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Cases/models")

  private func compiled(_ name: String) async throws -> URL {
    try await MLModel.compileModel(
      at: Self.models.appendingPathComponent(name).appendingPathComponent("model.mlmodel"))
  }

  /// Rows of the case `update-classifier-strings` and what the reference answers before an update.
  private let rows: [(x: [Double], label: String, probability: Double)] = [
    ([-1.359375, 0.625, 1.171875, -0.84375], "fir", 0.7038013428873973),
    ([-1.671875, -1.859375, -0.21875, -0.984375], "oak", 0.7167428091293131),
    ([-0.3125, 1.6875, -1.265625, -0.625], "fir", 0.7484015574982742),
  ]

  @Test func theModelInTheBundleOfTheApp() async throws {
    let url = try await compiled("updatable/update-classifier-strings")
    let installed = Bundle.main.bundleURL.appendingPathComponent("SpeciesClassifier.mlmodelc")
    _ = try FileManager.default.replaceItemAt(installed, withItemAt: url)
    defer { try? FileManager.default.removeItem(at: installed) }

    let loaded: SpeciesClassifier = try await SpeciesClassifier.load()
    let made = try SpeciesClassifier(configuration: MLModelConfiguration())
    let handled: [String] = try await withCheckedThrowingContinuation { continuation in
      SpeciesClassifier.load(configuration: MLModelConfiguration()) { result in
        continuation.resume(
          with: result.map { $0.model.modelDescription.classLabels as? [String] ?? [] })
      }
    }
    #expect(handled.sorted() == ["ash", "fir", "oak"])
    let inputs = try rows.map { SpeciesClassifierInput(x: try MLMultiArray($0.x)) }
    let outputs = try loaded.predictions(inputs: inputs, options: MLPredictionOptions())
    #expect(outputs.count == rows.count)
    for (output, row) in zip(outputs, rows) {
      #expect(output.label == row.label)
      #expect(abs((output.probability[row.label] ?? 0) - row.probability) < 1e-5)
      let one = try made.prediction(x: MLShapedArray(scalars: row.x, shape: [4]))
      #expect(one.probability == output.probability)
      let best = one.probability.max { $0.value < $1.value }?.key
      #expect(best == one.label && one.featureNames == ["label", "probability"])
    }
    let own = SpeciesClassifierOutput(label: "ash", probability: ["ash": 0.75, "oak": 0.25])
    #expect(own.probability["oak"] == 0.25 && own.label == "ash")
  }

  @Test func teachingAndForgetting() async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let bundled = try await compiled("updatable/update-classifier-strings")
    defer {
      try? FileManager.default.removeItem(at: directory)
      try? FileManager.default.removeItem(at: bundled)
    }
    #expect(SpeciesLearner.appDirectory != nil)
    let learner = SpeciesLearner(defaultModelURL: bundled, directory: directory)
    try learner.loadModel()
    let before = learner.guesses(for: rows[1].x)
    #expect(before.map(\.name) == ["oak", "ash"] && before[0].percent == 72)

    // The first update makes the personal model, the second one replaces it.
    var losses: [Double] = []
    for _ in 0..<2 {
      let loss = try await withCheckedThrowingContinuation { continuation in
        let samples = (0..<8).map { row in
          (numbers: [Double(row % 2) - 1.5, -1.5, -0.25, -1], label: "ash")
        }
        learner.updateModel(with: samples) { continuation.resume(with: $0) }
      }
      losses.append(loss)
    }
    #expect(losses[1] < losses[0] && learner.began == 2 && learner.progress.count == 24)
    #expect(learner.guesses(for: rows[1].x)[0].name == "ash")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path)
        == ["personalized.mlmodelc"])
    try learner.resetToDefault()
    #expect(learner.guesses(for: rows[1].x)[0].percent == before[0].percent)

    let wrong: String = await withCheckedContinuation { continuation in
      learner.updateModel(with: [(numbers: [1, 2], label: "ash")]) { result in
        if case .failure(let error) = result {
          continuation.resume(returning: error.localizedDescription)
        } else {
          continuation.resume(returning: "")
        }
      }
    }
    #expect(wrong.contains("'x'") && !learner.hasUpdatedModel)
  }

  @Test func numbersInAndOut() throws {
    let url = try MLModel.compileModel(
      at: Self.models.appendingPathComponent("glm-regressor-scalars/model.mlmodel"))
    defer { try? FileManager.default.removeItem(at: url) }
    let model = try MLModel(contentsOf: url)
    let numbers: [String: NSNumber] = [
      "zeta": 1, "alpha": 0.5, "mid": NSNumber(value: 2), "Beta": NSNumber(value: -1.25),
    ]
    let input = try MLDictionaryFeatureProvider(dictionary: numbers)
    #expect(input["alpha"]?.doubleValue == 0.5)
    let one = try model.prediction(from: input)
    let name = try #require(model.modelDescription.outputDescriptionsByName.keys.first)
    let y = try #require(one.featureValue(for: name)?.doubleValue)

    // The same from values, from a batch of columns, and by a loop over the descriptions.
    var values: [String: MLFeatureValue] = [:]
    for (name, description) in model.modelDescription.inputDescriptionsByName {
      let number = try #require(numbers[name])
      switch description.type {
      case .double: values[name] = MLFeatureValue(double: number.doubleValue)
      case .int64: values[name] = MLFeatureValue(int64: number.int64Value)
      default: Issue.record("\(description)")
      }
    }
    let again = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: values))
    #expect(again.featureValue(for: name)?.doubleValue == y)
    let batch = try MLArrayBatchProvider(dictionary: numbers.mapValues { [$0, $0] })
    let answers = try model.predictions(fromBatch: batch)
    let all = (0..<answers.count).compactMap {
      answers.features(at: $0).featureValue(for: name)?.doubleValue
    }
    #expect(all == [y, y])
  }

  @Test func loopsOverArrays() throws {
    let matrix = try MLMultiArray(shape: [2, 3], dataType: .float32)
    for row in 0..<matrix.shape[0].intValue {
      for column in 0..<matrix.shape[1].intValue {
        matrix[[row, column] as [NSNumber]] = NSNumber(value: Float(10 * row + column))
      }
    }
    #expect(matrix[[1, 2]].floatValue == 12 && matrix[5].doubleValue == 12)
    let pointer = matrix.dataPointer.bindMemory(to: Float.self, capacity: matrix.count)
    #expect(Array(UnsafeBufferPointer(start: pointer, count: matrix.count)).reduce(0, +) == 36)
    let numbers = (0..<matrix.count).map { matrix[$0].doubleValue }
    #expect(numbers == [0, 1, 2, 10, 11, 12])
    let best = numbers.enumerated().max { $0.element < $1.element }
    #expect(best?.offset == 5)
    matrix[0] = 7
    matrix[1] = 2.5
    #expect(matrix[0] == 7 && matrix[1].floatValue == 2.5)
    if let doubles = try? UnsafeBufferPointer<Float>(matrix) {
      #expect(doubles.count == 6)
    }
  }

  @Test func replacingKeepsTheOldWhereThereIsNoNew() throws {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    let old = folder.appendingPathComponent("old")
    try Data("old".utf8).write(to: old)
    #expect(throws: (any Error).self) {
      try manager.replaceItemAt(old, withItemAt: folder.appendingPathComponent("none"))
    }
    #expect(try manager.contentsOfDirectory(atPath: folder.path) == ["old"])
  }
}
