import Foundation
import TabularML
import Testing

@Suite struct OutputBackingTests {
  private func withModel(_ body: (MLModel, any MLFeatureProvider) throws -> Void) throws {
    let compiled = try MLModel.compileModel(
      at: ModelCase.folder("updatable/update-mlp-relu/model.mlmodel"))
    defer { MLModelFileTests.remove(compiled: compiled) }
    let input = try MLDictionaryFeatureProvider(dictionary: [
      "x": MLMultiArray([0.5, -1, 2, 0.25])
    ])
    try body(try MLModel(contentsOf: compiled), input)
  }

  @Test func theAnswerGoesIntoTheArrayThatStandsReady() throws {
    try withModel { model, input in
      let expected = try model.prediction(from: input).featureValue(for: "y")?.multiArrayValue
      let options = MLPredictionOptions()
      let backing = try MLMultiArray(shape: [1], dataType: .float32)
      options.outputBackings = ["y": backing, "unknown": "ignored"]
      let answer = try model.prediction(from: input, options: options)
      #expect(answer.featureNames == ["y"])
      #expect(answer.featureValue(for: "y")?.multiArrayValue === backing)
      #expect(backing[0].floatValue == expected?[0].floatValue && backing[0] != 0)

      let batch = MLArrayBatchProvider(array: [input])
      let rows = try model.predictions(from: batch, options: options)
      #expect(rows.features(at: 0).featureValue(for: "y")?.multiArrayValue !== backing)
    }
  }

  @Test func whatAnOutputCannotBeIsRefused() throws {
    try withModel { model, input in
      for backing in [try MLMultiArray(shape: [2], dataType: .double), "text"] as [Any] {
        let options = MLPredictionOptions()
        options.outputBackings = ["y": backing]
        let error = #expect(throws: MLModelError.self) {
          try model.prediction(from: input, options: options)
        }
        #expect(error?.code == .featureType)
        #expect(error?.localizedDescription.contains("'y'") == true)
      }
    }
  }
}
