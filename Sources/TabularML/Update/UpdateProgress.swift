import Foundation

/// What the handlers of an update are told: the last event, what was measured, the parameters.
///
/// All values are `NSNumber`s, as Core ML's are, so that a cast to any type of number that can hold the
/// value succeeds: `as? Int` and `as? Int64`, `as? Float` and `as? Double` of the loss.
struct UpdateProgress {
  private(set) var event: MLUpdateProgressEvent = .trainingBegin
  private(set) var metrics: [MLMetricKey: Any] = [:]
  private(set) var parameters: [MLParameterKey: Any] = [:]

  mutating func begin(_ options: TrainingOptions) {
    parameters = UpdateProgress.parameters(options)
  }

  mutating func begin(numberOfNeighbors: Int) {
    parameters = [.numberOfNeighbors: Self.number(numberOfNeighbors)]
  }

  mutating func note(_ event: TrainingEvent, _ options: TrainingOptions) {
    parameters = UpdateProgress.parameters(options)
    switch event {
    case .miniBatchEnd(let epoch, let miniBatch, let loss):
      self.event = .miniBatchEnd
      metrics = [
        .lossValue: NSNumber(value: Float(loss)), .epochIndex: Self.number(epoch),
        .miniBatchIndex: Self.number(miniBatch),
      ]
    case .epochEnd(let epoch, let loss):
      self.event = .epochEnd
      metrics[.lossValue] = NSNumber(value: Float(loss))
      metrics[.epochIndex] = Self.number(epoch)
    }
  }

  private static func number(_ count: Int) -> NSNumber { NSNumber(value: Int64(count)) }

  private static func parameters(_ options: TrainingOptions) -> [MLParameterKey: Any] {
    var parameters: [MLParameterKey: Any] = [
      .epochs: number(options.epochs), .miniBatchSize: number(options.miniBatchSize),
      .shuffle: NSNumber(value: options.shuffle), .seed: NSNumber(value: options.seed),
    ]
    switch options.optimizer {
    case .sgd(let learningRate, let momentum):
      parameters[.learningRate] = NSNumber(value: learningRate)
      parameters[.momentum] = NSNumber(value: momentum)
    case .adam(let learningRate, let beta1, let beta2, let eps):
      parameters[.learningRate] = NSNumber(value: learningRate)
      parameters[.beta1] = NSNumber(value: beta1)
      parameters[.beta2] = NSNumber(value: beta2)
      parameters[.eps] = NSNumber(value: eps)
    }
    return parameters
  }
}
