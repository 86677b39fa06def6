import Foundation
import ModelSpec
import Tables
import Testing

@testable import TabularML

/// Arrays of other shapes than the default one.
@Suite struct FlexibleShapeTests {
  private static let enumerated = ArrayFeatureType.Flexibility.enumerated([[2], [3], [4]])
  private static let ranged = ArrayFeatureType.Flexibility.ranges([
    SizeRange(lowerBound: 1, upperBound: 4)
  ])

  private static func model(
    _ flexibility: ArrayFeatureType.Flexibility, shape: [Int64] = [2],
    layers: [NeuralNetworkLayer] = [NetworkFixture.layer(.add(alpha: 1), from: ["x"], to: "y")],
    mapping: NeuralNetwork.ArrayShapeMapping = .exact
  ) -> Model {
    let input = ArrayFeatureType(shape: shape, dataType: .double, flexibility: flexibility)
    return Model(
      specificationVersion: 5,
      description: ModelDescription(
        inputs: [FeatureDescription(name: "x", type: .multiArray(input))],
        outputs: [
          FeatureDescription(
            name: "y", type: .multiArray(ArrayFeatureType(shape: [], dataType: .double)))
        ]),
      kind: .neuralNetwork(NeuralNetwork(layers: layers, arrayInputShapeMapping: mapping)))
  }

  private static func batch(_ shape: [Int], rows: Int = 1) -> FeatureBatch {
    let count = rows * (elementCount(shape) ?? 0)
    return FeatureBatch(
      rowCount: rows,
      columns: [
        FeatureColumn(
          .arrays(ArrayColumn(shape: shape, elements: .doubles((0..<count).map(Double.init)))))
      ])
  }

  private static func array(_ result: PredictionResult) -> ArrayColumn? {
    if case .arrays(let arrays) = result.outputs.columns[0].values { arrays } else { nil }
  }

  @Test("An allowed shape is answered with its own shape", arguments: [[2], [3], [4], [3]])
  func allowedShapes(shape: [Int]) throws {
    for flexibility in [Self.enumerated, Self.ranged] {
      let result = try Plan(Self.model(flexibility)).predict(Self.batch(shape, rows: 300))
      #expect(result.problems.isEmpty)
      let answer = try #require(Self.array(result))
      #expect(answer.shape == shape)
      #expect(answer.elements.doubles == (0..<300 * shape[0]).map { Double($0 + 1) })
    }
  }

