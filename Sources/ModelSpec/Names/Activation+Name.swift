extension Activation {
  /// The name of the field that holds the function in Core ML's activation message.
  package var fieldName: String {
    switch self {
    case .linear: "linear"
    case .relu: "ReLU"
    case .leakyReLU: "leakyReLU"
    case .thresholdedReLU: "thresholdedReLU"
    case .prelu: "PReLU"
    case .tanh: "tanh"
    case .scaledTanh: "scaledTanh"
    case .sigmoid: "sigmoid"
    case .sigmoidHard: "sigmoidHard"
    case .elu: "ELU"
    case .softsign: "softsign"
    case .softplus: "softplus"
    case .parametricSoftplus: "parametricSoftplus"
    }
  }
}
