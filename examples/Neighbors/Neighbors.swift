// A classifier that learns by remembering: its model has no samples when the app is new.
//
//     swift run Neighbors Tests/Cases/models/updatable/update-knn-from-empty/model.mlmodel

import CoreML

@main
struct Neighbors {
  static func main() async throws {
    let path =
      CommandLine.arguments.dropFirst().first
      ?? "Tests/Cases/models/updatable/update-knn-from-empty/model.mlmodel"
    let compiled = try await MLModel.compileModel(at: URL(fileURLWithPath: path))
    let updated = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString + ".mlmodelc")
    defer {
      try? FileManager.default.removeItem(at: compiled)
      try? FileManager.default.removeItem(at: updated)
    }
    let near: [Float] = [0.1, 0, 0.1]
    let far: [Float] = [2, 2.1, 1.9]
    let model = try MLModel(contentsOf: compiled)
    print("new: \(try answer(model, near)) and \(try answer(model, far))")

    try await remember(
      [
        sample([0, 0, 0], label: 3), sample([0.2, 0.1, 0], label: 3),
        sample([2, 2, 2], label: 7), sample([2.2, 1.9, 2.1], label: 7),
      ], in: compiled, writingTo: updated)

    let personal = try MLModel(contentsOf: updated)
    print("with 4 samples: \(try answer(personal, near)) and \(try answer(personal, far))")
    print("neighbours asked: \(try personal.parameterValue(for: .numberOfNeighbors))")
  }

  /// Three numbers, and the class that a person gave them.
  static func sample(_ numbers: [Float], label: Int64? = nil) throws -> any MLFeatureProvider {
    let array = MLShapedArray(scalars: numbers, shape: [3])
    var features: [String: Any] = ["input": MLFeatureValue(shapedArray: array)]
    features["label"] = label.map { MLFeatureValue(int64: $0) }
    return try MLDictionaryFeatureProvider(dictionary: features)
  }

  static func answer(_ model: MLModel, _ numbers: [Float]) throws -> String {
    let label = try model.prediction(from: sample(numbers)).featureValue(for: "label")
    return label.map { "\($0.int64Value)" } ?? "nothing"
  }

  /// Adds samples to a compiled model, and writes it with one neighbour instead of three to ask.
  static func remember(
    _ rows: [any MLFeatureProvider], in model: URL, writingTo url: URL
  ) async throws {
    let configuration = MLModelConfiguration()
    configuration.parameters = [.numberOfNeighbors: 1]
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      do {
        let task = try MLUpdateTask(
          forModelAt: model, trainingData: MLArrayBatchProvider(array: rows),
          configuration: configuration,
          completionHandler: { context in
            done.resume(
              with: Result {
                if let error = context.task.error { throw error }
                try context.model.write(to: url)
              })
          })
        task.resume()
      } catch {
        done.resume(throwing: error)
      }
    }
  }
}
