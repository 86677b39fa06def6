import Foundation
import ModelSpec
import Testing

@testable import TabularML

/// Every model case answers through Core ML's own calls as the other implementations do.
@Suite struct MLModelCaseTests {
  static let codes: [String: MLModelError.Code] = [
    "missing-feature": .generic, "unknown-category": .generic, "lossy-integer": .generic,
    "wrong-type": .featureType, "wrong-shape": .featureType,
  ]

  @Test(arguments: ModelCase.all() + ModelCase.all(in: "updatable"))
  func answers(_ modelCase: ModelCase) throws {
    let model = try modelCase.loaded()
    let tolerance = try modelCase.tolerance()
    let before = modelCase.folder.appending(path: "expected-before.jsonl").path
    let isUpdatable = FileManager.default.fileExists(atPath: before)
    let inputs = try modelCase.rows("inputs.jsonl")
    let expected = try modelCase.rows(isUpdatable ? "expected-before.jsonl" : "expected.jsonl")
    try #require(inputs.count == expected.count && !inputs.isEmpty)
    let outputNames = Set(model.modelDescription.outputDescriptionsByName.keys)

    var providers: [any MLFeatureProvider] = []
    var answers: [[String: Any]] = []
    for (row, (input, answer)) in zip(inputs, expected).enumerated() {
      let provider = try MLDictionaryFeatureProvider(row: input, of: model.plan.inputs)
      if let word = answer["$error"] as? String {
        let error = #expect(throws: MLModelError.self) { try model.prediction(from: provider) }
        #expect(error?.code == Self.codes[word], "row \(row)")
        continue
      }
      providers.append(provider)
      answers.append(answer)
      let output = try model.prediction(from: provider)
      #expect(output.featureNames == outputNames)
      for name in outputNames {
        let value = try #require(output.featureValue(for: name))
        #expect(value.matches(answer[name], tolerance), "row \(row), \(name): \(value)")
        let description = model.modelDescription.outputDescriptionsByName[name]
        #expect(value.type == description?.type)
        #expect(
          value.multiArrayValue?.dataType == description?.multiArrayConstraint?.dataType)
      }
    }

    let batch = try model.predictions(fromBatch: MLArrayBatchProvider(array: providers))
    #expect(batch.count == providers.count)
    for (row, answer) in answers.enumerated() {
      for name in outputNames {
        let value = try #require(batch.features(at: row).featureValue(for: name))
        #expect(value.matches(answer[name], tolerance), "row \(row) of the batch, \(name)")
      }
    }
  }
}
