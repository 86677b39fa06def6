/// An activation with the same function for all numbers.
struct ActivationLayer: ElementwiseLayer {
  enum Function: Sendable, Equatable {
    case linear(alpha: Float, beta: Float)
    case relu
    case leakyReLU(alpha: Float)
    case thresholdedReLU(alpha: Float)
    case tanh
    case scaledTanh(alpha: Float, beta: Float)
    case sigmoid
    case sigmoidHard(alpha: Float, beta: Float)
    case elu(alpha: Float)
    case softsign
    case softplus
  }

  let function: Function
  let input: Int
  let output: Int

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    switch function {
    case .linear(let alpha, let beta): map(rows, &blobs) { alpha * $0 + beta }
    case .relu: map(rows, &blobs) { $0 < 0 ? 0 : $0 }
    case .leakyReLU(let alpha): map(rows, &blobs) { $0 < 0 ? alpha * $0 : $0 }
    case .thresholdedReLU(let alpha): map(rows, &blobs) { $0 < alpha ? 0 : $0 }
    case .tanh: map(rows, &blobs) { Elementary.tanh($0) }
    case .scaledTanh(let alpha, let beta): map(rows, &blobs) { alpha * Elementary.tanh(beta * $0) }
    case .sigmoid: map(rows, &blobs) { Elementary.sigmoid($0) }
    case .sigmoidHard(let alpha, let beta):
      map(rows, &blobs) { x in
        let line = alpha * x + beta
        return line < 0 ? 0 : line > 1 ? 1 : line
      }
    case .elu(let alpha): map(rows, &blobs) { $0 < 0 ? alpha * Elementary.expm1($0) : $0 }
    case .softsign: map(rows, &blobs) { $0 / (1 + abs($0)) }
    case .softplus: map(rows, &blobs) { Elementary.softplus($0) }
    }
  }

  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    guard pass.wanted[input] else { return }
    switch function {
    case .linear(let alpha, _): spread(rows, &pass) { _, _ in alpha }
    case .relu: spread(rows, &pass) { x, _ in x > 0 ? 1 : 0 }
    case .leakyReLU(let alpha): spread(rows, &pass) { x, _ in x < 0 ? alpha : 1 }
    case .thresholdedReLU(let alpha): spread(rows, &pass) { x, _ in x < alpha ? 0 : 1 }
    case .tanh: spread(rows, &pass) { _, y in 1 - y * y }
    case .scaledTanh(let alpha, let beta):
      spread(rows, &pass) { x, _ in
        let t = Elementary.tanh(beta * x)
        return alpha * beta * (1 - t * t)
      }
    case .sigmoid: spread(rows, &pass) { _, y in y * (1 - y) }
    case .sigmoidHard(let alpha, let beta):
      spread(rows, &pass) { x, _ in
        let line = alpha * x + beta
        return line > 0 && line < 1 ? alpha : 0
      }
    case .elu(let alpha): spread(rows, &pass) { x, y in x < 0 ? y + alpha : 1 }
    case .softsign:
      spread(rows, &pass) { x, _ in
        let d = 1 + abs(x)
        return 1 / (d * d)
      }
    case .softplus: spread(rows, &pass) { x, _ in Elementary.sigmoid(x) }
    }
  }
}
