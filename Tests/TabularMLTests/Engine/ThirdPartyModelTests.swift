import Foundation
import ModelSpec
import Testing

@testable import TabularML

/// Models of other people answer as other implementations do.
///
/// Their licences keep them out of this repository: the tests find them in the folder that
/// `RUNPREDICT_SHARED_CASES` names, or in `../shared/cases` beside the repository.
@Suite struct ThirdPartyModelTests {
  static let cases: [ModelCase] = {
    let environment = ProcessInfo.processInfo.environment["RUNPREDICT_SHARED_CASES"]
    let beside = ModelCase.folder("../../../../shared/cases").standardizedFileURL
    let folder = environment.map { URL(filePath: $0) } ?? beside
    return ModelCase.all(in: folder.appending(path: "models/third-party")).filter { modelCase in
      // Kinds and layers that are not supported are refused by other tests.
      guard let model = try? modelCase.model() else { return false }
      return (try? Plan(model)) != nil
    }
  }()

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
