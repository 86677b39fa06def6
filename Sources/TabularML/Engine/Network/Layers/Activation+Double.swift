import Foundation
import ModelSpec

extension Activation {
  /// The function in Double; those with learned parameters stand in no cell.
  func value(_ x: Double) -> Double {
    switch self {
    case .linear(let alpha, let beta): return Double(alpha) * x + Double(beta)
    case .relu: return x < 0 ? 0 : x
    case .leakyReLU(let alpha): return x < 0 ? Double(alpha) * x : x
    case .thresholdedReLU(let alpha): return x < Double(alpha) ? 0 : x
    case .tanh: return Foundation.tanh(x)
    case .scaledTanh(let alpha, let beta): return Double(alpha) * Foundation.tanh(Double(beta) * x)
    case .sigmoid: return LinkFunction.logistic(x)
    case .sigmoidHard(let alpha, let beta): return min(max(Double(alpha) * x + Double(beta), 0), 1)
    case .elu(let alpha): return x < 0 ? Double(alpha) * expm1(x) : x
    case .softsign: return x / (1 + abs(x))
    case .softplus: return max(x, 0) + log1p(exp(-abs(x)))
    case .prelu, .parametricSoftplus: return x
    }
  }

  /// The derivative of that function.
  func slope(_ x: Double) -> Double {
    switch self {
    case .linear(let alpha, _): return Double(alpha)
    case .relu: return x > 0 ? 1 : 0
    case .leakyReLU(let alpha): return x < 0 ? Double(alpha) : 1
    case .thresholdedReLU(let alpha): return x < Double(alpha) ? 0 : 1
    case .tanh:
      let y = value(x)
      return 1 - y * y
    case .scaledTanh(let alpha, let beta):
      let y = Foundation.tanh(Double(beta) * x)
      return Double(alpha) * Double(beta) * (1 - y * y)
    case .sigmoid:
      let y = value(x)
      return y * (1 - y)
    case .sigmoidHard(let alpha, let beta):
      let line = Double(alpha) * x + Double(beta)
      return line > 0 && line < 1 ? Double(alpha) : 0
    case .elu(let alpha): return x < 0 ? Double(alpha) * exp(x) : 1
    case .softsign: return 1 / ((1 + abs(x)) * (1 + abs(x)))
    case .softplus: return LinkFunction.logistic(x)
    case .prelu, .parametricSoftplus: return 1
    }
  }
}
