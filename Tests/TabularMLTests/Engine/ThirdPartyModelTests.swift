import Foundation
import ModelSpec
import Testing

@testable import TabularML

/// Models of other people answer as other implementations do.
///
/// Their licences keep them out of this repository: the tests find them in the folder that
/// `RUNPREDICT_SHARED_CASES` names, or in `../shared/cases` beside the repository.
@Suite struct ThirdPartyModelTests {
  /// All folders of cases of a kind.
  private static func cases(in name: String) -> [ModelCase] {
    let environment = ProcessInfo.processInfo.environment["RUNPREDICT_SHARED_CASES"]
    let beside = ModelCase.folder("../../../../shared/cases").standardizedFileURL
    let folder = environment.map { URL(filePath: $0) } ?? beside
    return ModelCase.all(in: folder.appending(path: name))
  }

  static let cases = cases(in: "models/third-party").filter { modelCase in
    // Kinds and layers that are not supported are refused by other tests.
    guard let model = try? modelCase.model() else { return false }
    return (try? Plan(model)) != nil
  }

  /// Bundles of Apple's compiler and what their answers are: those of the source, or a file of their own.
  static let bundles: [(ModelCase, String, String)] = cases(in: "models/third-party").flatMap {
    modelCase in
    [("model.mlmodelc", "expected.jsonl"), ("retrained.mlmodelc", "expected-retrained.jsonl")]
      .map { (modelCase, $0.0, $0.1) }
  }.filter { modelCase, bundle, _ in
    let path = modelCase.folder.appending(path: bundle).path
    return (try? ModelDocument.read(at: path)) != nil
  }

  @Test(.enabled(if: !bundles.isEmpty, "the third-party models are not here"), arguments: bundles)
  func compiledModelsAnswerEachRow(
    _ modelCase: ModelCase, _ bundle: String, _ answers: String
  ) throws {
    let plan = try Plan(
      ModelDocument.read(at: modelCase.folder.appending(path: bundle).path).model)
    let source = bundle == "model.mlmodelc" ? try? Plan(modelCase.model()) : nil
    let tolerance = try modelCase.tolerance()
    let expected = try modelCase.rows(answers)
    for (row, input) in try modelCase.rows("inputs.jsonl").enumerated() {
      let result = try plan.predict(FeatureBatch(row: input, plan.inputs))
      for (output, column) in zip(plan.outputs, result.outputs.columns) {
        #expect(
          column.matches(expected[row][output.name], row: 0, tolerance),
          "row \(row), \(output.name)")
      }
      if let source {
        // To the bit.
        let same = try source.predict(FeatureBatch(row: input, source.inputs))
        #expect("\(same.outputs.columns)" == "\(result.outputs.columns)", "row \(row)")
      }
    }
  }

  @Test(.enabled(if: !cases.isEmpty, "the third-party models are not here"), arguments: cases)
  func answersEachRow(_ modelCase: ModelCase) throws {
    let plan = try Plan(try modelCase.model())
    let tolerance = try modelCase.tolerance()
    let inputs = try modelCase.rows("inputs.jsonl")
    let expected = try modelCase.rows("expected.jsonl")
    try #require(inputs.count == expected.count && !inputs.isEmpty)
    for (row, (input, answer)) in zip(inputs, expected).enumerated() {
      let result = try plan.predict(FeatureBatch(row: input, plan.inputs))
      if let word = answer["$error"] as? String {
        #expect(result.problems.map(\.word) == [word], "row \(row)")
        continue
      }
      #expect(result.problems == [], "row \(row)")
      for (output, column) in zip(plan.outputs, result.outputs.columns) {
        #expect(
          column.matches(answer[output.name], row: 0, tolerance),
          "row \(row), \(output.name): \(column.values)")
      }
    }
  }
}
