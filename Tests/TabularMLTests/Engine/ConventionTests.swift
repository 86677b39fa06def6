import ModelSpec
import Tables
import Testing

@testable import TabularML

/// What the format leaves open: the reading that is taken, and that the others can be chosen.
@Suite struct ConventionTests {
  private func answer(
    _ model: Model, _ column: FeatureColumn, _ change: (inout Conventions) -> Void = { _ in }
  ) throws -> PredictionResult {
    var conventions = Conventions.standard
    change(&conventions)
    return try Plan(model, conventions: conventions).predict(
      FeatureBatch(rowCount: 1, columns: [column]))
  }

  private func array(_ values: Double...) -> FeatureColumn {
    FeatureColumn(.arrays(ArrayColumn(shape: [values.count], elements: .doubles(values))))
  }

  private static func neighbors(
    _ samples: [Float], _ labels: [String], k: Int64,
    _ weighting: KNearestNeighborsClassifier
      .Weighting
  ) -> Model {
    var model = PlanTests.stage(
      .kNearestNeighborsClassifier(
        KNearestNeighborsClassifier(
          dimensions: 1, samples: samples, numberOfNeighbors: Int64Parameter(k),
          labels: .strings(labels), weighting: weighting)),
      [("x", PlanTests.vector(1))], [("label", .string), ("shares", .dictionary(.string))])
    model.description.predictedProbabilitiesName = "shares"
    return model
  }

  private func label(_ result: PredictionResult) -> String? {
    guard case .strings(let column) = result.outputs.columns[0].values else { return nil }
    return column.dictionary[Int(column.codes[0])]
  }

  private func shares(_ result: PredictionResult) -> [Double] {
    guard case .probabilities(let column) = result.outputs.columns[1].values else { return [] }
    return column.values
  }

  @Test func neighboursAtZeroAloneVote() throws {
    let model = Self.neighbors([0, 0, 0.25], ["a", "b", "b"], k: 3, .inverseDistance)
    #expect(shares(try answer(model, array(0))) == [0.5, 0.5])
    #expect(label(try answer(model, array(0))) == "a")
  }

  @Test(arguments: [KNearestNeighborsClassifier.Weighting.uniform, .inverseDistance])
  func samplesAtNoFiniteDistanceDoNotVote(
    _ weighting: KNearestNeighborsClassifier.Weighting
  ) throws {
    let model = Self.neighbors([.nan, 2, .nan, .infinity], ["a", "b", "a", "a"], k: 4, weighting)
    #expect(shares(try answer(model, array(0))) == [0, 1])
    #expect(label(try answer(model, array(0))) == "b")
  }

  @Test func ofEquallyNearSamplesTheFirstCount() throws {
    let model = Self.neighbors([1, -1, 1], ["a", "b", "a"], k: 2, .uniform)
    #expect(shares(try answer(model, array(0))) == [0.5, 0.5])
    #expect(label(try answer(model, array(0))) == "a")
  }

  @Test func inverseDistanceIsOfTheDistanceOrOfItsSquare() throws {
    let model = Self.neighbors([1, -2, -2], ["a", "b", "b"], k: 3, .inverseDistance)
    #expect(shares(try answer(model, array(0))) == [0.5, 0.5])
    let squared = shares(try answer(model, array(0)) { $0.neighborWeight = .inverseSquare })
    #expect(squared == [1 / 1.5, 0.5 / 1.5])
  }

  @Test func theLargestNormIsOfMagnitudesOrNot() throws {
    let model = PlanTests.stage(
      .normalizer(Normalizer(norm: .max)), [("x", PlanTests.vector(2))],
      [("y", PlanTests.vector(2))])
    let row = array(-4, 2)
    for (reading, expected) in [(LargestNorm.magnitude, [-1, 0.5]), (.number, [-2, 1.0])] {
      let result = try answer(model, row) { $0.largestNorm = reading }
      guard case .arrays(let arrays) = result.outputs.columns[0].values else { return }
      #expect(arrays.elements.doubles == expected)
    }
  }

  @Test func anImputerOfAnotherNumberLeavesNaNOrNot() throws {
    let model = PlanTests.stage(
      .imputer(Imputer(imputedValue: .double(5), replaceValue: .double(-1))), [("x", .double)],
      [("y", .double)])
    let column = FeatureColumn(.doubles([.nan]))
    #expect(try answer(model, column).outputs.columns[0].double?.isNaN == true)
    let replaced = try answer(model, column) { $0.imputedNaN = .replaced }
    #expect(replaced.outputs.columns[0].double == 5)
  }

  @Test func unknownKeysAreIgnoredOrAnError() throws {
    let model = PlanTests.stage(
      .dictVectorizer(DictVectorizer(keys: .strings(["a"]))), [("x", .dictionary(.string))],
      [("y", .dictionary(.int64))])
    let column = FeatureColumn(.stringDictionaries([["a": 2, "b": 3]]))
    #expect(try answer(model, column).problems == [])
    let refused = try answer(model, column) { $0.unknownKeys = .error }
    #expect(
      refused.problems == [RowProblem(row: 0, feature: "x", kind: .unknownCategory("b"))])
  }

  @Test func absentKeysAreAddedOrNot() throws {
    let imputer = Imputer(imputedValue: .stringDictionary(["a": 1, "b": 2]))
    let model = PlanTests.stage(
      .imputer(imputer), [("x", .dictionary(.string))], [("y", .dictionary(.string))])
    let column = FeatureColumn(.stringDictionaries([["a": .nan]]))
    for (reading, expected) in [(AbsentKeys.added, ["a": 1, "b": 2]), (.absent, ["a": 1.0])] {
      let result = try answer(model, column) { $0.absentKeys = reading }
      guard case .stringDictionaries(let rows) = result.outputs.columns[0].values else { return }
      #expect(rows == [expected])
    }
  }

  @Test func aHalfVoteIsOfTheSecondClassOrTheFirst() throws {
    var trees = TreeEnsemble()
    (trees.predictionDimensions, trees.basePredictionValue) = (1, [0.5])
    let model = PlanTests.stage(
      .treeEnsembleClassifier(
        TreeEnsembleClassifier(ensemble: trees, labels: .strings(["a", "b"]))), [("x", .double)],
      [("label", .string)])
    #expect(label(try answer(model, PlanTests.doubles(0))) == "b")
    #expect(label(try answer(model, PlanTests.doubles(0)) { $0.halfVote = .first }) == "a")
  }

  @Test func everyReadingCanBeChosenByName() throws {
    #expect(Set(Conventions.openPoints.map(\.name)).count == Conventions.openPoints.count)
    for point in Conventions.openPoints {
      let standard = try #require(point.readings.first)
      #expect(try Conventions([point.name: standard.name]) == .standard)
      for reading in point.readings.dropFirst() {
        #expect(try Conventions([point.name: reading.name]) != .standard)
      }
    }
  }

  @Test(arguments: [
    ("tree-input", "double", "'tree-input' is no open point; choose 'neighbor-weight'"),
    (
      "tree-inputs", "Double",
      "'tree-inputs' can be read as 'double' or 'float32', not as 'Double'"
    ),
  ])
  func namesThatThereAreNotAreRefused(name: String, reading: String, text: String) throws {
    let error = try #require(throws: UnknownReading.self) { try Conventions([name: reading]) }
    #expect(error.message.hasPrefix(text))
  }
}
