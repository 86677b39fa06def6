import Foundation
import ModelSpec
import Tables
import Testing

@testable import TabularML

@Suite struct TableBindingTests {
  static func array(_ name: String, _ shape: [Int64], optional: Bool = false) -> FeatureDescription
  {
    FeatureDescription(
      name: name, type: .multiArray(ArrayFeatureType(shape: shape, dataType: .double)),
      isOptional: optional)
  }

  static func requests(_ features: [FeatureDescription], _ columns: [String]) throws -> [String] {
    try TableBinding(features, columnNames: columns).requests.map(\.name)
  }

  @Test func plainFeatures() throws {
    let binding = try TableBinding(
      [
        FeatureDescription(name: "pace", type: .double),
        FeatureDescription(name: "lap", type: .int64, isOptional: true),
        FeatureDescription(name: "course", type: .string),
      ], columnNames: ["course", "pace", "other"])
    #expect(
      binding.requests == [
        ColumnRequest(name: "pace", type: .double),
        ColumnRequest(name: "lap", type: .int64, isRequired: false),
        ColumnRequest(name: "course", type: .string),
      ])
  }

  @Test(
    "Arrays and dictionaries are spread over columns",
    arguments: [
      (array("x", [3]), ["x.2", "x.0", "x.1"], ["x.0", "x.1", "x.2"]),
      (
        array("x", [2, 2]), ["x.0.0", "x.0.1", "x.1.0", "x.1.1"],
        ["x.0.0", "x.0.1", "x.1.0", "x.1.1"]
      ),
      (array("x", [1]), ["x"], ["x"]), (array("x", [1, 1]), ["x"], ["x"]),
      (array("x", [1]), ["x", "x.0"], ["x.0"]), (array("x", [1]), ["y"], ["x"]),
      (array("x", [2]), ["x.0", "x"], ["x.1"]), (array("x", [1 << 40]), ["x.0"], ["x.1"]),
      (array("x", [2], optional: true), ["x.0"], ["x.1"]),
      (array("x", [2], optional: true), ["y"], []),
      (array("y_true", [1]), ["y"], ["y"]), (array("y_true", [1]), ["y.0"], ["y.0"]),
      (array("y_true", [1]), ["y", "y_true"], ["y_true"]),
      (array("y_true", [2]), ["y.0", "y.1"], ["y.0", "y.1"]),
      (FeatureDescription(name: "y_true", type: .double), ["y"], ["y"]),
      (FeatureDescription(name: "y_true", type: .double), ["x"], ["y_true"]),
      (
        FeatureDescription(name: "d", type: .dictionary(.string)), ["d.b", "e", "d.a"],
        ["d.b", "d.a"]
      ),
      (FeatureDescription(name: "d", type: .dictionary(.int64)), ["d.7", "d.a"], ["d.7"]),
      (FeatureDescription(name: "d", type: .dictionary(.string)), ["d"], ["d"]),
      (FeatureDescription(name: "d", type: .dictionary(.string)), ["d", "d.a"], ["d.a"]),
      (FeatureDescription(name: "d", type: .dictionary(.string)), ["e"], []),
      (array("x", [2]), ["x", "y"], ["x"]),
      (array("x", [2]), ["x.0", "x", "x.1"], ["x.0", "x.1"]),
      (
        FeatureDescription(name: "q", type: .sequence(.int64, size: SizeRange(lowerBound: 0))), [],
        ["q"]
      ),
    ])
  func columns(feature: FeatureDescription, columns: [String], expected: [String]) throws {
    #expect(try Self.requests([feature], columns) == expected)
  }

  @Test(
    "A column of an element that the array does not have is no other column",
    arguments: [
      (array("x", [2]), ["x.0", "x.1", "x.2"], "x.2"), (array("x", [1]), ["x.0", "x.1"], "x.1"),
      (array("x", [2, 2]), ["x.0.0", "x.0.1", "x.1.0", "x.1.1", "x.1.2"], "x.1.2"),
      (array("x", [1, 2]), ["x.0", "x.1", "x.2"], "x.2"),
      (array("x", [2]), ["x.0", "x.1", "x.01"], "x.01"),
      (array("x", [2], optional: true), ["x.0", "x.1", "x.7"], "x.7"),
      (array("y_true", [2]), ["y.0", "y.1", "y.2"], "y.2"),
    ])
  func tooManyColumns(feature: FeatureDescription, columns: [String], culprit: String) {
    let problem = #expect(throws: TableProblem.self) { try Self.requests([feature], columns) }
    #expect(problem?.kind == "wrong-shape")
    #expect(problem?.name == feature.name)
    #expect(problem?.message.hasSuffix("without an element for \"\(culprit)\"") == true)
  }

  @Test(arguments: ["x.a", "x.", "x.1a", "x2", "x.-1", "x.2", "x.2.1"])
  func otherColumnsThatOnlyLookLikeElements(_ name: String) throws {
    let others =
      name.hasPrefix("x.2")
      ? [FeatureDescription(name: "x.2", type: .dictionary(.int64), isOptional: true)] : []
    let requests = try Self.requests([Self.array("x", [2])] + others, ["x.0", "x.1", name])
    #expect(requests.prefix(2) == ["x.0", "x.1"])
  }

  @Test func twoColumnsOfOneKey() {
    let feature = FeatureDescription(name: "d", type: .dictionary(.int64))
    let problem = #expect(throws: TableProblem.self) {
      try TableBinding([feature], columnNames: ["d.1", "d.2", "d.01"])
    }
    #expect(problem?.kind == "duplicateColumn")
    #expect(problem?.message == "\"d.1\" and \"d.01\" are both the key 1 of 'd'")
  }

  @Test func cellsOfJSON() throws {
    let features = [
      Self.array("x", [2]), FeatureDescription(name: "d", type: .dictionary(.int64)),
      FeatureDescription(name: "t", type: .sequence(.string, size: SizeRange(lowerBound: 0))),
    ]
    let binding = try TableBinding(features, columnNames: ["x", "d", "t"])
    func texts(_ name: String, _ cells: [String]) -> Column {
      Column(
        name: name,
        values: .strings(StringColumn(codes: Array(0..<Int32(cells.count)), dictionary: cells)))
    }
    let batch = binding.batch(
      TableBatch(
        rowCount: 4,
        columns: [
          texts("x", ["[1, 2]", "[1,2,3]", "[1", "[1,2]]"]),
          texts("d", ["{\"7\":1}", "{}", "{}", "{}"]),
          texts("t", ["[\"a\"]", "[]", "[]", "[]"]),
        ], lines: [2, 3, 4, 5]))
    #expect(batch.problems.map(\.row) == [1, 2, 3])
    #expect(batch.problems.map(\.word) == ["wrong-shape", "wrong-type", "wrong-type"])
    #expect(batch.columns.allSatisfy { $0.hasRows(4) })
    let values = zip(batch.columns, features).map { $0.value(at: 0, type: $1.type) }
    #expect(values[0].multiArrayValue?.dimensions == [2])
    #expect(values[1].dictionaryValue as? [Int64: Double] == [7: 1])
    #expect(values[2].sequenceValue?.stringValues == ["a"])
  }

  @Test("A one-element array is a number or a list, of any shape")
  func numbersAndLists() throws {
    let feature = Self.array("x", [1])
    let binding = try TableBinding([feature], columnNames: ["x"])
    #expect(binding.requests == [ColumnRequest(name: "x", type: .double, takesLists: true)])
    let table = TableBatch(
      rowCount: 7,
      columns: [
        Column(
          name: "x", values: .doubles([1, .nan, 3, .nan, .nan, .nan, .nan]),
          missing: [false, false, false, false, false, false, true],
          lists: [1: "[2]", 3: "[4, 5]", 4: "[6,7]", 5: "[8]]"])
      ], lines: Array(2..<9))
    #expect(binding.shapeRanges(of: table) == [0..<3, 3..<5, 5..<7])
    let pieces = binding.shapeRanges(of: table).map { binding.batch(table.rows($0)) }
    let arrays = pieces.map { piece -> ArrayColumn? in
      if case .arrays(let arrays) = piece.columns[0].values { arrays } else { nil }
    }
    #expect(arrays.map { $0?.shape } == [[1], [2], [1]])
    #expect(arrays[0]?.elements.doubles == [1, 2, 3])
    #expect(arrays[1]?.elements.doubles == [4, 5, 6, 7])
    #expect(pieces[2].problems.map(\.word) == ["wrong-type"])
    #expect(pieces[2].columns[0].missing == [true, true])
    let fixed = try TableBinding([feature], columnNames: ["x"], isShapeFixed: true)
    #expect(fixed.shapeRanges(of: table) == [0..<7])
    #expect(fixed.batch(table).problems.map(\.row) == [3, 4, 5])
  }

  @Test("A range ends where the shape of any array changes")
  func shapesOfSeveralArrays() throws {
    let binding = try TableBinding(
      [Self.array("x", [2]), Self.array("z", [1])], columnNames: ["x", "z"])
    let cells = ["[1,2]", "[3]", "[[1,2],[3,4]]", "{}"]
    let table = TableBatch(
      rowCount: 6,
      columns: [
        Column(
          name: "x",
          values: .strings(StringColumn(codes: [-1, 0, 3, 1, 2, 2], dictionary: cells))),
        Column(
          name: "z", values: .doubles(Array(repeating: 1, count: 6)), lists: [5: "[1,2]"]),
      ], lines: Array(2..<8))
    #expect(binding.shapeRanges(of: table) == [0..<3, 3..<4, 4..<5, 5..<6])
  }

  @Test func anElementMissingBesideOthers() throws {
    let binding = try TableBinding(
      [Self.array("x", [2], optional: true)], columnNames: ["x.0", "x.1"])
    let batch = binding.batch(
      TableBatch(
        rowCount: 3,
        columns: [
          Column(name: "x.0", values: .doubles([1, 2, .nan]), missing: [false, false, true]),
          Column(name: "x.1", values: .doubles([1, .nan, .nan]), missing: [false, true, true]),
        ], lines: [2, 3, 4]))
    #expect(batch.problems.map(\.row) == [1])
    #expect(batch.problems.map(\.kind) == [.missingElement(column: "x.1")])
    #expect(batch.columns[0].missing == [false, true, true])
  }

  @Test func elementsBeyondTheirType() throws {
    let type = ArrayFeatureType(shape: [2], dataType: .int8)
    let feature = FeatureDescription(name: "x", type: .multiArray(type))
    let binding = try TableBinding([feature], columnNames: ["x.0", "x.1"])
    #expect(binding.requests.map(\.type) == [.int64, .int64])
    let batch = binding.batch(
      TableBatch(
        rowCount: 2,
        columns: [
          Column(name: "x.0", values: .int64s([127, 1])),
          Column(name: "x.1", values: .int64s([-128, 128])),
        ], lines: [2, 3]))
    #expect(batch.problems.map(\.kind) == [.lossyInteger(128)])
    #expect(batch.problems.map(\.row) == [1])
  }

  @Test func rowsBecomeFeatures() throws {
    let features = [
      Self.array("x", [2]), FeatureDescription(name: "d", type: .dictionary(.int64)),
      FeatureDescription(name: "course", type: .string),
      FeatureDescription(name: "gone", type: .double, isOptional: true),
    ]
    let binding = try TableBinding(features, columnNames: ["x.0", "x.1", "d.5", "d.-1", "course"])
    let table = TableBatch(
      rowCount: 2,
      columns: [
        Column(
          name: "course", values: .strings(StringColumn(codes: [0, 0], dictionary: ["berlin"]))),
        Column(name: "x.1", values: .doubles([2, .nan]), missing: [false, true]),
        Column(name: "x.0", values: .int64s([1, 3])),
        Column(name: "d.5", values: .doubles([0.5, .nan]), missing: [false, true]),
        Column(name: "d.-1", values: .doubles([1.5, 2.5])),
      ], lines: [2, 3])
    let rows = TableBatchProvider(binding.batch(table), features: features)
    #expect(rows.count == 2)
    let first = rows.features(at: 0)
    #expect(first.featureNames == ["x", "d", "course", "gone"])
    #expect(first.featureValue(for: "x")?.multiArrayValue == (try MLMultiArray([1.0, 2.0])))
    #expect(first.featureValue(for: "d")?.dictionaryValue == [Int64(5): 0.5, Int64(-1): 1.5])
    #expect(first.featureValue(for: "course")?.stringValue == "berlin")
    #expect(first.featureValue(for: "gone")?.isUndefined == true)
    #expect(first.featureValue(for: "other") == nil)
    let second = rows.features(at: 1)
    #expect(second.featureValue(for: "x")?.isUndefined == true)
    #expect(second.featureValue(for: "x")?.type == .multiArray)
    #expect(second.featureValue(for: "d")?.dictionaryValue == [Int64(-1): 2.5])
  }
}
