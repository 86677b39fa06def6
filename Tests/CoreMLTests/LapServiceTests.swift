import CoreML
import Testing

/// A service with a model for many tasks, samples in an archive, and an update as a stream.
@Suite struct LapServiceTests {
  private func withModel(_ body: (URL, URL) async throws -> Void) async throws {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("Cases/models/updatable/update-linear/model.mlmodel")
    let compiled = try await MLModel.compileModel(at: source)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      try? FileManager.default.removeItem(at: compiled)
      try? FileManager.default.removeItem(at: folder)
    }
    try await body(compiled, folder)
  }

  private func array(_ numbers: [Double]) -> MLShapedArray<Double> {
    MLShapedArray(scalars: numbers, shape: [numbers.count])
  }

  @Test func manyTasksAskOneModel() async throws {
    try await withModel { url, _ in
      let service = try await LapService(modelAt: url, function: "none")
      let rows = (0..<50).map { row in
        ["x": MLSendableFeatureValue(array([Double(row), 1, -1, 0.5]))]
      }
      let answers = try await service.answers(to: rows)
      #expect(await service.answered == 50)
      let model = try MLModel(contentsOf: url)
      for (row, answer) in zip(rows, answers) {
        let input = try MLDictionaryFeatureProvider(dictionary: row.mapValues(MLFeatureValue.init))
        let expected = try await model.prediction(from: input).featureValue(for: "y")
        #expect(answer.count == 1 && answer["y"].map { MLFeatureValue($0) } == expected)
      }
    }
  }

  @Test func inspecting() async throws {
    try await withModel { url, _ in
      let lines = ModelInspector.lines(of: try MLModel(contentsOf: url).modelDescription)
      #expect(lines.first == "x: array 4")
      #expect(lines.contains { $0.hasPrefix("learningRate = ") })
      #expect(lines.contains { $0.hasPrefix("epochs = ") })
    }
  }

  @Test func samplesWaitForAnUpdate() async throws {
    try await withModel { url, folder in
      let drawer = SampleDrawer(file: folder.appendingPathComponent("samples.archive"))
      for row in 0..<8 {
        try drawer.add(
          MLDictionaryFeatureProvider(dictionary: [
            "x": MLFeatureValue(shapedArray: array([Double(row), 1, 0, -1])),
            "y_true": MLFeatureValue(shapedArray: array([Double(row) * 2])),
          ]))
      }
      #expect(try drawer.samples().count == 8)
      let saved = folder.appendingPathComponent("Personal.mlmodelc")
      var losses: [Double] = []
      for try await loss in MLUpdateTask.losses(
        ofUpdating: url, with: try drawer.batch(), savingTo: saved)
      { losses.append(loss) }
      #expect(losses.count > 1 && losses.allSatisfy(\.isFinite))
      let before = try MLModel(contentsOf: url).parameterValue(for: .weights.scoped(to: "dense1"))
      let after = try MLModel(contentsOf: saved).parameterValue(for: .weights.scoped(to: "dense1"))
      #expect(before as? MLMultiArray != after as? MLMultiArray)
    }
  }

  @Test func anUpdateWithoutSamplesEndsTheStreamWithAnError() async throws {
    try await withModel { url, folder in
      let drawer = SampleDrawer(file: folder.appendingPathComponent("none"))
      let saved = folder.appendingPathComponent("Personal.mlmodelc")
      let error = await #expect(throws: MLModelError.self) {
        for try await _ in MLUpdateTask.losses(
          ofUpdating: url, with: try drawer.batch(), savingTo: saved)
        {}
      }
      #expect(error?.code == .update)
      #expect(!FileManager.default.fileExists(atPath: saved.path))
    }
  }
}
