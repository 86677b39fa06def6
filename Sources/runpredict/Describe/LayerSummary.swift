import ModelSpec

extension ModelSummary.Layer {
  init(_ layer: NeuralNetworkLayer) {
    name = layer.name
    isUpdatable = layer.isUpdatable
    kind = layer.kind.name
    details = layer.kind.details
    parameterCount = layer.kind.parameterCount
  }
}

extension LayerKind {
  var details: String {
    switch self {
    case .innerProduct(let layer): "\(layer.inputChannels) → \(layer.outputChannels)"
    case .activation(let activation): activation.name
    case .unary(let unary): "\(unary.operation)"
    case .slice(let slice): "\(slice.axis), \(slice.start) to \(slice.end)"
    case .softmaxND(let axis): "axis \(axis)"
    case .add, .multiply, .concat, .softmax, .unsupported: ""
    }
  }

  var parameterCount: Int {
    switch self {
    case .innerProduct(let layer): layer.weights.values.count + (layer.bias?.values.count ?? 0)
    case .activation(.prelu(let alpha)): alpha.values.count
    case .activation(.parametricSoftplus(let alpha, let beta)):
      alpha.values.count + beta.values.count
    default: 0
    }
  }
}

extension Activation {
  var name: String {
    switch self {
    case .linear: "linear"
    case .relu: "ReLU"
    case .leakyReLU: "leaky ReLU"
    case .thresholdedReLU: "thresholded ReLU"
    case .prelu: "PReLU"
    case .tanh: "tanh"
    case .scaledTanh: "scaled tanh"
    case .sigmoid: "sigmoid"
    case .sigmoidHard: "hard sigmoid"
    case .elu: "ELU"
    case .softsign: "softsign"
    case .softplus: "softplus"
    case .parametricSoftplus: "parametric softplus"
    }
  }
}
