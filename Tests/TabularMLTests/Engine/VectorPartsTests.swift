import ModelSpec
import Tables
import Testing

@testable import TabularML

/// Steps that read a vector in parts answer as those that read it written out: the same bits.
@Suite struct VectorPartsTests {
  /// A vector of some of the features, which the model also puts out as it is.
  struct Vector: Sendable, CustomTestStringConvertible {
    var features: [String]
    var isScaled: Bool
    var handling = OneHotEncoder.UnknownHandling.ignore
    var isNested = false

    var testDescription: String {
      features.joined(separator: " + ") + (isScaled ? ", scaled" : "")
        + (isNested ? ", nested" : "")
    }
    var width: Int { features.reduce(0) { $0 + VectorPartsTests.width($1) } }
  }

  static let vectors: [Vector] = [true, false].flatMap { isScaled in
    [
      ["course", "x", "y"], ["x", "course", "y", "lap"], ["lap", "x"], ["course", "lap", "y"],
      ["x", "y"], ["course"], ["wide", "x", "course"],
    ].map { Vector(features: $0, isScaled: isScaled) }
      + [Vector(features: ["course", "x", "y"], isScaled: isScaled, isNested: true)]
  }

  private static func width(_ feature: String) -> Int {
    ["course": 3, "lap": 2, "wide": 300][feature] ?? 1
  }

  private static let inputs: [(String, FeatureType)] = [
    ("course", .string), ("lap", .int64), ("wide", .int64), ("x", .double), ("y", .double),
  ]

  /// A pipeline that ends in a stage which makes "answer" of "vector".
  private static func model(_ vector: Vector, _ last: ModelKind) -> Model {
    let code = PlanTests.vector(3)
    let wide = PlanTests.vector(300)
    let dictionary = FeatureType.dictionary(.int64)
    var stages = [
      PlanTests.stage(
        .oneHotEncoder(
          OneHotEncoder(
            categories: .strings(["road", "track", "trail"]), handleUnknown: vector.handling)),
        [("course", .string)], [("course", code)]),
      PlanTests.stage(
        .oneHotEncoder(
          OneHotEncoder(
            categories: .int64s([1, 2]), outputSparse: true, handleUnknown: vector.handling)),
        [("lap", .int64)], [("lap", dictionary)]),
      PlanTests.stage(
        .oneHotEncoder(
          OneHotEncoder(categories: .int64s(Array(0..<300)), handleUnknown: .ignore)),
        [("wide", .int64)], [("wide", wide)]),
    ]
    let types = ["course": code, "lap": dictionary, "wide": wide]
    let name = vector.isScaled ? "joined" : "vector"
    if vector.isNested {
      stages.append(joining(Array(vector.features[..<2]), types, to: "inner"))
      stages.append(
        joining(
          ["inner"] + vector.features[2...], ["inner": PlanTests.vector(4)], to: name,
          widths: ["inner": 4]))
    } else {
      stages.append(joining(vector.features, types, to: name))
    }
    let type = PlanTests.vector(Int64(vector.width))
    if vector.isScaled {
      let numbers = NetworkFixture.numbers(2 * vector.width, seed: 5).map { Double($0) / 3 }
      stages.append(
        PlanTests.stage(
          .scaler(
            Scaler(
              shift: Array(numbers[..<vector.width]), scale: Array(numbers[vector.width...]))),
          [("joined", type)], [("vector", type)]))
    }
    stages.append(PlanTests.stage(last, [("vector", type)], [("answer", .double)]))
    return PlanTests.stage(
      .pipeline(Pipeline(models: stages)), inputs, [("answer", .double), ("vector", type)])
  }

  private static func joining(
    _ features: [String], _ types: [String: FeatureType], to name: String,
    widths: [String: Int] = [:]
  ) -> Model {
    let inputs = features.map { ($0, types[$0] ?? .double) }
    let columns = features.map {
      FeatureVectorizer.InputColumn(name: $0, dimensions: UInt64(widths[$0] ?? width($0)))
    }
    return PlanTests.stage(
      .featureVectorizer(FeatureVectorizer(inputs: columns)), inputs,
      [(name, PlanTests.vector(Int64(columns.reduce(0) { $0 + $1.dimensions })))])
  }

  /// Rows with every category, an unknown one, zeros of both signs and numbers that are none.
  private static func rows(_ count: Int) -> FeatureBatch {
    let x: [Double] = NetworkFixture.numbers(count, seed: 8).map { Double($0) * 14 }
    let special: [Double] = [.nan, .infinity, -0.0, 0]
    let y: [Double] = x.enumerated().map { row, x in
      row % 9 == 8 ? special[row / 9 % 4] : x / 3
    }
    return FeatureBatch(
      rowCount: count,
      columns: [
        FeatureColumn(
          .strings(
            StringColumn(
              codes: (0..<count).map { Int32($0 % 4) },
              dictionary: ["trail", "moon", "road", "track"]))),
        FeatureColumn(.int64s((0..<count).map { Int64($0 % 3) })),
        FeatureColumn(.int64s((0..<count).map { Int64($0 * 7 % 310) })),
        FeatureColumn(.doubles(x)),
        FeatureColumn(.doubles(y)),
      ])
  }

