import Foundation

/// What the handlers of an update are told: the last event, what was measured, the parameters.
struct UpdateProgress {
  private(set) var event: MLUpdateProgressEvent = .trainingBegin
  private(set) var metrics: [MLMetricKey: Any] = [:]
  private(set) var parameters: [MLParameterKey: Any] = [:]

  mutating func begin(_ options: TrainingOptions) {
    parameters = UpdateProgress.parameters(options)
  }

  mutating func begin(numberOfNeighbors: Int) {
    parameters = [.numberOfNeighbors: numberOfNeighbors]
  }

  mutating func note(_ event: TrainingEvent, _ options: TrainingOptions) {
    parameters = UpdateProgress.parameters(options)
    switch event {
    case .miniBatchEnd(let epoch, let miniBatch, let loss):
      self.event = .miniBatchEnd
      metrics = [.lossValue: loss, .epochIndex: epoch, .miniBatchIndex: miniBatch]
    case .epochEnd(let epoch, let loss):
      self.event = .epochEnd
      metrics[.lossValue] = loss
      metrics[.epochIndex] = epoch
    }
  }

  private static func parameters(_ options: TrainingOptions) -> [MLParameterKey: Any] {
    var parameters: [MLParameterKey: Any] = [
      .epochs: options.epochs, .miniBatchSize: options.miniBatchSize,
      .shuffle: options.shuffle, .seed: options.seed,
    ]
    switch options.optimizer {
    case .sgd(let learningRate, let momentum):
      parameters[.learningRate] = learningRate
      parameters[.momentum] = momentum
    case .adam(let learningRate, let beta1, let beta2, let eps):
      parameters[.learningRate] = learningRate
      parameters[.beta1] = beta1
      parameters[.beta2] = beta2
      parameters[.eps] = eps
    }
    return parameters
  }
}
