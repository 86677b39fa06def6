extension ModelKind {
  /// The stages, for those kinds that are a pipeline.
  package var pipeline: Pipeline? {
    switch self {
    case .pipeline(let pipeline), .pipelineRegressor(let pipeline),
      .pipelineClassifier(let pipeline):
      pipeline
    default: nil
    }
  }

  /// The network, for those kinds that are one.
  package var network: NeuralNetwork? {
    switch self {
    case .neuralNetwork(let network), .neuralNetworkRegressor(let network): network
    case .neuralNetworkClassifier(let classifier): classifier.network
    default: nil
    }
  }
}

/// The part of a model that training changes: only the last stage of a pipeline can be updatable.
extension Model {
  /// The model itself, or the last stage of its pipelines, and the indexes into the nested pipelines'
  /// models that lead there.
  package var trained: (stage: [Int], model: Model) {
    var stage: [Int] = []
    var model = self
    while let models = model.kind.pipeline?.models, let last = models.last {
      stage.append(models.count - 1)
      model = last
    }
    return (stage, model)
  }

  /// The network that training changes; nil when it would change a model of another kind.
  package var trainedNetwork: NeuralNetwork? { trained.model.kind.network }

  /// Changes the network that training changes; nothing where there is none.
  package mutating func changeTrainedNetwork(_ change: (inout NeuralNetwork) -> Void) {
    switch kind {
    case .neuralNetwork(var network):
      change(&network)
      kind = .neuralNetwork(network)
    case .neuralNetworkRegressor(var network):
      change(&network)
      kind = .neuralNetworkRegressor(network)
    case .neuralNetworkClassifier(var classifier):
      change(&classifier.network)
      kind = .neuralNetworkClassifier(classifier)
    case .pipeline(let pipeline): kind = .pipeline(pipeline.changingTrainedNetwork(change))
    case .pipelineRegressor(let pipeline):
      kind = .pipelineRegressor(pipeline.changingTrainedNetwork(change))
    case .pipelineClassifier(let pipeline):
      kind = .pipelineClassifier(pipeline.changingTrainedNetwork(change))
    default: break
    }
  }
}

extension Pipeline {
  fileprivate func changingTrainedNetwork(_ change: (inout NeuralNetwork) -> Void) -> Pipeline {
    var pipeline = self
    if !models.isEmpty { pipeline.models[models.count - 1].changeTrainedNetwork(change) }
    return pipeline
  }
}
