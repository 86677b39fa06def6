import Foundation
import ModelSpec

/// A function of each number that training does not go back through.
struct MapLayer: ElementwiseLayer, ForwardLayer {
  enum Function: Sendable, Equatable {
    case function(ElementFunction)
    case clip(minimum: Float, maximum: Float)
    case clampedReLU(alpha: Float, beta: Float)
    case gelu(GELU)
  }

  let function: Function
  let input: Int
  let output: Int

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    switch function {
    case .function(let function): forward(function, rows, &blobs)
    case .clip(let minimum, let maximum):
      map(rows, &blobs) { $0 < minimum ? minimum : $0 > maximum ? maximum : $0 }
    case .clampedReLU(let alpha, let beta):
      map(rows, &blobs) { x in
        let y = x < 0 ? alpha * x : x
        return y > beta ? beta : y
      }
    case .gelu(.exact):
      inDouble(rows, &blobs) { 0.5 * $0 * (1 + erf($0 / 2.0.squareRoot())) }
    case .gelu(.tanhApproximation):
      inDouble(rows, &blobs) { x in
        0.5 * x * (1 + tanh((2 / Double.pi).squareRoot() * (x + 0.044715 * x * x * x)))
      }
    case .gelu(.sigmoidApproximation):
      inDouble(rows, &blobs) { $0 * LinkFunction.logistic(1.702 * $0) }
    }
  }

  private func forward(_ function: ElementFunction, _ rows: Int, _ blobs: inout Blobs) {
    switch function {
    case .ceil: map(rows, &blobs) { $0.rounded(.up) }
    case .floor: map(rows, &blobs) { $0.rounded(.down) }
    case .round: map(rows, &blobs) { $0.rounded(.toNearestOrEven) }
    case .sign: map(rows, &blobs) { $0 > 0 ? 1 : $0 < 0 ? -1 : $0 }
    case .logicalNot: map(rows, &blobs) { $0 == 0 ? 1 : 0 }
    case .exp2: inDouble(rows, &blobs) { exp2($0) }
    case .sin: inDouble(rows, &blobs) { sin($0) }
    case .cos: inDouble(rows, &blobs) { cos($0) }
    case .tan: inDouble(rows, &blobs) { tan($0) }
    case .asin: inDouble(rows, &blobs) { asin($0) }
    case .acos: inDouble(rows, &blobs) { acos($0) }
    case .atan: inDouble(rows, &blobs) { atan($0) }
    case .sinh: inDouble(rows, &blobs) { sinh($0) }
    case .cosh: inDouble(rows, &blobs) { cosh($0) }
    case .tanh: inDouble(rows, &blobs) { tanh($0) }
    case .asinh: inDouble(rows, &blobs) { asinh($0) }
    case .acosh: inDouble(rows, &blobs) { acosh($0) }
    case .atanh: inDouble(rows, &blobs) { atanh($0) }
    case .erf: inDouble(rows, &blobs) { erf($0) }
    }
  }

  /// Computes in Double and rounds once, for the reason that `Elementary` gives.
  @inline(__always)
  private func inDouble(_ rows: Int, _ blobs: inout Blobs, _ function: (Double) -> Double) {
    map(rows, &blobs) { Float(function(Double($0))) }
  }
}