  private func numbers(_ column: FeatureColumn) -> [Double] {
    switch column.values {
    case .doubles(let values): values
    case .arrays(let arrays): arrays.elements.doubles
    default: []
    }
  }

  /// Equal, or both no number.
  private func isSame(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { $0.bitPattern == $1.bitPattern || ($0.isNaN && $1.isNaN) }
  }

  @Test(arguments: vectors, [1, 5, 255, 256, 257])
  func linearFunctions(_ vector: Vector, rows: Int) throws {
    let weights = NetworkFixture.numbers(vector.width, seed: 6).map { Double($0) / 7 }
    let model = Self.model(
      vector, .glmRegressor(GLMRegressor(weights: [weights], offset: [0.1])))
    let result = try Plan(model).predict(Self.rows(rows))
    #expect(result.problems.isEmpty)
    let elements = numbers(result.outputs.columns[1])
    let expected: [Double] = (0..<rows).map { row in
      var sum = 0.0
      for index in 0..<vector.width { sum += weights[index] * elements[row * vector.width + index] }
      return sum + 0.1
    }
    #expect(isSame(numbers(result.outputs.columns[0]), expected))
    // Also where nobody reads the vector.
    var alone = model
    alone.description.outputs.removeLast()
    let answers = try Plan(alone).predict(Self.rows(rows)).outputs.columns
    #expect(isSame(numbers(answers[0]), expected))
  }

