/// Numbers with a shape: [1], [C], [1, H, W] or [C, H, W], or any shape for a constant.
package struct ShapedWeights: Sendable, Equatable {
  package var shape: [UInt64]
  package var values: WeightParameters

  package init(shape: [UInt64], values: WeightParameters) {
    self.shape = shape
    self.values = values
  }
}

/// `gamma * (x - mean) / √(variance + epsilon) + beta` for each channel.
package struct BatchNormalization: Sendable, Equatable {
  package var channels: UInt64
  /// Mean and variance are those of the data, not of the model.
  package var computesMeanAndVariance: Bool
  package var isPerInstance: Bool
  /// As in the message: 0 stands for 1e-5.
  package var epsilon: Float
  package var gamma: WeightParameters?
  package var beta: WeightParameters?
  package var mean: WeightParameters?
  package var variance: WeightParameters?

  package init(
    channels: UInt64, computesMeanAndVariance: Bool = false, isPerInstance: Bool = false,
    epsilon: Float = 0, gamma: WeightParameters? = nil, beta: WeightParameters? = nil,
    mean: WeightParameters? = nil, variance: WeightParameters? = nil
  ) {
    self.channels = channels
    self.computesMeanAndVariance = computesMeanAndVariance
    self.isPerInstance = isPerInstance
    self.epsilon = epsilon
    self.gamma = gamma
    self.beta = beta
    self.mean = mean
    self.variance = variance
  }
}
