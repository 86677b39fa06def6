import ModelSpec

/// A function of one number, applied to `scale * x + shift`.
struct UnaryLayer: ElementwiseLayer {
  let operation: Unary.Operation
  let alpha: Float
  let epsilon: Float
  let shift: Float
  let scale: Float
  let input: Int
  let output: Int

  /// The format's zeros for epsilon and scale stand for 1e-6 and 1.
  init(_ unary: Unary, input: Int, output: Int) {
    operation = unary.operation
    alpha = unary.alpha
    epsilon = unary.epsilon == 0 ? 1e-6 : unary.epsilon
    shift = unary.shift
    scale = unary.scale == 0 ? 1 : unary.scale
    self.input = input
    self.output = output
  }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    switch operation {
    case .sqrt: map(rows, &blobs) { (scale * $0 + shift).squareRoot() }
    case .rsqrt: map(rows, &blobs) { 1 / (scale * $0 + shift + epsilon).squareRoot() }
    case .inverse: map(rows, &blobs) { 1 / (scale * $0 + shift + epsilon) }
    case .power: map(rows, &blobs) { Elementary.pow(scale * $0 + shift, alpha) }
    case .exp: map(rows, &blobs) { Elementary.exp(scale * $0 + shift) }
    case .log: map(rows, &blobs) { Elementary.log(scale * $0 + shift) }
    case .abs: map(rows, &blobs) { Swift.abs(scale * $0 + shift) }
    case .threshold:
      map(rows, &blobs) { x in
        let u = scale * x + shift
        return u < alpha ? alpha : u
      }
    }
  }

  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    guard pass.wanted[input] else { return }
    switch operation {
    case .sqrt: spread(rows, &pass) { _, y in scale * 0.5 / y }
    case .rsqrt: spread(rows, &pass) { _, y in scale * -0.5 * y * y * y }
    case .inverse: spread(rows, &pass) { _, y in -scale * y * y }
    case .power:
      spread(rows, &pass) { x, _ in scale * alpha * Elementary.pow(scale * x + shift, alpha - 1) }
    case .exp: spread(rows, &pass) { _, y in scale * y }
    case .log: spread(rows, &pass) { x, _ in scale / (scale * x + shift) }
    case .abs:
      spread(rows, &pass) { x, _ in
        let u = scale * x + shift
        return u > 0 ? scale : u < 0 ? -scale : 0
      }
    case .threshold: spread(rows, &pass) { x, _ in scale * x + shift > alpha ? scale : 0 }
    }
  }
}
