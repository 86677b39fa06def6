import Foundation
import ModelSpec
import Tables
import Testing

@testable import TabularML

@Suite struct FeatureReaderTests {
  static let features = [
    FeatureDescription(name: "x", type: .double),
    FeatureDescription(name: "course", type: .string),
    FeatureDescription(name: "lap", type: .int64, isOptional: true),
    FeatureDescription(
      name: "v", type: .multiArray(ArrayFeatureType(shape: [2], dataType: .float32))),
  ]

  static func row(_ changes: [String: Any] = [:]) throws -> MLDictionaryFeatureProvider {
    let values: [String: Any] = [
      "x": 1.5, "course": "berlin", "lap": 3, "v": try MLMultiArray([1.0, 2.0]), "extra": 9,
    ]
    return try MLDictionaryFeatureProvider(dictionary: values.merging(changes) { $1 })
  }

  @Test func oneRow() throws {
    let batch = FeatureReader(Self.features).read(try Self.row())
    #expect(batch.rowCount == 1 && batch.columns.count == 4 && batch.problems.isEmpty)
    #expect(batch.columns.allSatisfy { $0.missing == nil })
  }

  @Test(
    "Without a declared shape a row has the first or the least one that is allowed",
    arguments: [
      ArrayFeatureType.Flexibility.enumerated([[3], [4]]),
      .ranges([SizeRange(lowerBound: 3, upperBound: 9)]),
    ])
  func flexibleShape(flexibility: ArrayFeatureType.Flexibility) throws {
    let type = ArrayFeatureType(shape: [], dataType: .double, flexibility: flexibility)
    let feature = FeatureDescription(name: "v", type: .multiArray(type))
    let row = try MLDictionaryFeatureProvider(dictionary: ["v": try MLMultiArray([1.0, 2, 3])])
    #expect(FeatureReader([feature]).read(row).problems.isEmpty)
    let binding = try TableBinding([feature], columnNames: ["v.0", "v.1", "v.2"])
    #expect(binding.requests.map(\.name) == ["v.0", "v.1", "v.2"])
  }

  static let faults: [(String, any Sendable, TabularML.RowProblem.Kind)] = [
    ("x", "text", .wrongType(expected: "Double", found: "String")),
    ("lap", 2.5, .wrongType(expected: "Int64", found: "Double")),
    ("course", 3, .wrongType(expected: "String", found: "Int64")),
    ("v", 1.0, .wrongType(expected: "MultiArray", found: "Double")),
    ("v", ["a": 1.5], .wrongType(expected: "MultiArray", found: "Dictionary (String → Double)")),
  ]

  @Test("A value of another type is a problem of its row", arguments: faults.indices)
  func faultyRows(index: Int) throws {
    let (name, value, kind) = Self.faults[index]
    let reader = FeatureReader(Self.features)
    let bad = try Self.row([name: value])
    let expected = TabularML.RowProblem(row: 0, feature: name, kind: kind)
    #expect(reader.read(bad).problems == [expected])
    let rows = MLArrayBatchProvider(array: [try Self.row(), bad, try Self.row()])
    let batch = reader.read(rows)
    #expect(batch.problems == [TabularML.RowProblem(row: 1, feature: name, kind: kind)])
    for (column, feature) in zip(batch.columns, Self.features) {
      #expect(column.hasRows(3), "\(feature.name)")
    }
  }

  @Test func shapesAndMissingValues() throws {
    let reader = FeatureReader(Self.features)
    let wide = try Self.row(["v": try MLMultiArray([1.0, 2.0, 3.0])])
    // Whether a single row's shape is allowed is for the plan to say.
    #expect(reader.read(wide).columns[3].hasRows(1))
    #expect(
      reader.read(MLArrayBatchProvider(array: [try Self.row(), wide])).problems
        == [.init(row: 1, feature: "v", kind: .wrongShape(expected: [2], found: [3]))])
    let missing = try Self.row(["x": MLFeatureValue(undefined: .double)])
    #expect(reader.read(missing).problems.map(\.kind) == [.missingFeature])
    let optional = try Self.row(["lap": MLFeatureValue(undefined: .int64)])
    let batch = reader.read(MLArrayBatchProvider(array: [try Self.row(), optional]))
    #expect(batch.problems.isEmpty)
    #expect(batch.columns[2].missing == [false, true])
  }

  @Test func anIntegerServesForADouble() throws {
    let batch = FeatureReader(Self.features).read(try Self.row(["x": 4]))
    guard case .doubles(let numbers) = batch.columns[0].values else {
      Issue.record("the column is not of Doubles")
      return
    }
    #expect(numbers == [4] && batch.problems.isEmpty)
  }

  @Test func textsAreStoredOnce() throws {
    let rows = try ["a", "b", "a", "c", "b"].map { try Self.row(["course": $0]) }
    let batch = FeatureReader(Self.features).read(MLArrayBatchProvider(array: rows))
    guard case .strings(let texts) = batch.columns[1].values else {
      Issue.record("the column is not of texts")
      return
    }
    #expect(texts.codes == [0, 1, 0, 2, 1] && texts.dictionary == ["a", "b", "c"])
  }

  @Test("Numbers are taken from arrays of any type and order", arguments: 0..<5)
  func arrays(index: Int) throws {
    let type: MLMultiArrayDataType = [.double, .float32, .float16, .int32, .int8][index]
    let array = try MLMultiArray(shape: [2], dataType: type)
    array[0] = 7
    array[1] = -2
    let batch = FeatureReader(Self.features).read(try Self.row(["v": array]))
    guard case .arrays(let column) = batch.columns[3].values else {
      Issue.record("the column is not of arrays")
      return
    }
    #expect(column.shape == [2] && column.elements.doubles == [7, -2])
  }

  @Test func onlyWhatIsNeededIsAskedFor() {
    final class Counting: MLFeatureProvider {
      var asked: [String] = []
      var featureNames: Set<String> { ["x", "course", "lap", "v", "secret"] }
      func featureValue(for featureName: String) -> MLFeatureValue? {
        asked.append(featureName)
        return MLFeatureValue(undefined: .double)
      }
    }
    let provider = Counting()
    _ = FeatureReader(Self.features).read(provider)
    #expect(provider.asked == ["x", "course", "lap", "v"])
  }

  @Test func anOptionalFeatureThatIsNotListedIsMissing() {
    final class Answering: MLFeatureProvider {
      let featureNames: Set<String>
      init(_ featureNames: Set<String>) { self.featureNames = featureNames }
      func featureValue(for featureName: String) -> MLFeatureValue? { MLFeatureValue(int64: 1) }
    }
    let reader = FeatureReader([FeatureDescription(name: "lap", type: .int64, isOptional: true)])
    #expect(reader.read(Answering(["x"])).columns[0].missing == [true])
    #expect(reader.read(Answering(["lap"])).columns[0].missing == nil)
    let batch = MLArrayBatchProvider(array: [Answering(["lap"]), Answering([])])
    #expect(reader.read(batch).columns[0].missing == [false, true])
  }
}
