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

  /// The same kind of pipeline with other stages; other kinds stay as they are.
  package func replacing(_ pipeline: Pipeline) -> ModelKind {
    switch self {
    case .pipeline: .pipeline(pipeline)
    case .pipelineRegressor: .pipelineRegressor(pipeline)
    case .pipelineClassifier: .pipelineClassifier(pipeline)
    default: self
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

  /// The same kind with another network; kinds without one stay as they are.
  fileprivate func replacing(_ network: NeuralNetwork) -> ModelKind {
    switch self {
    case .neuralNetwork: return .neuralNetwork(network)
    case .neuralNetworkRegressor: return .neuralNetworkRegressor(network)
    case .neuralNetworkClassifier(var classifier):
      classifier.network = network
      return .neuralNetworkClassifier(classifier)
    default: return self
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

  /// Changes the part that training changes.
  package mutating func changeTrained<E>(_ change: (inout Model) throws(E) -> Void) throws(E) {
    guard var pipeline = kind.pipeline, let last = pipeline.models.indices.last else {
      return try change(&self)
    }
    try pipeline.models[last].changeTrained(change)
    kind = kind.replacing(pipeline)
  }

  /// Changes the network that training changes; nothing where there is none.
  package mutating func changeTrainedNetwork(_ change: (inout NeuralNetwork) -> Void) {
    changeTrained { model in
      guard var network = model.kind.network else { return }
      change(&network)
      model.kind = model.kind.replacing(network)
    }
  }
}
