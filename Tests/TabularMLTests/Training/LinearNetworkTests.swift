import ModelSpec
import Testing

@testable import TabularML

/// A linear regressor and the network that is trained in its place predict the same.
@Suite struct LinearNetworkTests {
  static let names = [
    "glm-regressor-linear", "glm-regressor-logit", "glm-regressor-mixed-inputs",
    "glm-regressor-scalars", "pipeline-sklearn-scaler-linear",
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

  @Test func otherModelsAreNone() throws {
    for name in ["glm-regressor-probit", "nn-linear", "glm-classifier-binary-int"] {
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
    let modelCase = ModelCase(
      name: "glm-regressor-probit", folder: ModelCase.folder("glm-regressor-probit"))
    #expect(LinearNetwork.refusal(of: try modelCase.model())?.contains("probit") == true)
    #expect(LinearNetwork.refusal(of: NetworkFixture.twoLayers()) == nil)
  }
}
