import ModelSpec

extension NetworkCompiler {
  mutating func map(
    _ function: MapLayer.Function, _ input: Int, _ output: String
  ) throws(ModelError) {
    let blob = try add(blob: output, shapes[input])
    layers.append(MapLayer(function: function, input: input, output: blob))
  }

  /// Adds a layer that joins blobs number by number.
  mutating func combine(
    _ kind: LayerKind, _ inputs: [Int], _ output: String
  ) throws(ModelError) {
    var inputs = inputs
    let operation: JoinLayer.Operation
    switch kind {
    case .combine(let combination): operation = .combine(combination)
    case .compare(let comparison, let alpha):
      operation = .compare(comparison)
      if inputs.count == 1 {
        let blob = try add(hidden: shape([1]))
        layers.append(ConstantLayer(output: blob, values: [alpha]))
        inputs.append(blob)
      }
    case .broadcast(let broadcast):
      guard inputs.count >= 2 else {
        throw error(.structure, "there is nothing to join with", in: kind.name)
      }
      if broadcast == .addBroadcastable || broadcast == .multiplyBroadcastable {
        let (blob, indices) = try stretch(inputs, to: output, in: kind.name)
        layers.append(
          BroadcastLayer(
            operation: broadcast == .addBroadcastable ? .sum : .product, inputs: inputs,
            output: blob, indices: indices))
        return
      }
      operation = .broadcast(broadcast)
    default: return
    }
    let (blob, indices) = try stretch(inputs, to: output, in: kind.name)
    layers.append(
      JoinLayer(operation: operation, inputs: inputs, output: blob, indices: indices))
  }

  /// Adds a layer without inputs.
  mutating func addConstant(
    _ layer: NeuralNetworkLayer, _ output: String
  ) throws(ModelError) {
    let constant: ShapedWeights
    switch layer.kind {
    case .loadConstant(let values), .loadConstantND(let values): constant = values
    default: throw error(.structure, "the layer '\(layer.name)' needs inputs")
    }
    var dimensions = constant.shape.map { Int(clamping: $0) }
    if case .loadConstant = layer.kind, mapping == .rank5 { dimensions = [1, 1] + dimensions }
    let shape = try shape(dimensions)
    let field = "\(layer.kind.name).data"
    guard shape.count == constant.values.values.count else {
      throw error(
        .shape, "there are \(constant.values.values.count) numbers for \(dimensions)", in: field)
    }
    let blob = try add(blob: output, shape)
    layers.append(ConstantLayer(output: blob, values: constant.values.values))
    constants[blob] = constant.values.values
  }

  /// The dot product over channels, height and width, or over the last axis of a blob with fewer.
  mutating func dot(
    _ cosineSimilarity: Bool, _ inputs: [Int], _ output: String
  ) throws(ModelError) {
    let shape = shapes[inputs[0]]
    guard inputs.count == 2, shapes[inputs[1]] == shape, shape.rank > 0 else {
      throw error(.shape, "a dot product takes two blobs of one shape", in: "dot")
    }
    let axis = shape.channelAxis
    let dimensions =
      shape.dimensions[..<axis] + Array(repeating: 1, count: shape.rank - axis)
    let blob = try add(blob: output, try self.shape(Array(dimensions)))
    layers.append(
      DotLayer(
        cosineSimilarity: cosineSimilarity, inputs: inputs, output: blob,
        length: shape.dimensions[axis...].reduce(1, *)))
  }

  mutating func add(
    _ norm: BatchNormalization, _ input: Int, _ output: String
  ) throws(ModelError) {
    guard !norm.computesMeanAndVariance else {
      try standardizeChannels(norm, input, output)
      return
    }
    let shape = shapes[input]
    let channels = Int(clamping: norm.channels)
    guard shape.rank > 0, shape.dimensions[shape.channelAxis] == channels,
      let mean = norm.mean?.values, let variance = norm.variance?.values,
      [mean, variance, norm.gamma?.values, norm.beta?.values].allSatisfy({
        ($0?.count ?? channels) == channels
      })
    else {
      throw error(
        .shape, "there are \(channels) channels for a blob of the shape \(shape.dimensions)",
        in: "batchnorm.channels")
    }
    let epsilon = norm.epsilon == 0 ? 1e-5 : Double(norm.epsilon)
    var scale: [Float] = []
    var shift: [Float] = []
    for channel in 0..<channels {
      let gamma = Double(norm.gamma?.values[channel] ?? 1)
      let factor = gamma / (Double(variance[channel]) + epsilon).squareRoot()
      scale.append(Float(factor))
      shift.append(
        Float(Double(norm.beta?.values[channel] ?? 0) - factor * Double(mean[channel])))
    }
    let inner = shape.stride(shape.channelAxis)
    try spend(2 * shape.count)
    let channelOf = (0..<shape.count).map { $0 / inner % channels }
    let blob = try add(blob: output, shape)
    layers.append(
      AffineLayer(
        scale: channelOf.map { scale[$0] }, shift: channelOf.map { shift[$0] }, input: input,
        output: blob))
  }

  /// Adds `scale * x + bias`, each with a shape of its own that is stretched over the blob.
  mutating func addAffine(
    _ scale: ShapedWeights?, _ bias: ShapedWeights?, _ kind: String, _ input: Int,
    _ output: String
  ) throws(ModelError) {
    let shape = shapes[input]
    try spend(2 * shape.count)
    let factors = try scale.map { values throws(ModelError) in
      try spread(values, over: shape, in: "\(kind).scale")
    }
    let shifts = try bias.map { values throws(ModelError) in
      try spread(values, over: shape, in: "\(kind).bias")
    }
    let blob = try add(blob: output, shape)
    layers.append(
      AffineLayer(
        scale: factors ?? Array(repeating: 1, count: shape.count),
        shift: shifts ?? Array(repeating: 0, count: shape.count), input: input, output: blob))
  }

  private func spread(
    _ weights: ShapedWeights, over shape: BlobShape, in field: String
  ) throws(ModelError) -> [Float] {
    var dimensions = weights.shape.map { Int(clamping: $0) }
    // One number for each channel stands before height and width.
    if dimensions.count == 1, shape.rank >= 3 { dimensions += [1, 1] }
    guard let own = BlobShape(dimensions), own.count == weights.values.values.count,
      own.broadcast(shape) == shape
    else {
      throw error(
        .shape, "numbers of the shape \(weights.shape) do not go with \(shape.dimensions)",
        in: field)
    }
    return own.indices(stretchedTo: shape).map { weights.values.values[$0] }
  }
}
