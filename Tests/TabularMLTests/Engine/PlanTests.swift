import ModelSpec
import Tables
import Testing

@testable import TabularML

/// How a plan moves features from stage to stage, and what it says about rows it cannot answer.
@Suite struct PlanTests {
  static let double = FeatureType.double
  static func vector(_ count: Int64, _ type: ArrayFeatureType.DataType = .double) -> FeatureType {
    .multiArray(ArrayFeatureType(shape: [count], dataType: type))
  }

  static func stage(
    _ kind: ModelKind, _ inputs: [(String, FeatureType)], _ outputs: [(String, FeatureType)]
  ) -> Model {
    Model(
      specificationVersion: 1,
      description: ModelDescription(
        inputs: inputs.map { FeatureDescription(name: $0.0, type: $0.1) },
        outputs: outputs.map { FeatureDescription(name: $0.0, type: $0.1) },
        predictedFeatureName: outputs[0].0),
      kind: kind)
  }

  static func scaler(_ from: String, _ to: String, shift: Double, _ type: FeatureType) -> Model {
    stage(.scaler(Scaler(shift: [shift], scale: [2])), [(from, type)], [(to, type)])
  }

  static func doubles(_ values: Double...) -> FeatureColumn { FeatureColumn(.doubles(values)) }

  static func strings(_ texts: String...) -> FeatureColumn {
    FeatureColumn(
      .strings(StringColumn(codes: texts.indices.map { Int32($0) }, dictionary: texts)))
  }

  private func numbers(_ column: FeatureColumn) -> [Double] {
    switch column.values {
    case .doubles(let values): values
    case .arrays(let arrays): arrays.elements.doubles
    default: []
    }
  }

