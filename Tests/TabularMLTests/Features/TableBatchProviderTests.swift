import Foundation
import ModelSpec
import Tables
import Testing

@testable import TabularML

@Suite struct TableBatchProviderTests {
  static let modelCase = ModelCase(
    name: "update-pipeline", folder: ModelCase.folder("updatable/update-pipeline"))

  /// Calls a closure with a file of that text.
  static func withFile<R>(_ text: String, _ body: (URL) throws -> R) throws -> R {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "table-\(UUID().uuidString).csv")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url)
  }

  @Test func aTableIsPredictedAsItsRowsAre() throws {
    let model = try Self.modelCase.loaded()
    let rows = try Self.modelCase.rows("inputs.jsonl")
    var text = "age,comment,km,course\n"
    for row in rows {
      text += "\(row["age"] ?? ""),\"a, b\",\(row["km"] ?? ""),\(row["course"] ?? "")\n"
    }
    let table = try Self.withFile(text) {
      try TableBatchProvider(contentsOf: $0, for: model.modelDescription)
    }
    #expect(table.count == rows.count)
    let answers = try model.predictions(fromBatch: table)
    #expect(answers.count == rows.count)
    for (index, row) in rows.enumerated() {
      let provider = try MLDictionaryFeatureProvider(row: row, of: model.plan.inputs)
      let alone = try model.prediction(from: provider).featureValue(for: "hours")
      #expect(answers.features(at: index).featureValue(for: "hours") == alone)
      let view = try model.prediction(from: table.features(at: index))
      #expect(view.featureValue(for: "hours") == alone)
      let copy = MLDictionaryFeatureProvider(copying: table.features(at: index))
      #expect(copy.featureNames == ["age", "km", "course", "hours_true"])
      #expect(copy["hours_true"]?.isUndefined == true)
      #expect("\(table.features(at: index))" == copy.description)
    }
    // Outputs are columns as well, and serve as the input of another prediction.
    #expect(answers is TableBatchProvider)
  }

  @Test func targetsAreReadForAnUpdate() throws {
    let model = try Self.modelCase.loaded()
    let table = try Self.withFile("course;km;age;hours\nflat;10,5;40;1,25\nhilly;3,5;20;2\n") {
      try TableBatchProvider(contentsOf: $0, for: model.modelDescription)
    }
    let reader = FeatureReader(model.document.model.description.trainingInputs)
    let batch = reader.read(table)
    #expect(batch.problems.isEmpty && batch.columns.count == 4)
    let target = table.features(at: 0).featureValue(for: "hours_true")?.multiArrayValue
    #expect(target == (try MLMultiArray([1.25])))
  }

  @Test(
    "What is wrong with a table is told with its place",
    arguments: [
      ("km,age\n1,2\n", "course"), ("course,km,age\nflat,far,2\n", ":2:6: "),
      ("course,km,age\nflat,,2\n", ":2:6: "), ("", "no text"),
      ("course,km,age\n\"flat,1,2\n", ":2:1: "),
    ])
  func unusableTables(text: String, part: String) throws {
    let model = try Self.modelCase.loaded()
    try Self.withFile(text) { url in
      let error = #expect(throws: MLModelError.self) {
        try TableBatchProvider(contentsOf: url, for: model.modelDescription)
      }
      #expect(error?.code == .io)
      #expect(error?.localizedDescription.hasPrefix(url.lastPathComponent) == true)
      #expect(error?.localizedDescription.contains(part) == true, "\(error?.description ?? "")")
    }
  }

  @Test func aFileThatIsNotThere() throws {
    let description = try Self.modelCase.loaded().modelDescription
    let error = #expect(throws: MLModelError.self) {
      try TableBatchProvider(contentsOf: URL(filePath: "/no/such.csv"), for: description)
    }
    #expect(error?.code == .io)
  }

  @Test func batchesAreJoined() {
    func batch(_ texts: [String?], _ numbers: [Double], missing: [Bool]?) -> FeatureBatch {
      var column = StringColumn()
      for text in texts {
        guard let text else {
          column.codes.append(-1)
          continue
        }
        column.codes.append(Int32(column.dictionary.count))
        column.dictionary.append(text)
      }
      return FeatureBatch(
        rowCount: texts.count,
        columns: [
          FeatureColumn(.strings(column)), FeatureColumn(.doubles(numbers), missing: missing),
          FeatureColumn(.arrays(ArrayColumn(shape: [1], elements: .doubles(numbers)))),
        ], problems: [TabularML.RowProblem(row: 0, feature: "x", kind: .missingFeature)])
    }
    var joiner = BatchJoiner()
    joiner.append(batch(["a", "b"], [1, 2], missing: nil))
    joiner.append(batch(["b", nil, "c"], [3, 4, 5], missing: [false, true, false]))
    joiner.append(batch(["c"], [6], missing: nil))
    let joined = joiner.batch
    #expect(joined.rowCount == 6)
    #expect(joined.problems.map(\.row) == [0, 2, 5])
    guard case .strings(let texts) = joined.columns[0].values,
      case .doubles(let numbers) = joined.columns[1].values,
      case .arrays(let arrays) = joined.columns[2].values
    else {
      Issue.record("the columns have other types")
      return
    }
    #expect(texts.codes == [0, 1, 1, -1, 2, 2] && texts.dictionary == ["a", "b", "c"])
    #expect(numbers == [1, 2, 3, 4, 5, 6])
    #expect(joined.columns[1].missing == [false, false, false, true, false, false])
    #expect(joined.columns[0].missing == nil)
    #expect(arrays.elements.doubles == numbers)
  }
}
