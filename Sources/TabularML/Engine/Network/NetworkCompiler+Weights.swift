import ModelSpec

extension NetworkCompiler {
  /// Adds an inner product, which takes the innermost numbers of its input as one vector.
  mutating func add(
    _ product: InnerProduct, _ layer: NeuralNetworkLayer, _ input: Int
  ) throws(ModelError) {
    let inputs = Int(clamping: product.inputChannels)
    let outputs = Int(clamping: product.outputChannels)
    guard let count = elementCount([inputs, outputs]), inputs > 0, outputs > 0,
      product.weights.values.count == count
    else {
      throw error(
        .shape, "there are \(product.weights.values.count) weights for \(inputs) × \(outputs)",
        in: "innerProduct.weights")
    }
    if let bias = product.bias, bias.values.count != outputs {
      throw error(
        .shape, "the bias has \(bias.values.count) elements for \(outputs) outputs",
        in: "innerProduct.bias")
    }
    let shape = shapes[input]
    // Up to rank 3 the last axis is the vector; from rank 4 on the last three axes together are.
    let leading =
      shape.rank >= 4 ? Array(shape.dimensions.dropLast(3)) : Array(shape.dimensions.dropLast())
    let repetitions = leading.reduce(1, *)
    guard shape.rank >= 1, shape.count == repetitions * inputs else {
      throw error(
        .shape,
        "the layer '\(layer.name)' takes \(inputs) channels, its input is \(shape.dimensions)",
        in: "innerProduct.inputChannels")
    }
    let result = leading + [outputs] + (shape.rank >= 4 ? [1, 1] : [])
    let output = try add(blob: layer.outputs[0], try self.shape(result))
    parameters.append(
      DenseParameters(
        inputs: inputs, outputs: outputs, rows: product.weights.values,
        bias: product.bias?.values))
    parameterLayers.append(
      Network.ParameterLayer(name: layer.name, isUpdatable: layer.isUpdatable))
    layers.append(
      DenseLayer(
        input: input, output: output, weights: parameters.count - 1, repetitions: repetitions))
  }

  /// Adds an activation; one with a parameter for each channel is a layer of its own.
  mutating func add(
    _ activation: Activation, _ input: Int, _ output: String
  ) throws(ModelError) {
    let shape = shapes[input]
    let function: ActivationLayer.Function
    switch activation {
    case .linear(let alpha, let beta): function = .linear(alpha: alpha, beta: beta)
    case .relu: function = .relu
    case .leakyReLU(let alpha): function = .leakyReLU(alpha: alpha)
    case .thresholdedReLU(let alpha): function = .thresholdedReLU(alpha: alpha)
    case .tanh: function = .tanh
    case .scaledTanh(let alpha, let beta): function = .scaledTanh(alpha: alpha, beta: beta)
    case .sigmoid: function = .sigmoid
    case .sigmoidHard(let alpha, let beta): function = .sigmoidHard(alpha: alpha, beta: beta)
    case .elu(let alpha): function = .elu(alpha: alpha)
    case .softsign: function = .softsign
    case .softplus: function = .softplus
    case .prelu(let alpha):
      let alpha = try spread(alpha.values, over: shape, "PReLU.alpha")
      layers.append(
        ChannelActivationLayer(
          function: .prelu, alpha: alpha, beta: [], input: input,
          output: try add(blob: output, shape)))
      return
    case .parametricSoftplus(let alpha, let beta):
      let alpha = try spread(alpha.values, over: shape, "parametricSoftplus.alpha")
      let beta = try spread(beta.values, over: shape, "parametricSoftplus.beta")
      layers.append(
        ChannelActivationLayer(
          function: .parametricSoftplus, alpha: alpha, beta: beta, input: input,
          output: try add(blob: output, shape)))
      return
    }
    let blob = try add(blob: output, shape)
    layers.append(ActivationLayer(function: function, input: input, output: blob))
  }

  /// The value of each element of a blob, from one value for each channel or one for all.
  private func spread(
    _ values: [Float], over shape: BlobShape, _ field: String
  ) throws(ModelError) -> [Float] {
    if values.count == 1 { return Array(repeating: values[0], count: shape.count) }
    let axis = shape.channelAxis
    guard shape.rank > 0, values.count == shape.dimensions[axis] else {
      throw error(
        .shape, "there are \(values.count) parameters for a blob of the shape \(shape.dimensions)",
        in: "activation.\(field)")
    }
    let inner = shape.stride(axis)
    return (0..<shape.count).map { values[$0 / inner % values.count] }
  }
}
