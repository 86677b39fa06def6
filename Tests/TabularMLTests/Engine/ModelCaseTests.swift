import Foundation
import ModelSpec
import Tables
import Testing

@testable import TabularML

/// Every model case answers as the other implementations do, one row at a time and all at once.
@Suite struct ModelCaseTests {
  @Test func thereAreCases() {
    #expect(ModelCase.all().count >= 70)
    #expect(ModelCase.all(in: "updatable").count >= 20)
  }

  @Test(arguments: ModelCase.all() + ModelCase.all(in: "updatable"))
  func answersEachRow(_ modelCase: ModelCase) throws {
    let model = try modelCase.model()
    let plan = try Plan(model)
    let tolerance = try modelCase.tolerance()
    let inputs = try modelCase.rows("inputs.jsonl")
    // A model to fine-tune has its answers of before the training in a file of their own.
    let before = modelCase.folder.appending(path: "expected-before.jsonl").path
    let file =
      FileManager.default.fileExists(atPath: before) ? "expected-before.jsonl" : "expected.jsonl"
    let expected = try modelCase.rows(file)
    try #require(inputs.count == expected.count && !inputs.isEmpty)

    var answered: [Int] = []
    var alone: [PredictionResult] = []
    for (row, (input, answer)) in zip(inputs, expected).enumerated() {
      let result = try plan.predict(FeatureBatch(row: input, plan.inputs))
      alone.append(result)
      if let word = answer["$error"] as? String {
        #expect(result.problems.map(\.word) == [word], "row \(row)")
        #expect(result.outputs.columns.allSatisfy { $0.missing == [true] }, "row \(row)")
        continue
      }
      answered.append(row)
      #expect(result.problems == [], "row \(row)")
      #expect(answer.count == plan.outputs.count)
      for (output, column) in zip(plan.outputs, result.outputs.columns) {
        #expect(
          column.matches(answer[output.name], row: 0, tolerance),
          "row \(row), \(output.name): \(column.values), not \(answer[output.name] ?? "nothing")")
      }
    }

    let batch = try FeatureBatch(rows: answered.map { inputs[$0] }, plan.inputs)
    let together = try plan.predict(batch)
    #expect(together.problems == [])
    for (index, row) in answered.enumerated() {
      for (column, single) in zip(together.outputs.columns, alone[row].outputs.columns) {
        #expect(column.hasSameBits(index, as: single, 0), "row \(row)")
      }
    }
  }
}

extension FeatureColumn {
  /// Whether two rows hold the same value, bit by bit.
  func hasSameBits(_ row: Int, as other: FeatureColumn, _ otherRow: Int) -> Bool {
    switch (values, other.values) {
    case (.doubles(let a), .doubles(let b)): a[row].bitPattern == b[otherRow].bitPattern
    case (.int64s(let a), .int64s(let b)): a[row] == b[otherRow]
    case (.strings(let a), .strings(let b)):
      a.dictionary[Int(a.codes[row])] == b.dictionary[Int(b.codes[otherRow])]
    case (.arrays(let a), .arrays(let b)):
      a.bits(row) == b.bits(otherRow) && a.shape == b.shape
    case (.int64Dictionaries(let a), .int64Dictionaries(let b)): a[row] == b[otherRow]
    case (.stringDictionaries(let a), .stringDictionaries(let b)): a[row] == b[otherRow]
    case (.probabilities(let a), .probabilities(let b)):
      a.keys == b.keys && a.row(row).map(\.bitPattern) == b.row(otherRow).map(\.bitPattern)
    default: false
    }
  }
}

extension ArrayColumn {
  func bits(_ row: Int) -> [UInt64] {
    let count = shape.reduce(1, *)
    return elements.doubles[(row * count)..<((row + 1) * count)].map(\.bitPattern)
  }
}
