/// An activation with parameters of its own for each channel.
struct ChannelActivationLayer: ElementwiseLayer {
  enum Function: Sendable, Equatable {
    /// `x < 0 ? alpha * x : x`
    case prelu
    /// `alpha * log(1 + e^(beta * x))`
    case parametricSoftplus
  }

  let function: Function
  /// One number for each element of a row.
  let alpha: [Float]
  /// One number for each element of a row; empty if the function has no beta.
  let beta: [Float]
  let input: Int
  let output: Int

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    var y = blobs.take(output)
    let width = alpha.count
    for row in 0..<rows {
      for element in 0..<width {
        let index = row * width + element
        switch function {
        case .prelu: y[index] = x[index] < 0 ? alpha[element] * x[index] : x[index]
        case .parametricSoftplus:
          y[index] = alpha[element] * Elementary.softplus(beta[element] * x[index])
        }
      }
    }
    blobs.put(y, output)
  }

  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    guard pass.wanted[input] else { return }
    let x = pass.values[input]
    let dy = pass.gradients[output]
    var dx = pass.gradients.take(input)
    let width = alpha.count
    for row in 0..<rows {
      for element in 0..<width {
        let index = row * width + element
        switch function {
        case .prelu: dx[index] += x[index] < 0 ? dy[index] * alpha[element] : dy[index]
        case .parametricSoftplus:
          let slope = Elementary.sigmoid(beta[element] * x[index])
          dx[index] += dy[index] * alpha[element] * beta[element] * slope
        }
      }
    }
    pass.gradients.put(dx, input)
  }
}
