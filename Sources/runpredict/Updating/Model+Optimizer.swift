import ModelSpec

extension Model {
  /// The update parameters of the network that is fine-tuned; with the optimizer of that name, if
  /// one is given, in place of the model's own.
  func updateParameters(optimizer name: OptimizerName? = nil) -> UpdateParameters? {
    var parameters = trainedNetwork?.updateParameters
    if let name, let other = parameters?.optimizer.replaced(by: name) {
      parameters?.optimizer = other
    }
    return parameters
  }

  /// The same model with another optimizer for its fine-tuning.
  func optimized(by optimizer: Optimizer) -> Model {
    var model = self
    model.changeTrainedNetwork { $0.updateParameters?.optimizer = optimizer }
    return model
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
