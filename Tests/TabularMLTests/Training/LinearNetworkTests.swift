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
}
