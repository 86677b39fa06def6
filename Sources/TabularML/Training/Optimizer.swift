import CFastPath

/// The rule by which weights follow from gradients, and how many steps there were.
struct Optimizer: Sendable {
  /// One step, ready for the kernels.
  enum Step: Sendable {
    case momentum(rate: Float, momentum: Float)
    case adam(fast_adam_step)
  }

  var settings: TrainingOptions.Optimizer
  private var steps = 0

  init(_ settings: TrainingOptions.Optimizer) { self.settings = settings }

  /// The next step: against the gradients.
  ///
  /// SGD: `v = μ v + g`, `w = w - lr v`. Adam: `w = w - lr m̂ / (√v̂ + ε)`, both moments divided by
  /// `1 - β^t` with t counting the steps (Kingma and Ba, 2015).
  mutating func next() -> Step {
    steps += 1
    switch settings {
    case .sgd(let learningRate, let momentum):
      return .momentum(rate: Float(learningRate), momentum: Float(momentum))
    case .adam(let learningRate, let beta1, let beta2, let eps):
      return .adam(
        fast_adam_step(
          // Without an ε a weight that never had a gradient would become 0 / 0.
          rate: Float(learningRate), epsilon: max(Float(eps), .leastNormalMagnitude),
          beta1: Float(beta1), beta2: Float(beta2), rest1: Float(1 - beta1),
          rest2: Float(1 - beta2), correction1: Float(1 / (1 - power(beta1))),
          correction2: Float(1 / (1 - power(beta2)))))
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

/// Numbers that belong to weights one by one: their gradients, and what an optimizer remembers.
struct Moments: Sendable {
  var gradient: [Float]
  /// The velocity of SGD, the first moment of Adam.
  var first: [Float]
  /// The second moment of Adam.
  var second: [Float]

  init(count: Int) {
    gradient = Array(repeating: 0, count: count)
    first = gradient
    second = gradient
  }

  /// Gives the closure the weights and what belongs to them, to change in place.
  mutating func withPointers(
    to weights: inout [Float], _ body: (MomentPointers) -> Void
  ) {
    precondition(weights.count == gradient.count)
    unsafe weights.withUnsafeMutableBufferPointer { weights in
      unsafe gradient.withUnsafeMutableBufferPointer { gradient in
        unsafe first.withUnsafeMutableBufferPointer { first in
          unsafe second.withUnsafeMutableBufferPointer { second in
            unsafe body(
              MomentPointers(weights: weights, gradient: gradient, first: first, second: second))
          }
        }
      }
    }
  }
}

/// Weights and their moments in place, to be shared by threads that work on different ranges.
@unsafe struct MomentPointers: @unchecked Sendable {
  let weights: UnsafeMutableBufferPointer<Float>
  let gradient: UnsafeMutableBufferPointer<Float>
  let first: UnsafeMutableBufferPointer<Float>
  let second: UnsafeMutableBufferPointer<Float>

  /// Moves some of the weights a step against their gradients.
  func move(_ range: Range<Int>, _ step: Optimizer.Step) {
    precondition(unsafe range.upperBound <= weights.count)
    guard let w = unsafe weights.baseAddress, let g = unsafe gradient.baseAddress,
      let first = unsafe first.baseAddress, let second = unsafe second.baseAddress
    else { return }
    let start = range.lowerBound
    switch step {
    case .momentum(let rate, let momentum):
      unsafe fast_momentum(
        vectorKind, range.count, rate, momentum, w + start, g + start, first + start)
    case .adam(let step):
      unsafe fast_adam(
        vectorKind, range.count, step, w + start, g + start, first + start, second + start)
    }
  }
}
