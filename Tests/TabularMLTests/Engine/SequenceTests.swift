import Foundation
import ModelSpec
import Testing

@testable import TabularML

/// Sequences: mapped element by element, passed on, and bound to the sizes that a model allows.
@Suite struct SequenceTests {
  static func texts(_ size: SizeRange = SizeRange(lowerBound: 0)) -> FeatureType {
    .sequence(.string, size: size)
  }
  static let numbers = FeatureType.sequence(.int64, size: SizeRange(lowerBound: 0))
  static let codes: [String: Int64] = ["a": 1, "b": 2]

  private func answer(_ model: Model, _ values: FeatureColumn.Values) throws -> PredictionResult {
    let rows = if case .stringSequences(let rows) = values { rows.count } else { 1 }
    return try Plan(model).predict(
      FeatureBatch(rowCount: rows, columns: [FeatureColumn(values)]))
  }

  @Test func aMappingMapsEachElement() throws {
    let model = PlanTests.stage(
      .categoricalMapping(.stringToInt64(Self.codes, otherwise: nil)),
      [("x", Self.texts())], [("y", Self.numbers)])
    let result = try answer(model, .stringSequences([["b", "a", "b"], [], ["a", "?"]]))
    #expect(
      result.problems == [RowProblem(row: 2, feature: "x", kind: .unknownCategory("?"))])
    guard case .int64Sequences(let rows) = result.outputs.columns[0].values else { return }
    #expect(rows == [[2, 1, 2], [], []])
  }

  @Test func mappingsThereAndBackWithDefaults() throws {
    let model = PlanTests.stage(
      .pipeline(
        Pipeline(models: [
          PlanTests.stage(
            .categoricalMapping(.stringToInt64(Self.codes, otherwise: 9)), [("x", Self.texts())],
            [("n", Self.numbers)]),
          PlanTests.stage(
            .categoricalMapping(.int64ToString([1: "A", 2: "B"], otherwise: "none")),
            [("n", Self.numbers)], [("y", Self.texts())]),
          PlanTests.stage(.identity(Identity()), [("y", Self.texts())], [("y", Self.texts())]),
        ])), [("x", Self.texts())], [("y", Self.texts())])
    let result = try answer(model, .stringSequences([["b", "?", "a"]]))
    guard case .stringSequences(let rows) = result.outputs.columns[0].values else {
      Issue.record("no sequences")
      return
    }
    #expect(rows == [["B", "none", "A"]])
  }

  @Test func aSequenceOfAnotherLengthOrTypeIsRefused() throws {
    let model = PlanTests.stage(
      .categoricalMapping(.stringToInt64(Self.codes, otherwise: 0)),
      [("x", Self.texts(SizeRange(lowerBound: 1, upperBound: 2)))], [("y", Self.numbers)])
    let result = try answer(model, .stringSequences([[], ["a"], ["a", "b", "a"]]))
    #expect(
      result.problems.map(\.kind) == [
        .wrongShape(expected: [1], found: [0]), .wrongShape(expected: [2], found: [3]),
      ])
    let other = try answer(model, .int64Sequences([[1]]))
    #expect(
      other.problems.map(\.kind) == [
        .wrongType(expected: "Sequence of String", found: "Sequence of Int64")
      ])
  }

  @Test func theAPITakesAndGivesSequences() throws {
    let description = PlanTests.stage(
      .categoricalMapping(.stringToInt64(Self.codes, otherwise: nil)), [("x", Self.texts())],
      [("y", Self.numbers)])
    var versioned = description
    versioned.specificationVersion = 3
    let model = try MLModel(document: ModelDocument(versioned))
    let row = try MLDictionaryFeatureProvider(dictionary: ["x": ["a", "b"]])
    let value = try model.prediction(from: row).featureValue(for: "y")
    #expect(value?.sequenceValue?.int64Values.map(\.int64Value) == [1, 2])
    let wrong = try MLDictionaryFeatureProvider(dictionary: ["x": [1, 2]])
    #expect(throws: MLModelError.self) { try model.prediction(from: wrong) }
  }
}
