import ModelSpec

/// Layers in the order of evaluation; each is named after the one blob that it makes.
struct NetworkBuilder {
  private(set) var layers: [NeuralNetworkLayer] = []

  /// Adds a layer and returns the name of its blob.
  @discardableResult
  mutating func add(
    _ name: String, _ kind: LayerKind, of inputs: String..., isUpdatable: Bool = false
  ) -> String {
    layers.append(
      NeuralNetworkLayer(
        name: name, inputs: inputs, outputs: [name], isUpdatable: isUpdatable, kind: kind))
    return name
  }

  /// Some neighbouring elements of a blob, or every `stride`-th of them.
  mutating func slice(
    _ name: String, _ input: String, _ range: Range<Int>, stride: UInt64 = 1
  ) -> String {
    let slice = Slice(
      start: Int64(range.lowerBound), end: Int64(range.upperBound), stride: stride)
    return add(name, .slice(slice), of: input)
  }

  mutating func unary(_ name: String, _ input: String, _ unary: Unary) -> String {
    add(name, .unary(unary), of: input)
  }

  /// The smaller of `limit` and x, elementwise, with its sign changed.
  mutating func negatedMinimum(_ name: String, _ input: String, limit: Float) -> String {
    unary(name, input, Unary(operation: .threshold, alpha: -limit, scale: -1))
  }

  @discardableResult
  mutating func dense(
    _ name: String, _ input: String, _ dense: Dense, isUpdatable: Bool = false
  ) -> String {
    let product = InnerProduct(
      inputChannels: UInt64(dense.inputs), outputChannels: UInt64(dense.outputs),
      weights: WeightParameters(dense.weights, isUpdatable: isUpdatable),
      bias: dense.bias.map { WeightParameters($0, isUpdatable: isUpdatable) })
    return add(name, .innerProduct(product), of: input, isUpdatable: isUpdatable)
  }
}

/// The numbers of one dense layer: a row of weights for each output.
struct Dense {
  var inputs: Int
  var outputs: Int
  var weights: [Float]
  var bias: [Float]?

  init(inputs: Int, outputs: Int, weights: [Float], bias: [Float]? = nil) {
    self.inputs = inputs
    self.outputs = outputs
    self.weights = weights
    self.bias = bias
  }

  /// One row of weights for each output.
  init(rows: [[Float]], bias: [Float]? = nil) {
    self.init(
      inputs: rows.first?.count ?? 0, outputs: rows.count, weights: rows.flatMap(\.self),
      bias: bias)
  }
}