  @Test(
    arguments: [
      (Array(3...40) + [-1], 41), ([-7, -2], -1), ([.min, .max], Int.max),
    ] as [([Int64], Int)])
  func tellsOfTheGreatestKeyOutsideAVector(keys: [Int64], found: Int) throws {
    let model = Self.stage(
      .featureVectorizer(FeatureVectorizer(inputs: [.init(name: "d", dimensions: 3)])),
      [("d", .dictionary(.int64))], [("v", Self.vector(3))])
    let row = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1.0) })
    let batch = FeatureBatch(rowCount: 1, columns: [FeatureColumn(.int64Dictionaries([row]))])
    #expect(
      try Plan(model).predict(batch).problems
        == [RowProblem(row: 0, feature: "d", kind: .wrongShape(expected: [3], found: [found]))])
  }

  @Test func treesNeedAnElementToLookAt() throws {
    var leaf = TreeEnsemble.Node()
    leaf.behavior = .leaf
    leaf.evaluations = 0..<1
    var ensemble = TreeEnsemble()
    ensemble.nodes = [leaf]
    ensemble.evaluations = [TreeEnsemble.Evaluation(index: 0, value: 1)]
    ensemble.predictionDimensions = 1
    let empty = ArrayFeatureType(
      shape: [], dataType: .double, flexibility: .ranges([SizeRange(lowerBound: 0)]))
    let model = Self.stage(
      .treeEnsembleRegressor(TreeEnsembleRegressor(ensemble: ensemble)),
      [("x", .multiArray(empty))], [("y", Self.double)])
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(error?.reason == .shape)
  }

  @Test func featuresInAVectorKeepTheirOwnValues() throws {
    // x goes into two vectors, one of Floats, twice into the second, and to the output.
    let x = 0.1
    let model = Self.stage(
      .pipeline(
        Pipeline(models: [
          Self.stage(
            .featureVectorizer(FeatureVectorizer(inputs: [.init(name: "x", dimensions: 1)])),
            [("x", Self.double)], [("single", Self.vector(1, .float32))]),
          Self.scaler("x", "s", shift: 1, Self.double),
          Self.stage(
            .featureVectorizer(
              FeatureVectorizer(inputs: [
                .init(name: "x", dimensions: 1), .init(name: "s", dimensions: 1),
                .init(name: "x", dimensions: 1),
              ])), [("x", Self.double), ("s", Self.double)], [("all", Self.vector(3))]),
          Self.stage(
            .featureVectorizer(
              FeatureVectorizer(inputs: [
                .init(name: "all", dimensions: 3), .init(name: "s", dimensions: 1),
              ])), [("all", Self.vector(3)), ("s", Self.double)], [("nested", Self.vector(4))]),
        ])), [("x", Self.double)],
      [
        ("single", Self.vector(1, .float32)), ("all", Self.vector(3)), ("nested", Self.vector(4)),
        ("x", Self.double),
      ])
    let result = try Plan(model).predict(
      FeatureBatch(rowCount: 2, columns: [Self.doubles(x, 3)]))
    let columns = result.outputs.columns.map(numbers)
    #expect(columns[0] == [Double(Float(x)), 3])
    #expect(columns[1] == [x, 2.2, x, 3, 8, 3])
    #expect(columns[2] == [x, 2.2, x, 2.2, 3, 8, 3, 8])
    #expect(columns[3] == [x, 3])
  }

  @Test func innerPipelinesHaveNamesOfTheirOwn() throws {
    // Inside, v is overwritten twice and "hidden" made; outside, v is what the inner pipeline gives.
    let inner = Self.stage(
      .pipeline(
        Pipeline(models: [
          Self.scaler("v", "v", shift: 0, Self.double),
          Self.scaler("v", "hidden", shift: 1, Self.double),
          Self.scaler("hidden", "w", shift: 0, Self.double),
        ])), [("v", Self.double)], [("w", Self.double)])
    let model = Self.stage(
      .pipeline(Pipeline(models: [inner, Self.scaler("v", "again", shift: 0, Self.double)])),
      [("v", Self.double)], [("w", Self.double), ("again", Self.double), ("v", Self.double)])
    let result = try Plan(model).predict(FeatureBatch(rowCount: 1, columns: [Self.doubles(3)]))
    #expect(result.outputs.columns.map(numbers) == [[28], [6], [3]])

    let leaking = Self.stage(
      .pipeline(Pipeline(models: [inner, Self.scaler("hidden", "y", shift: 0, Self.double)])),
      [("v", Self.double)], [("y", Self.double)])
    #expect(throws: ModelError.self) { try Plan(leaking) }
  }

  @Test func optionalInputsStayMissingUntilAStageNeedsThem() throws {
    var model = Self.stage(
      .pipeline(Pipeline(models: [Self.scaler("x", "y", shift: 0, Self.double)])),
      [("x", Self.double), ("note", .string)], [("y", Self.double), ("note", .string)])
    model.description.inputs[0].isOptional = true
    model.description.inputs[1].isOptional = true
    let result = try Plan(model).predict(
      FeatureBatch(
        rowCount: 3,
        columns: [
          FeatureColumn(.doubles([1, .nan, .nan]), missing: [false, true, false]),
          FeatureColumn(.strings(StringColumn(codes: [0, 0, -1], dictionary: ["a"]))),
        ]))
    #expect(
      result.problems == [RowProblem(row: 1, feature: "x", kind: .missingFeature)])
    #expect(result.outputs.columns[0].missing == [false, true, false])
    #expect(result.outputs.columns[1].missing == [false, true, true])
    // Not a number is a value like any other.
    #expect(numbers(result.outputs.columns[0]).map(\.isNaN) == [false, true, true])
  }

  static let encoder = PlanTests.stage(
    .pipeline(
      Pipeline(models: [
        stage(
          .oneHotEncoder(OneHotEncoder(categories: .strings(["road", "track"]))),
          [("course", .string)], [("code", vector(2))]),
        stage(
          .featureVectorizer(
            FeatureVectorizer(inputs: [
              .init(name: "code", dimensions: 2), .init(name: "x", dimensions: 1),
            ])), [("code", vector(2)), ("x", double)], [("v", vector(3))]),
      ])), [("course", .string), ("x", double)], [("v", vector(3))])

  @Test func aRowsProblemLeavesItsNeighboursAlone() throws {
    let batch = FeatureBatch(
      rowCount: 5,
      columns: [
        FeatureColumn(
          .strings(StringColumn(codes: [1, 2, 0, -1, 1], dictionary: ["road", "track", "moon"]))),
        FeatureColumn(.doubles([5, 6, .nan, 8, 9]), missing: [false, false, true, false, false]),
      ],
      problems: [
        RowProblem(row: 4, feature: "x", kind: .wrongType(expected: "Double", found: "String"))
      ])
    let result = try Plan(Self.encoder).predict(batch)
    #expect(
      result.problems == [
        RowProblem(row: 1, feature: "course", kind: .unknownCategory("moon")),
        RowProblem(row: 2, feature: "x", kind: .missingFeature),
        RowProblem(row: 3, feature: "course", kind: .missingFeature),
        RowProblem(row: 4, feature: "x", kind: .wrongType(expected: "Double", found: "String")),
      ])
    let column = result.outputs.columns[0]
    #expect(column.missing == [false, true, true, true, true])
    #expect(numbers(column).prefix(3) == [0, 1, 5])
    #expect(numbers(column).dropFirst(3).allSatisfy { $0.isNaN })
  }

  @Test func problemsHaveTheRowOfTheBatchBeyondTheFirstChunk() throws {
    let rows = 1000
    let plan = try Plan(Self.encoder)
    let bad: Set<Int> = [0, 255, 256, 511, 700, 999]
    let result = try plan.predict(
      FeatureBatch(
        rowCount: rows,
        columns: [
          FeatureColumn(
            .strings(
              StringColumn(
                codes: (0..<rows).map { bad.contains($0) ? 1 : 0 },
                dictionary: ["road", "moon"]))),
          FeatureColumn(.doubles((0..<rows).map { Double($0) })),
        ]))
    #expect(result.problems.map(\.row) == bad.sorted())
    let values = numbers(result.outputs.columns[0])
    for row in 0..<rows where !bad.contains(row) {
      #expect(values[(row * 3)..<(row * 3 + 3)] == [1, 0, Double(row)])
    }
  }

  @Test func columnsOfAnotherTypeFailEveryRow() throws {
    let plan = try Plan(Self.encoder)
    let numbersForTexts = try plan.predict(
      FeatureBatch(rowCount: 2, columns: [Self.doubles(1, 2), Self.doubles(1, 2)]))
    #expect(
      numbersForTexts.problems
        == [0, 1].map {
          RowProblem(
            row: $0, feature: "course", kind: .wrongType(expected: "String", found: "Double"))
        })
    let textsForNumbers = try plan.predict(
      FeatureBatch(rowCount: 1, columns: [Self.strings("road"), Self.strings("1")]))
    #expect(textsForNumbers.problems.map(\.word) == ["wrong-type"])
  }

  @Test func batchesThatDoNotFitAreRefused() throws {
    let plan = try Plan(Self.encoder)
    #expect(throws: ModelError.self) {
      try plan.predict(FeatureBatch(rowCount: 1, columns: [Self.strings("road")]))
    }
    #expect(throws: ModelError.self) {
      try plan.predict(
        FeatureBatch(rowCount: 2, columns: [Self.strings("road", "track"), Self.doubles(1)]))
    }
    let empty = try plan.predict(
      FeatureBatch(rowCount: 0, columns: [Self.strings(), Self.doubles()]))
    #expect(empty.outputs.rowCount == 0 && empty.problems.isEmpty)
  }

  @Test func answersAreTheSameBitsInAnyBatchAndOnAnyThread() async throws {
    let rows = 600
    let plan = try Plan(NetworkFixture.twoLayers())
    let all = NetworkFixture.rows(rows, inputs: 4, outputs: 2).columns[0]
    let whole = try plan.predict(FeatureBatch(rowCount: rows, columns: [all]))
    let expected = numbers(whole.outputs.columns[0]).map(\.bitPattern)
    #expect(Set(expected).count > rows)
    await withTaskGroup(of: Void.self) { group in
      for size in [1, 3, 4, 5, 7, 64, 255, 257] {
        group.addTask {
          for first in stride(from: 0, to: rows, by: size) {
            let count = min(size, rows - first)
            guard case .arrays(let arrays) = all.values else { return }
            let part = Array(arrays.elements.doubles[(first * 4)..<((first + count) * 4)])
            let batch = FeatureBatch(
              rowCount: count,
              columns: [
                FeatureColumn(.arrays(ArrayColumn(shape: [4], elements: .doubles(part))))
              ])
            let result = try? plan.predict(batch)
            let found = result.map { numbers($0.outputs.columns[0]).map(\.bitPattern) }
            #expect(found == Array(expected[(first * 2)..<((first + count) * 2)]))
          }
        }
      }
    }
  }
}