  @Test("One plan answers many shapes, more than it keeps, from many threads")
  func manyShapes() async throws {
    let ranges = ArrayFeatureType.Flexibility.ranges([SizeRange(lowerBound: 1)])
    let plan = try Plan(Self.model(ranges))
    await withTaskGroup(of: Bool.self) { group in
      for size in Array(1...40) + Array(1...40) {
        group.addTask {
          guard let result = try? plan.predict(Self.batch([size], rows: 3)) else { return false }
          return Self.array(result)?.shape == [size] && result.problems.isEmpty
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("Of a small model 256 shapes are kept, those that were used last")
  func leastRecentlyUsed() throws {
    let ranges = ArrayFeatureType.Flexibility.ranges([SizeRange(lowerBound: 1)])
    let plan = try #require(FlexiblePlan(Self.model(ranges), .standard))
    let made = try (1...256).map { try plan.steps(for: [[$0]]).get() }
    let again = try (1...256).map { try plan.steps(for: [[$0]]).get() }
    #expect(zip(made, again).allSatisfy { $0 === $1 })
    #expect(try plan.steps(for: [[1]]).get() === made[0])
    _ = try plan.steps(for: [[257]]).get()
    #expect(try plan.steps(for: [[1]]).get() === made[0])
    #expect(try plan.steps(for: [[2]]).get() !== made[1])
  }

  @Test("A shape that is not allowed is told of with those that are")
  func shapesThatAreNotAllowed() throws {
    let expected: [(ArrayFeatureType.Flexibility, String)] = [
      (.none, "should have the shape [2], found [5]"),
      (Self.enumerated, "should have one of the shapes [2], [3], [4], found [5]"),
      (Self.ranged, "should have a shape within [1 to 4], found [5]"),
    ]
    for (flexibility, words) in expected {
      let result = try Plan(Self.model(flexibility)).predict(Self.batch([5], rows: 2))
      #expect(result.problems.map(\.row) == [0, 1])
      for problem in result.problems {
        #expect(problem.word == "wrong-shape")
        #expect(problem.message == "the feature 'x' \(words)")
      }
    }
  }

  @Test("A shape with which a layer cannot compute is the row's problem, not the model's")
  func shapesThatALayerRefuses() throws {
    let weights = InnerProduct(
      inputChannels: 2, outputChannels: 1, weights: WeightParameters([1, 2]), bias: nil)
    let model = Self.model(
      Self.ranged, layers: [NetworkFixture.layer(.innerProduct(weights), from: ["x"], to: "y")])
    let plan = try Plan(model)
    #expect(try plan.predict(Self.batch([2])).problems.isEmpty)
    for _ in 0..<2 {
      let problem = try #require(try plan.predict(Self.batch([3])).problems.first)
      #expect(problem.word == "wrong-shape")
      #expect(problem.message.contains("takes 2 channels, its input is [3]"))
    }
  }

  @Test(
    "A rank-5 network takes sequences of what is declared",
    arguments: [
      ([2], [3, 2], [3, 1, 2, 1, 1]), ([2], [3, 4, 2, 1, 1], [3, 4, 2, 1, 1]),
      ([2, 1, 3], [5, 2, 1, 3], [5, 1, 2, 1, 3]), ([2, 1, 3], [1, 1, 2, 1, 3], [2, 1, 3]),
    ] as [([Int64], [Int], [Int])])
  func sequences(declared: [Int64], offered: [Int], answered: [Int]) throws {
    let model = Self.model(.none, shape: declared, mapping: .rank5)
    let result = try Plan(model).predict(Self.batch(offered))
    #expect(result.problems.isEmpty)
    #expect(Self.array(result)?.shape == answered)
    let refused = try Plan(model).predict(Self.batch([7] + offered.dropFirst() + [1, 1, 1]))
    #expect(refused.problems.map(\.word) == ["wrong-shape"])
  }

  @Test("Rows of one batch of providers may differ in shape")
  func providersOfDifferentShapes() throws {
    let model = try MLModel(document: ModelDocument(Self.model(Self.ranged)))
    let rows = try [[1.0, 2], [3], [4, 5], [6, 7, 8]].map {
      try MLDictionaryFeatureProvider(dictionary: ["x": try MLMultiArray($0)])
    }
    let answers = try model.predictions(fromBatch: MLArrayBatchProvider(array: rows))
    let shapes = (0..<answers.count).map {
      answers.features(at: $0).featureValue(for: "y")?.multiArrayValue?.shape.map(\.intValue)
    }
    #expect(shapes == [[2], [1], [2], [3]])
    let one = try model.prediction(from: rows[3])
    let values = one.featureValue(for: "y")?.multiArrayValue
    #expect((0..<3).map { values?[$0].doubleValue } == [7, 8, 9])
  }

  @Test(
    "The columns of a table decide the shape",
    arguments: [(3, ["x.0", "x.1", "x.2"]), (1, ["x.0"]), (5, nil), (0, ["x.0"])])
  func tableColumns(count: Int, requested: [String]?) throws {
    let type = FeatureType.multiArray(
      ArrayFeatureType(shape: [2], dataType: .double, flexibility: Self.ranged))
    let names = (0..<count).map { "x.\($0)" }
    let feature = FeatureDescription(name: "x", type: type)
    let binding = try? TableBinding([feature], columnNames: names)
    #expect(binding?.requests.map(\.name) == requested)
  }
}