  @Test(arguments: vectors, [1, 5, 255, 256, 257])
  func networks(_ vector: Vector, rows: Int) throws {
    let network = ModelKind.neuralNetwork(
      NeuralNetwork(
        layers: [
          NetworkFixture.dense("a", vector.width, 17, from: "vector", to: "sums", seed: 2),
          NetworkFixture.layer(.activation(.relu), from: ["sums"], to: "hidden"),
          NetworkFixture.dense("b", 17, 1, from: "hidden", to: "answer", seed: 3),
        ], arrayInputShapeMapping: .exact))
    let result = try Plan(Self.model(vector, network)).predict(Self.rows(rows))
    #expect(result.problems.isEmpty)
    let alone = PlanTests.stage(
      network, [("vector", PlanTests.vector(Int64(vector.width)))], [("answer", .double)])
    let answers = try Plan(alone).predict(
      FeatureBatch(rowCount: rows, columns: [result.outputs.columns[1]]))
    #expect(
      isSame(numbers(result.outputs.columns[0]), numbers(answers.outputs.columns[0])))
  }

  @Test func severalNumbersWithoutAVector() throws {
    let weights = NetworkFixture.numbers(2, seed: 6).map { Double($0) / 7 }
    let model = PlanTests.stage(
      .glmRegressor(GLMRegressor(weights: [weights], offset: [0.1])),
      [("x", .double), ("y", .double)], [("answer", .double)])
    let batch = Self.rows(300)
    let answers = try Plan(model).predict(
      FeatureBatch(rowCount: 300, columns: Array(batch.columns[3...]))
    ).outputs.columns
    let (x, y) = (numbers(batch.columns[3]), numbers(batch.columns[4]))
    let expected: [Double] = (0..<300).map { row in
      let sum: Double = weights[0] * x[row] + weights[1] * y[row]
      return sum + 0.1
    }
    #expect(isSame(numbers(answers[0]), expected))
  }

  @Test func vectorsOfVectorsMayBeDeep() throws {
    let levels = 20_000
    let stages = (0..<levels).map { level in
      Self.joining(
        ["v\(level)"], ["v\(level)": level == 0 ? .double : PlanTests.vector(1)],
        to: "v\(level + 1)")
    }
    let last = PlanTests.stage(
      .glmRegressor(GLMRegressor(weights: [[2]], offset: [1])),
      [("v\(levels)", PlanTests.vector(1))], [("answer", .double)])
    let model = PlanTests.stage(
      .pipeline(Pipeline(models: stages + [last])), [("v0", .double)], [("answer", .double)])
    let answers = try Plan(model).predict(
      FeatureBatch(rowCount: 2, columns: [PlanTests.doubles(3, 4)])
    ).outputs.columns
    #expect(numbers(answers[0]) == [7, 9])
  }

  @Test func severalDimensions() throws {
    let vector = Vector(features: ["course", "x"], isScaled: true)
    let numbers = NetworkFixture.numbers(8, seed: 6).map { Double($0) / 7 }
    var model = Self.model(
      vector,
      .glmRegressor(
        GLMRegressor(
          weights: [Array(numbers[..<4]), Array(numbers[4...])], offset: [1, 2],
          postEvaluationTransform: .logit)))
    guard case .pipeline(var pipeline) = model.kind else { return }
    let type = PlanTests.vector(2)
    pipeline.models[pipeline.models.count - 1].description.outputs[0].type = type
    model.kind = .pipeline(pipeline)
    model.description.outputs[0].type = type
    let result = try Plan(model).predict(Self.rows(257))
    let elements = self.numbers(result.outputs.columns[1])
    let expected: [Double] = (0..<257 * 2).map { place in
      let (row, dimension) = place.quotientAndRemainder(dividingBy: 2)
      var sum = 0.0
      for index in 0..<4 { sum += numbers[4 * dimension + index] * elements[4 * row + index] }
      return LinkFunction.logistic(sum + Double(dimension + 1))
    }
    #expect(isSame(self.numbers(result.outputs.columns[0]), expected))
  }

  @Test func rowsThatCannotBeAnsweredAreTold() throws {
    let rows = 600
    let vector = Vector(features: ["course", "x"], isScaled: true, handling: .error)
    let model = Self.model(
      vector, .glmRegressor(GLMRegressor(weights: [[1, 2, 3, 4]], offset: [0])))
    var batch = Self.rows(rows)
    var codes = (0..<rows).map { Int32($0 % 2 * 2) }
    (codes[255], codes[256], codes[257]) = (1, -1, 1)
    batch.columns[0] = FeatureColumn(
      .strings(StringColumn(codes: codes, dictionary: ["trail", "moon", "road", "track"])))
    batch.columns[1] = FeatureColumn(.int64s(Array(repeating: 1, count: rows)))
    var missing = Array(repeating: false, count: rows)
    (missing[0], missing[599]) = (true, true)
    batch.columns[3].missing = missing
    var plan = try Plan(model)
    for isAlone in [false, true] {
      if isAlone {
        var alone = model
        alone.description.outputs.removeLast()
        plan = try Plan(alone)
      }
      let result = try plan.predict(batch)
      #expect(
        result.problems == [
          RowProblem(row: 0, feature: "x", kind: .missingFeature),
          RowProblem(row: 255, feature: "course", kind: .unknownCategory("moon")),
          RowProblem(row: 256, feature: "course", kind: .missingFeature),
          RowProblem(row: 257, feature: "course", kind: .unknownCategory("moon")),
          RowProblem(row: 599, feature: "x", kind: .missingFeature),
        ])
      let answers = result.outputs.columns[0]
      #expect(
        answers.missing?.indices.filter { answers.missing?[$0] == true } == [0, 255, 256, 257, 599])
      #expect(
        numbers(answers).indices.filter { numbers(answers)[$0].isNaN } == [0, 255, 256, 257, 599])
    }
  }

  @Test(arguments: [1, 4, 257], [Float(0.1), -0.0, .infinity])
  func zerosOfARectifierAreLeftOut(rows: Int, special: Float) throws {
    // The second layer is wide enough to skip zeros; what would differ then keeps it from that.
    let weights = NetworkFixture.numbers(17 * 64, seed: 4)
    var bias = NetworkFixture.numbers(64, seed: 5)
    bias[3] = special
    let layers = [
      NetworkFixture.dense("a", 3, 17, from: "x", to: "sums", seed: 2),
      NetworkFixture.layer(.activation(.relu), from: ["sums"], to: "hidden"),
      NeuralNetworkLayer(
        name: "b", inputs: ["hidden"], outputs: ["wide"],
        kind: .innerProduct(
          InnerProduct(
            inputChannels: 17, outputChannels: 64, weights: WeightParameters(weights),
            bias: WeightParameters(bias)))),
      NetworkFixture.layer(.activation(.relu), from: ["wide"], to: "y"),
    ]
    var model = NetworkFixture.model(layers, inputs: 3, outputs: 64)
    model.description.outputs.append(NetworkFixture.array("hidden", [17]))
    let x = NetworkFixture.rows(rows, inputs: 3, outputs: 64).columns[0]
    let columns = try Plan(model).predict(FeatureBatch(rowCount: rows, columns: [x])).outputs
      .columns
    let hidden = numbers(columns[1]).map { Float($0) }
    #expect(hidden.contains(0))
    let expected = (0..<rows * 64).map { place in
      let (row, output) = place.quotientAndRemainder(dividingBy: 64)
      var sum = bias[output]
      for input in 0..<17 { sum += weights[output * 17 + input] * hidden[row * 17 + input] }
      return Double(sum < 0 ? 0 : sum)
    }
    #expect(numbers(columns[0]).map(\.bitPattern) == expected.map(\.bitPattern))
  }

  @Test func sumsThatSomebodyReadsStay() throws {
    var model = NetworkFixture.model(
      [
        NetworkFixture.dense("a", 3, 5, from: "x", to: "sums"),
        NetworkFixture.layer(.activation(.relu), from: ["sums"], to: "y"),
      ], inputs: 3, outputs: 5)
    model.description.outputs.append(NetworkFixture.array("sums", [5]))
    let x = NetworkFixture.rows(20, inputs: 3, outputs: 5).columns[0]
    let both = try Plan(model).predict(FeatureBatch(rowCount: 20, columns: [x])).outputs.columns
    let sums = numbers(both[1])
    #expect(sums.contains { $0 < 0 })
    #expect(numbers(both[0]) == sums.map { $0 < 0 ? 0 : $0 })
    model.description.outputs.removeLast()
    let alone = try Plan(model).predict(FeatureBatch(rowCount: 20, columns: [x])).outputs.columns
    #expect(numbers(alone[0]) == numbers(both[0]))
  }
}
