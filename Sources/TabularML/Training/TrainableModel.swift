import ModelSpec

/// The network of a model that is trained, and what comes before it.
struct TrainableModel: Sendable {
  /// Indexes into the nested pipelines' models that lead to the network.
  let stage: [Int]
  let network: NeuralNetwork
  /// The interface of the network itself.
  let description: ModelDescription
  let updateParameters: UpdateParameters
  let loss: LossLayer
  /// The stages before the network as a model of their own; its outputs are the network's inputs.
  let prefix: Model
  /// The features of a training row.
  let trainingInputs: [FeatureDescription]

  /// Finds the network: the model itself, or the last stage of its pipelines.
  init(_ model: Model) throws(ModelError) {
    let (stage, innermost) = model.trained
    guard let network = innermost.kind.network else {
      throw ModelError(
        .update, at: "", "training needs a neural network as the model or its last stage")
    }
    guard let updateParameters = network.updateParameters, let loss = updateParameters.losses.first
    else {
      throw ModelError(
        .update, at: "", "the model does not say how it is trained: it has no loss layer",
        hint: "only a model that is marked updatable can be fine-tuned")
    }
    guard loss.kind == .meanSquaredError else {
      throw ModelError(
        .unsupportedLayer, at: "", "training by cross-entropy ('\(loss.name)') is not supported")
    }
    self.stage = stage
    self.network = network
    self.updateParameters = updateParameters
    self.loss = loss
    description = innermost.description
    trainingInputs = model.description.trainingInputs
    prefix = Model(
      specificationVersion: model.specificationVersion,
      description: ModelDescription(
        inputs: model.description.inputs, outputs: innermost.description.inputs),
      kind: .pipeline(Pipeline(models: model.stagesBeforeTrained)))
  }
}

extension Model {
  /// The stages, of nested pipelines too, that run before the last one.
  fileprivate var stagesBeforeTrained: [Model] {
    guard let models = kind.pipeline?.models, let last = models.last else { return [] }
    return models.dropLast() + last.stagesBeforeTrained
  }
}
