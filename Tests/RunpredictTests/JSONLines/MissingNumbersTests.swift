import Foundation
import ModelSpec
import Testing

@testable import runpredict

/// Models that know numbers that are missing, and what is said where such a number has an empty cell.
@Suite struct MissingNumbersTests {
  private static func path(_ name: String) -> String {
    "\(CommandCase.root)/Tests/Cases/models/\(name)/model.mlmodel"
  }

  @Test(arguments: [
    ("tree-regressor-missing-direction", true), ("imputer-double-nan", true),
    ("pipeline-sklearn-imputer-boosting", true), ("imputer-array-replace-value", false),
    ("scaler-double", false), ("tree-regressor-single-leaf", false),
  ])
  func knowsMissingNumbers(name: String, knows: Bool) throws {
    let model = try ModelDocument(bytes: Array(Data(contentsOf: URL(filePath: Self.path(name)))))
      .model
    #expect(model.knowsMissingNumbers == knows)
  }

  @Test func anEmptyCellNamesTheWayOut() throws {
    let result = try CommandFolder().run(
      "printf 'input.0,input.1,input.2,input.3\\n1,2,,4\\n' | "
        + "runpredict predict --model \(Self.path("tree-regressor-array-nan")) -")
    #expect(result.status == 65)
    #expect(result.errors.contains("'input.2' has no value here"))
    #expect(result.errors.contains("hint: the model knows missing numbers: write nan"))
  }
}
