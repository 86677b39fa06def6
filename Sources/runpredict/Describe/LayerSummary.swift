import ModelSpec

extension ModelSummary.Layer {
  init(_ layer: NeuralNetworkLayer, _ shapes: [String: [Int]]) {
    inputs = layer.inputs.map { .init(name: $0, shape: shapes[$0] ?? []) }
    outputs = layer.outputs.map { .init(name: $0, shape: shapes[$0] ?? []) }
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
    case .activation(let activation): activation.name
    case .unary(let unary): "\(unary.operation)"
    case .slice(let slice): "\(slice.axis), \(slice.start) to \(slice.end)"
    case .softmaxND(let axis): "axis \(axis)"
    case .flattenTo2D(let axis): "axis \(axis)"
    case .batchnorm(let norm): count(Int(clamping: norm.channels), "channel")
    case .reshape(let shape, _), .reshapeStatic(let shape), .rankPreservingReshape(let shape):
      "to \(shape)"
    case .squeeze(let axes, let all): all ? "all axes of length 1" : "axes \(axes)"
    case .expandDims(let axes): "axes \(axes)"
    case .permute(let axes), .transpose(let axes): "axes \(axes)"
    case .loadConstant(let constant), .loadConstantND(let constant): "\(constant.shape)"
    case .clip(let minimum, let maximum): "\(minimum) to \(maximum)"
    case .dot(let cosineSimilarity): cosineSimilarity ? "cosine similarity" : ""
    case .gelu(let function): "\(function)"
    default: ""
    }
  }

  var parameterCount: Int {
    switch self {
    case .innerProduct(let layer): layer.weights.values.count + (layer.bias?.values.count ?? 0)
    case .activation(.prelu(let alpha)): alpha.values.count
    case .activation(.parametricSoftplus(let alpha, let beta)):
      alpha.values.count + beta.values.count
    case .batchnorm(let norm):
      [norm.gamma, norm.beta, norm.mean, norm.variance].reduce(0) { $0 + ($1?.values.count ?? 0) }
    case .scale(let scale, let bias):
      scale.values.values.count + (bias?.values.values.count ?? 0)
    case .bias(let values), .loadConstant(let values), .loadConstantND(let values):
      values.values.values.count
    default: learnedCount
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
