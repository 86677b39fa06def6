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
  let target: TrainingTarget
  /// The stages before the network as a model of their own; its outputs are the network's inputs.
  let prefix: Model
  /// The features of a training row.
  let trainingInputs: [FeatureDescription]

  /// Finds the network: the model itself, or the last stage of its pipelines.
  init(_ model: Model) throws(ModelError) {
    let (stage, innermost) = model.trained
    guard let network = innermost.kind.network else {
      throw ModelError(
        .unsupportedUpdate, at: "", "training needs a neural network as the model or its last stage"
      )
    }
    guard let updateParameters = network.updateParameters, let loss = updateParameters.losses.first
    else {
      throw ModelError(
        .unsupportedUpdate, at: "",
        "the model does not say how it is trained: it has no loss layer",
        hint: "only a model that is marked updatable can be fine-tuned")
    }
    self.stage = stage
    self.network = network
    self.updateParameters = updateParameters
    self.loss = loss
    target = try TrainingTarget(model, loss: loss)
    description = innermost.description
    trainingInputs = model.description.trainingInputs
    prefix = model.prefix
  }
}

extension Model {
  /// The stages before the one that is trained as a model of their own; its outputs are that one's
  /// inputs.
  var prefix: Model {
    Model(
      specificationVersion: specificationVersion,
      description: ModelDescription(
        inputs: description.inputs, outputs: trained.model.description.inputs),
      kind: .pipeline(Pipeline(models: stagesBeforeTrained)))
  }

  /// The stages, of nested pipelines too, that run before the last one.
  fileprivate var stagesBeforeTrained: [Model] {
    guard let models = kind.pipeline?.models, let last = models.last else { return [] }
    return models.dropLast() + last.stagesBeforeTrained
  }
}
