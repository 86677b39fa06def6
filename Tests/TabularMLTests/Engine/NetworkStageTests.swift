import ModelSpec
import Testing

@testable import TabularML

/// How features become blobs of a network, and blobs become features.
@Suite struct NetworkStageTests {
  private func model(
    input: ArrayFeatureType, output: FeatureType, isOptional: Bool = false,
    mapping: NeuralNetwork.ArrayShapeMapping = .exact
  ) -> Model {
    Model(
      specificationVersion: 5,
      description: ModelDescription(
        inputs: [
          FeatureDescription(name: "x", type: .multiArray(input), isOptional: isOptional),
          FeatureDescription(name: "one", type: .double),
        ], outputs: [FeatureDescription(name: "y", type: output)]),
      kind: .neuralNetwork(
        NeuralNetwork(
          layers: [
            NetworkFixture.layer(.add(alpha: 0), from: ["x", "one"], to: "y")
          ], arrayInputShapeMapping: mapping)))
  }

  private func column(_ values: [Double], missing: [Bool]? = nil) -> FeatureColumn {
    FeatureColumn(
      .arrays(ArrayColumn(shape: [2], elements: .doubles(values))), missing: missing)
  }

  private func answer(_ model: Model, _ x: FeatureColumn, _ one: [Double]) throws
    -> PredictionResult
  {
    try Plan(model).predict(
      FeatureBatch(rowCount: one.count, columns: [x, FeatureColumn(.doubles(one))]))
  }

  @Test(arguments: [
    (ArrayFeatureType.DefaultValue.double(2.5), 2.5), (.float(-1), -1), (.int32(7), 7),
  ])
  func absentOptionalInputsAreFilled(_ value: ArrayFeatureType.DefaultValue, _ filled: Double)
    throws
  {
    let input = ArrayFeatureType(shape: [2], dataType: .double, defaultValue: value)
    let output = FeatureType.multiArray(ArrayFeatureType(shape: [2], dataType: .double))
    let result = try answer(
      model(input: input, output: output, isOptional: true),
      column([1, 2, .nan, .nan], missing: [false, true]), [10, 10])
    #expect(result.problems == [])
    guard case .arrays(let arrays) = result.outputs.columns[0].values else {
      Issue.record("no arrays")
      return
    }
    #expect(arrays.elements.doubles == [11, 12, 10 + filled, 10 + filled])
  }

  @Test func wholeNumberOutputsAreRoundedAndChecked() throws {
    let input = ArrayFeatureType(shape: [2], dataType: .double)
    let output = FeatureType.multiArray(ArrayFeatureType(shape: [2], dataType: .int32))
    let result = try answer(
      model(input: input, output: output), column([0.6, 2, 3e9, 1, .nan, 0]), [1, 0, 0])
    #expect(result.problems.map(\.row) == [1, 2])
    #expect(result.problems.map(\.word) == ["lossy-integer", "lossy-integer"])
    guard case .arrays(let arrays) = result.outputs.columns[0].values,
      case .int32s(let values) = arrays.elements
    else {
      Issue.record("no integers")
      return
    }
    #expect(values.prefix(2) == [2, 3])
  }

  @Test func outputsTakeTheDeclaredShape() throws {
    let input = ArrayFeatureType(shape: [2], dataType: .double)
    let shapes: [([Int64], NeuralNetwork.ArrayShapeMapping, [Int])] = [
      ([1, 2], .exact, [1, 2]), ([2], .exact, [2]), ([], .exact, [2]), ([2, 1], .rank5, [2, 1]),
      ([], .rank5, [2]), ([3], .rank5, [2]),
    ]
    for (declared, mapping, expected) in shapes {
      let output = FeatureType.multiArray(ArrayFeatureType(shape: declared, dataType: .float32))
      let result = try answer(
        model(input: input, output: output, mapping: mapping), column([1, 2]), [0])
      guard case .arrays(let arrays) = result.outputs.columns[0].values else {
        Issue.record("no arrays")
        return
      }
      #expect(arrays.shape == expected)
      #expect(arrays.elements.doubles == [1, 2])
    }
  }

  @Test func outputsThatDoNotFitAreRefused() {
    let input = ArrayFeatureType(shape: [2], dataType: .double)
    for type in [FeatureType.double, .string] {
      #expect(throws: ModelError.self) { try Plan(model(input: input, output: type)) }
    }
  }
}
