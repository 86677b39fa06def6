import ModelSpec

extension Model {
  /// The update parameters of the network that is fine-tuned: the model's own or its last stage's.
  ///
  /// With another optimizer than the model's, that one's take the place of its own.
  func updateParameters(optimizer name: OptimizerName? = nil) -> UpdateParameters? {
    switch kind {
    case .neuralNetwork, .neuralNetworkRegressor, .neuralNetworkClassifier:
      var parameters = kind.network?.updateParameters
      if let name, let other = parameters?.optimizer.replaced(by: name) {
        parameters?.optimizer = other
      }
      return parameters
    case .pipeline(let pipeline), .pipelineRegressor(let pipeline),
      .pipelineClassifier(let pipeline):
      return pipeline.models.last?.updateParameters(optimizer: name)
    default: return nil
    }
  }

  /// The same model with another optimizer for its fine-tuning.
  func optimized(by optimizer: Optimizer) -> Model {
    var model = self
    switch kind {
    case .neuralNetwork(var network):
      network.updateParameters?.optimizer = optimizer
      model.kind = .neuralNetwork(network)
    case .neuralNetworkRegressor(var network):
      network.updateParameters?.optimizer = optimizer
      model.kind = .neuralNetworkRegressor(network)
    case .neuralNetworkClassifier(var classifier):
      classifier.network.updateParameters?.optimizer = optimizer
      model.kind = .neuralNetworkClassifier(classifier)
    case .pipeline(let pipeline): model.kind = .pipeline(pipeline.optimized(by: optimizer))
    case .pipelineRegressor(let pipeline):
      model.kind = .pipelineRegressor(pipeline.optimized(by: optimizer))
    case .pipelineClassifier(let pipeline):
      model.kind = .pipelineClassifier(pipeline.optimized(by: optimizer))
    default: break
    }
    return model
  }
}

extension Pipeline {
  fileprivate func optimized(by optimizer: Optimizer) -> Pipeline {
    var pipeline = self
    if let last = models.last { pipeline.models[models.count - 1] = last.optimized(by: optimizer) }
    return pipeline
  }
}

extension Optimizer {
  /// The optimizer of that name, with this one's learning rate and batch size and the usual other
  /// numbers; nil if it is the same already.
  func replaced(by name: OptimizerName) -> Optimizer? {
    switch (self, name) {
    case (.sgd, .sgd), (.adam, .adam): nil
    case (.adam(let learningRate, let miniBatchSize, _, _, _), .sgd):
      .sgd(
        learningRate: learningRate, miniBatchSize: miniBatchSize,
        momentum: DoubleParameter(0, range: 0...1))
    case (.sgd(let learningRate, let miniBatchSize, _), .adam):
      .adam(
        learningRate: learningRate, miniBatchSize: miniBatchSize,
        beta1: DoubleParameter(0.9, range: 0...1), beta2: DoubleParameter(0.999, range: 0...1),
        eps: DoubleParameter(1e-8, range: 0...1))
    }
  }
}
