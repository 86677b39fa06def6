import ModelSpec
import Tables
import Testing

@testable import TabularML

/// Classes and their probabilities on the way through a plan and out of it.
@Suite struct ClassifierTests {
  /// The probability of the class 7 is the logistic of x.
  static let classifier: Model = {
    var model = PlanTests.stage(
      .glmClassifier(
        GLMClassifier(weights: [[1]], offset: [0], labels: .int64s([3, 7]))), [("x", .double)],
      [("label", .int64), ("chances", .dictionary(.int64))])
    model.description.predictedProbabilitiesName = "chances"
    return model
  }()

  @Test func aLaterStageTakesTheProbabilities() throws {
    let pipeline = PlanTests.stage(
      .pipeline(
        Pipeline(models: [
          Self.classifier,
          PlanTests.stage(
            .dictVectorizer(DictVectorizer(keys: .int64s([7, 3]))),
            [("chances", .dictionary(.int64))], [("places", .dictionary(.int64))]),
        ])), [("x", .double)], [("places", .dictionary(.int64)), ("label", .int64)])
    let result = try Plan(pipeline).predict(
      FeatureBatch(rowCount: 2, columns: [PlanTests.doubles(0, 800)]))
    guard case .int64Dictionaries(let places) = result.outputs.columns[0].values,
      case .int64s(let labels) = result.outputs.columns[1].values
    else {
      Issue.record("other columns")
      return
    }
    #expect(places == [[0: 0.5, 1: 0.5], [0: 1, 1: 0]])
    // Of equal chances the first class wins.
    #expect(labels == [3, 7])
  }

  @Test func probabilitiesMayBeAnArray() throws {
    var model = Self.classifier
    model.description.outputs[1].type = PlanTests.vector(2, .float32)
    let result = try Plan(model).predict(
      FeatureBatch(rowCount: 1, columns: [PlanTests.doubles(0)]))
    guard case .arrays(let arrays) = result.outputs.columns[1].values else {
      Issue.record("no array")
      return
    }
    #expect(arrays.elements.doubles == [0.5, 0.5])
  }

  @Test func aRowWithAProblemHasNoProbabilities() throws {
    let result = try Plan(Self.classifier).predict(
      FeatureBatch(
        rowCount: 2, columns: [FeatureColumn(.doubles([.nan, 0]), missing: [true, false])]))
    #expect(result.problems.map(\.word) == ["missing-feature"])
    #expect(result.outputs.columns[1].missing == [true, false])
    guard case .probabilities(let column) = result.outputs.columns[1].values else { return }
    #expect(column.row(1) == [0.5, 0.5])
  }

  @Test func theDescriptionNamesTheClasses() throws {
    let labels = MLModelDescription(Self.classifier).classLabels
    #expect(labels as? [Int64] == [3, 7])
    #expect(
      MLModelDescription(Self.classifier).description.contains("classLabels: (\n    3,\n    7"))
    var pipeline = Self.classifier
    pipeline.kind = .pipelineClassifier(Pipeline(models: [Self.classifier]))
    #expect(MLModelDescription(pipeline).classLabels as? [Int64] == [3, 7])
    #expect(MLModelDescription(PlanTests.scaler("x", "y", shift: 0, .double)).classLabels == nil)
  }
}
