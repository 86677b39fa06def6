import ModelSpec
import Testing

@Suite struct ClassLabelsTests {
  private func stage(_ kind: ModelKind) -> Model {
    Model(
      specificationVersion: 1,
      description: ModelDescription(
        inputs: [FeatureDescription(name: "x", type: .double)],
        outputs: [FeatureDescription(name: "label", type: .string)], predictedFeatureName: "label"),
      kind: kind)
  }

  @Test(
    arguments: [
      (
        ModelKind.glmClassifier(
          GLMClassifier(weights: [[1]], offset: [0], labels: .strings(["a", "b"]))),
        ClassLabels.strings(["a", "b"])
      ),
      (ModelKind.scaler(Scaler(shift: [], scale: [])), nil),
    ] as [(ModelKind, ClassLabels?)])
  func areFoundInPipelinesThirtyDeep(kind: ModelKind, labels: ClassLabels?) {
    var model = stage(kind)
    for _ in 0..<30 { model = stage(.pipelineClassifier(Pipeline(models: [model]))) }
    #expect(model.classLabels == labels)
  }

  @Test func areThoseOfTheStageThatMakesThePredictedFeature() {
    func classifier(_ output: String, _ label: String) -> Model {
      var model = stage(
        .glmClassifier(GLMClassifier(weights: [], offset: [], labels: .strings([label]))))
      model.description.outputs[0].name = output
      return model
    }
    let stages = [classifier("label", "own"), classifier("other", "last")]
    #expect(stage(.pipelineClassifier(Pipeline(models: stages))).classLabels == .strings(["own"]))
    let others = [classifier("one", "first"), classifier("other", "last")]
    #expect(stage(.pipelineClassifier(Pipeline(models: others))).classLabels == .strings(["last"]))
  }
}
