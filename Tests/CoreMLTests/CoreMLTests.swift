import CoreML
import Testing

/// Code for Apple's systems, unchanged: all of it says only `import CoreML`.
@Suite struct CoreMLTests {
  static let source: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<2 { url.deleteLastPathComponent() }
    return url.appendingPathComponent("Cases/models/updatable/update-pipeline/model.mlmodel")
  }()

  /// The answers of the case's `expected-before.jsonl`, in the order of its `inputs.jsonl`.
  static let expected: [(course: String, km: Double, age: Int64, hours: Double)] = [
    ("hilly", 12.75, 62, 0.2339099547067348), ("flat", 22.125, 42, 0.8270912308105591),
    ("hilly", 29.125, 18, 1.0691884279084602),
  ]

  static func isNear(_ found: Double, _ expected: Double) -> Bool {
    abs(found - expected) <= 1e-5 + 2e-5 * abs(expected)
  }

  /// A runner as somebody would write it by hand.
  ///
  /// It knows all names, the output among them, and answers an unknown one with some value.
  final class Runner: NSObject, MLFeatureProvider {
    let course: String
    let km: Double
    let age: Int64

    init(course: String, km: Double, age: Int64) {
      self.course = course
      self.km = km
      self.age = age
    }

    var featureNames: Set<String> { ["course", "km", "age", "hours"] }

    func featureValue(for featureName: String) -> MLFeatureValue? {
      switch featureName {
      case "course": MLFeatureValue(string: course)
      case "km": MLFeatureValue(double: km)
      case "age": MLFeatureValue(int64: age)
      default: MLFeatureValue(double: 0)
      }
    }
  }

  @Test func compileLoadDescribePredict() async throws {
    let compiledURL = try await MLModel.compileModel(at: Self.source)
    let model = try MLModel(contentsOf: compiledURL)
    let description = "\(model.modelDescription)"
    #expect(description.contains("\"course : String\""))
    #expect(description.contains("predictedFeatureName: hours\n"))
    #expect(description.contains("updatable: YES"))
    #expect(model.modelDescription.inputDescriptionsByName["km"]?.type == .double)

    for row in Self.expected {
      let runner = Runner(course: row.course, km: row.km, age: row.age)
      let output = try await model.prediction(from: runner)
      let hours = output.featureValue(for: "hours")?.multiArrayValue
      #expect(Self.isNear(hours?[0].doubleValue ?? .nan, row.hours))
    }
    try FileManager.default.removeItem(at: compiledURL.deletingLastPathComponent())
  }

  @Test func aClassThatXcodeGenerates() async throws {
    let compiledURL = try await MLModel.compileModel(at: Self.source)
    let configuration = MLModelConfiguration()
    configuration.computeUnits = .cpuOnly
    let model = try await FinishTime.load(contentsOf: compiledURL, configuration: configuration)
    let inputs = Self.expected.map { FinishTimeInput(course: $0.course, km: $0.km, age: $0.age) }
    let outputs = try model.predictions(inputs: inputs)
    #expect(outputs.count == Self.expected.count)
    for (output, row) in zip(outputs, Self.expected) {
      #expect(Self.isNear(output.hours[0].doubleValue, row.hours))
      let single = try await model.prediction(
        input: FinishTimeInput(course: row.course, km: row.km, age: row.age))
      #expect(single.hours == output.hours)
    }
    let array = try MLMultiArray(shape: [1], dataType: .double)
    #expect(FinishTimeOutput(hours: array).featureNames == ["hours"])
    try FileManager.default.removeItem(at: compiledURL.deletingLastPathComponent())
  }

  @Test func completionHandlers() async throws {
    let compiledURL: URL = try await withCheckedThrowingContinuation { continuation in
      MLModel.compileModel(at: Self.source) { continuation.resume(with: $0) }
    }
    let names: [String] = try await withCheckedThrowingContinuation { continuation in
      FinishTime.load(contentsOf: compiledURL) { result in
        continuation.resume(
          with: result.map { $0.model.modelDescription.inputDescriptionsByName.keys.sorted() })
      }
    }
    #expect(names == ["age", "course", "km"])
    try FileManager.default.removeItem(at: compiledURL.deletingLastPathComponent())
    let error: (any Error)? = await withCheckedContinuation { continuation in
      FinishTime.load(contentsOf: compiledURL) { result in
        if case .failure(let error) = result {
          continuation.resume(returning: error)
        } else {
          continuation.resume(returning: nil)
        }
      }
    }
    #expect((error as? MLModelError)?.code == .io)
  }

  @Test func errorsAreThoseOfCoreML() throws {
    let compiledURL = try MLModel.compileModel(at: Self.source)
    let model = try MLModel(contentsOf: compiledURL)
    func failure(_ values: [String: Any]) -> NSError? {
      do {
        let provider = try MLDictionaryFeatureProvider(dictionary: values)
        _ = try model.prediction(from: provider)
        return nil
      } catch { return error as NSError }
    }
    let missing = failure(["course": "flat", "km": 3.0])
    #expect(missing?.domain == MLModelErrorDomain)
    #expect(missing?.code == MLModelError.Code.generic.rawValue)
    #expect(missing?.localizedDescription == "The required feature 'age' is missing.")
    let wrong = failure(["course": "flat", "km": "far", "age": 30])
    #expect(wrong?.code == MLModelError.Code.featureType.rawValue)
    #expect(wrong?.localizedDescription.contains("'km' should be Double, found String") == true)
    #expect(failure(["course": "flat", "km": 3, "age": 30, "more": 1]) == nil)

    let batch = MLArrayBatchProvider(array: [
      Runner(course: "flat", km: 3, age: 30),
      try MLDictionaryFeatureProvider(dictionary: ["course": "flat"]),
    ])
    do {
      _ = try model.predictions(fromBatch: batch)
      Issue.record("a batch with an incomplete row was answered")
    } catch MLModelError.generic {
      // The code can be caught by name.
    }
    try FileManager.default.removeItem(at: compiledURL.deletingLastPathComponent())
  }

  @Test func aCancelledTaskPredictsNothing() async throws {
    let compiledURL = try await MLModel.compileModel(at: Self.source)
    let model = try await MLModel.load(contentsOf: compiledURL)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await model.prediction(from: Runner(course: "flat", km: 3, age: 30)).featureNames
    }
    await #expect(throws: MLModelError.self) { try await task.value }
    try FileManager.default.removeItem(at: compiledURL.deletingLastPathComponent())
  }

  @Test func manyThreadsMayUseOneModel() async throws {
    let compiledURL = try await MLModel.compileModel(at: Self.source)
    let model = try await MLModel.load(contentsOf: compiledURL)
    let answers = try await withThrowingTaskGroup(of: Double.self) { group in
      for _ in 0..<200 {
        group.addTask {
          let runner = Runner(course: "flat", km: 22.125, age: 42)
          let output = try await model.prediction(from: runner)
          return output.featureValue(for: "hours")?.multiArrayValue?[0].doubleValue ?? .nan
        }
      }
      return try await group.reduce(into: Set<Double>()) { $0.insert($1) }
    }
    #expect(answers.count == 1)
    try FileManager.default.removeItem(at: compiledURL.deletingLastPathComponent())
  }
}
