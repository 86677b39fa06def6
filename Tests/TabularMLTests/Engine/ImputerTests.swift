import ModelSpec
import Tables
import Testing

@testable import TabularML

/// Imputers of dictionaries, and imputed texts that a later stage looks up.
@Suite struct ImputerTests {
  @Test func addsTheKeysThatADictionaryLacks() throws {
    let model = PlanTests.stage(
      .imputer(Imputer(imputedValue: .stringDictionary(["a": 1, "b": 2]))),
      [("x", .dictionary(.string))], [("y", .dictionary(.string))])
    let rows: [[String: Double]] = [[:], ["a": 9, "c": 3], ["b": .nan]]
    let result = try Plan(model).predict(
      FeatureBatch(rowCount: 3, columns: [FeatureColumn(.stringDictionaries(rows))]))
    guard case .stringDictionaries(let answers) = result.outputs.columns[0].values else {
      Issue.record("no dictionaries")
      return
    }
    #expect(answers == [["a": 1, "b": 2], ["a": 9, "b": 2, "c": 3], ["a": 1, "b": 2]])
  }

  @Test func imputedTextsAreCategories() throws {
    var imputer = PlanTests.stage(
      .imputer(Imputer(imputedValue: .string("red"), replaceValue: .string("?"))),
      [("colour", .string)], [("known", .string)])
    imputer.description.inputs[0].isOptional = true
    var pipeline = PlanTests.stage(
      .pipeline(
        Pipeline(models: [
          imputer,
          PlanTests.stage(
            .categoricalMapping(.stringToInt64(["red": 1, "blue": 2], otherwise: nil)),
            [("known", .string)], [("code", .int64)]),
        ])), [("colour", .string)], [("code", .int64), ("known", .string)])
    pipeline.description.inputs[0].isOptional = true
    let column = FeatureColumn(
      .strings(StringColumn(codes: [0, 1, -1, 2], dictionary: ["?", "blue", "green"])))
    let result = try Plan(pipeline).predict(FeatureBatch(rowCount: 4, columns: [column]))
    #expect(
      result.problems
        == [RowProblem(row: 3, feature: "known", kind: .unknownCategory("green"))])
    guard case .int64s(let codes) = result.outputs.columns[0].values else { return }
    #expect(codes.prefix(3) == [1, 2, 1])
  }
}
