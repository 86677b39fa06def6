import ModelSpec
import Testing

@testable import TabularML

/// A linear regressor and the network that is trained in its place predict the same.
@Suite struct LinearNetworkTests {
  static let names = [
    "glm-regressor-linear", "glm-regressor-logit", "glm-regressor-mixed-inputs",
    "glm-regressor-probit", "glm-regressor-scalars", "pipeline-sklearn-scaler-linear",
  ]

  @Test(arguments: names, [false, true])
  func predictsTheSame(_ name: String, isNormalized: Bool) throws {
    let modelCase = ModelCase(name: name, folder: ModelCase.folder(name))
    let model = try modelCase.model()
    let linear = try #require(LinearNetwork(model))
    let plan = try Plan(model)
    let inputs = try FeatureBatch(rows: modelCase.rows("inputs.jsonl"), plan.inputs)
    let target = FeatureColumn(.doubles([Double](repeating: 1, count: inputs.rowCount)))
    let rows = FeatureBatch(rowCount: inputs.rowCount, columns: inputs.columns + [target])
    let network = try ModelDocument(linear.model(for: isNormalized ? rows : nil)).model
    #expect(network.isUpdatable)
    let expected = try plan.predict(inputs).outputs.columns[0].doubles
    let found = try Plan(network).predict(inputs).outputs.columns[0].doubles
    #expect(found.count == expected.count && !expected.isEmpty)
    let size = expected.map { abs($0) }.max() ?? 0
    for (found, expected) in zip(found, expected) {
      #expect(abs(found - expected) < 1e-5 * max(size, 1))
    }

    var trainer = try NetworkTrainer(network, rows: rows)
    let before = trainer.loss()
    while try trainer.next() != nil {}
    #expect(trainer.loss() < before)
  }

  /// The numbers are numpy's, with the links themselves: scripts/reference/linear_networks.py.
  @Test(arguments: ["glm-regressor-logit", "glm-regressor-probit"])
  func trainsAsTheReference(_ name: String) throws {
    let modelCase = ModelCase(name: name, folder: ModelCase.folder(name))
    let linear = try #require(LinearNetwork(modelCase.model()))
    let inputs = try FeatureBatch(
      rows: modelCase.rows("inputs.jsonl"), modelCase.model().description.inputs)
    let reference = ModelCase(name: name, folder: ModelCase.folder("../linear-networks"))
    let expected = try reference.json("\(name).json")
    let targets = try #require(expected["targets"] as? [Double])
    let rows = FeatureBatch(
      rowCount: targets.count, columns: inputs.columns + [FeatureColumn(.doubles(targets))])
    let network = try ModelDocument(linear.model(for: rows))
    var overrides = TrainingOverrides(expected)
    overrides.shuffle = false
    var trainer = try NetworkTrainer(network.model, rows: rows, overrides: overrides)
    var losses: [Double] = []
    while let event = try trainer.next() {
      if case .epochEnd(_, let loss) = event { losses.append(loss) }
    }
    let close = Tolerance(absolute: 1e-5, relative: 1e-4)
    #expect(close.allows(losses, for: try #require(expected["lossPerEpoch"] as? [Double])))
    let trained = try network.replacingWeights(trainer.weights).model
    let found = try Plan(trained).predict(inputs).outputs.columns[0].doubles
    #expect(close.allows(found, for: try #require(expected["predictions"] as? [Double])))
  }

  /// Far away from 0 it is 0 or 1, never less or more than a rounding.
  @Test func theNormalDistributionGrowsFromZeroToOne() throws {
    let regressor = Model(
      specificationVersion: 1,
      description: ModelDescription(
        inputs: [NetworkFixture.array("x", [2])], outputs: [NetworkFixture.array("y", [2])],
        predictedFeatureName: "y"),
      kind: .glmRegressor(
        GLMRegressor(
          weights: [[1, 0], [0, -1]], offset: [0, 0], postEvaluationTransform: .probit)))
    let network = try ModelDocument(#require(LinearNetwork(regressor)).model()).model
    let scores = stride(from: -40, through: 40, by: 0.125).map { Float($0) }
    let inputs = FeatureBatch(
      rowCount: scores.count,
      columns: [
        FeatureColumn(
          .arrays(ArrayColumn(shape: [2], elements: .floats(scores.flatMap { [$0, $0] }))))
      ])
    let found = try Plan(network).predict(inputs).outputs.columns[0].doubles
    for (row, score) in scores.enumerated() {
      let expected = LinkFunction.normalDistribution(Double(score))
      #expect(abs(found[2 * row] - expected) < 5e-7, "\(score)")
      #expect(abs(found[2 * row + 1] - (1 - expected)) < 5e-7, "\(score)")
      #expect(found[2 * row] >= 0 && found[2 * row] <= 1 + 5e-7)
    }
  }

  @Test func otherModelsAreNone() throws {
    for name in ["nn-linear", "glm-classifier-binary-int"] {
      let modelCase = ModelCase(name: name, folder: ModelCase.folder(name))
      #expect(LinearNetwork(try modelCase.model()) == nil, "\(name)")
    }
  }

  @Test func severalOutputsAreOneWideLayer() throws {
    let model = Model(
      specificationVersion: 1,
      description: ModelDescription(
        inputs: [NetworkFixture.array("x", [3])], outputs: [NetworkFixture.array("y", [2])],
        predictedFeatureName: "y"),
      kind: .glmRegressor(
        GLMRegressor(
          weights: [[1, -2, 0.5], [0.25, 3, -1]], offset: [10, -20],
          postEvaluationTransform: .none)))
    let linear = try #require(LinearNetwork(model))
    let rows = NetworkFixture.rows(40, inputs: 3, outputs: 2)
    let network = try ModelDocument(linear.model(for: rows)).model
    let inputs = FeatureBatch(rowCount: 40, columns: [rows.columns[0]])
    let expected = try Plan(model).predict(inputs).outputs.columns[0].doubles
    let found = try Plan(network).predict(inputs).outputs.columns[0].doubles
    #expect(expected.count == 80 && found.count == 80)
    for (found, expected) in zip(found, expected) { #expect(abs(found - expected) < 1e-4) }

    var trainer = try NetworkTrainer(network, rows: rows)
    let before = trainer.loss()
    while try trainer.next() != nil {}
    #expect(trainer.loss() < before / 100)
    #expect(trainer.weights.map(\.weights.count) == [6])
  }

  @Test func theReasonForARefusalIsToldByName() throws {
    func model(outputs: Int) -> Model {
      Model(
        specificationVersion: 1,
        description: ModelDescription(
          inputs: [NetworkFixture.array("x", [1])],
          outputs: [NetworkFixture.array("y", [Int64(outputs)])], predictedFeatureName: "y"),
        kind: .glmRegressor(
          GLMRegressor(
            weights: Array(repeating: [1], count: outputs),
            offset: Array(repeating: 0, count: outputs), postEvaluationTransform: .probit)))
    }
    #expect(LinearNetwork(model(outputs: 65)) == nil && LinearNetwork(model(outputs: 64)) != nil)
    #expect(LinearNetwork.refusal(of: model(outputs: 65))?.contains("probit") == true)
    #expect(LinearNetwork.refusal(of: NetworkFixture.twoLayers()) == nil)
  }
}
