import CFastPath

/// The rule by which weights follow from gradients, and what it remembers between steps.
struct Optimizer: Sendable {
  var settings: TrainingOptions.Optimizer
  /// Velocities of SGD, first moments of Adam; nil for weights that stay as they are.
  private var first: [DenseParameters?]
  /// Second moments of Adam.
  private var second: [DenseParameters?]
  private var steps = 0

  init(_ settings: TrainingOptions.Optimizer, for gradients: [DenseParameters?]) {
    self.settings = settings
    first = gradients
    second = gradients
  }

  /// Moves the weights one step against their gradients.
  ///
  /// SGD: `v = μ v + g`, `w = w - lr v`. Adam: `w = w - lr m̂ / (√v̂ + ε)`, both moments divided by
  /// `1 - β^t` with t counting the steps (Kingma and Ba, 2015).
  mutating func step(_ parameters: inout [DenseParameters], _ gradients: [DenseParameters?]) {
    steps += 1
    for (index, gradient) in gradients.enumerated() {
      guard let gradient, var one = first[index], var two = second[index] else { continue }
      // Taken out meanwhile, so that they are changed in place and not copied.
      first[index] = nil
      second[index] = nil
      step(&parameters[index].weights, gradient.weights, &one.weights, &two.weights)
      step(&parameters[index].bias, gradient.bias, &one.bias, &two.bias)
      first[index] = one
      second[index] = two
    }
  }

  private func step(
    _ weights: inout [Float], _ gradient: [Float], _ first: inout [Float], _ second: inout [Float]
  ) {
    switch settings {
    case .sgd(let learningRate, let momentum):
      let (rate, momentum) = (Float(learningRate), Float(momentum))
      for index in weights.indices {
        first[index] = momentum * first[index] + gradient[index]
        weights[index] -= rate * first[index]
      }
    case .adam(let learningRate, let beta1, let beta2, let eps):
      let correction1 = Float(1 / (1 - power(beta1)))
      let correction2 = Float(1 / (1 - power(beta2)))
      let step = fast_adam_step(
        rate: Float(learningRate), epsilon: Float(eps), beta1: Float(beta1), beta2: Float(beta2),
        rest1: Float(1 - beta1), rest2: Float(1 - beta2), correction1: correction1,
        correction2: correction2)
      precondition(
        [gradient.count, first.count, second.count].allSatisfy { $0 == weights.count })
      unsafe weights.withUnsafeMutableBufferPointer { weights in
        unsafe gradient.withUnsafeBufferPointer { gradient in
          unsafe first.withUnsafeMutableBufferPointer { first in
            unsafe second.withUnsafeMutableBufferPointer { second in
              guard let w = weights.baseAddress, let g = gradient.baseAddress,
                let m = first.baseAddress, let v = second.baseAddress
              else { return }
              unsafe fast_adam(vectorKind, weights.count, step, w, g, m, v)
            }
          }
        }
      }
    }
  }

  /// `base` to the number of steps, by products alone, so that every machine gets the same bits.
  private func power(_ base: Double) -> Double {
    var result = 1.0
    var square = base
    var rest = steps
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}
