/// A layer that brings the numbers of a blob to a common size; an epsilon or k of 0 stands for the default.
package enum Normalization: LayerParameters {
  /// Mean 0, and if wanted variance 1, of each channel or of all.
  case meanVariance(acrossChannels: Bool, variance: Bool, epsilon: Float)
  /// Length 1 over channel, height and width.
  case l2(epsilon: Float)
  /// `x / (k + alpha / size * Σ x²)^beta` over neighbouring channels.
  case localResponse(alpha: Float, beta: Float, size: UInt64, k: Float)
  /// Mean 0 and variance 1 over the last axes, then `gamma * x + beta`.
  case layer(shape: [Int64], epsilon: Float, gamma: WeightParameters?, beta: WeightParameters?)

  package var number: Int {
    switch self {
    case .meanVariance: 165
    case .l2: 170
    case .localResponse: 180
    case .layer: 1350
    }
  }

  var learned: [LearnedNumbers] {
    guard case .layer(let shape, _, let gamma, let beta) = self else { return [] }
    let sizes = shape.map { UInt64(clamping: $0) }
    return [("gamma", gamma), ("beta", beta)].compactMap { field, values in
      values.map { LearnedNumbers(field: field, values: $0, shape: sizes) }
    }
  }

  func validate(version: Int32, at path: ModelPath) throws(ModelError) {
    switch self {
    case .localResponse(_, _, let size, _):
      guard size > 0 else { throw path.field("localSize").error(.value, "the size is 0") }
    case .layer(let shape, _, let gamma, let beta):
      guard !shape.isEmpty, shape.allSatisfy({ $0 > 0 }) else {
        throw path.field("normalizedShape").error(.shape, "the shape \(shape) is empty")
      }
      guard gamma != nil else { throw path.field("gamma").error(.shape, "the numbers are missing") }
      guard beta != nil else { throw path.field("beta").error(.shape, "the numbers are missing") }
    default: return
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .meanVariance(let acrossChannels, let variance, let epsilon):
      writer.bool(1, acrossChannels)
      writer.bool(2, variance)
      writer.float(3, epsilon)
    case .l2(let epsilon): writer.float(1, epsilon)
    case .localResponse(let alpha, let beta, let size, let k):
      writer.float(1, alpha)
      writer.float(2, beta)
      writer.uint(3, size)
      writer.float(4, k)
    case .layer(let shape, let epsilon, let gamma, let beta):
      writer.ints(1, shape)
      writer.float(2, epsilon)
      if let gamma { writer.message(3) { ModelEncoder.write(gamma, to: &$0) } }
      if let beta { writer.message(4) { ModelEncoder.write(beta, to: &$0) } }
    }
  }
}
