extension ModelEncoder {
  /// Writes the fields of a layer's parameters.
  static func writeContent(of kind: LayerKind, to writer: inout WireWriter) {
    switch kind {
    case .softmaxND(let axis), .flattenTo2D(let axis): writer.int(1, axis)
    case .batchnorm(let norm):
      writer.uint(1, norm.channels)
      writer.bool(5, norm.computesMeanAndVariance)
      writer.bool(6, norm.isPerInstance)
      writer.float(10, norm.epsilon)
      for (number, values) in zip(15..., [norm.gamma, norm.beta, norm.mean, norm.variance]) {
        if let values { writer.message(number) { write(values, to: &$0) } }
      }
    case .scale(let scale, let bias):
      write(scale, shape: 1, values: 2, to: &writer)
      writer.bool(3, bias != nil)
      if let bias { write(bias, shape: 4, values: 5, to: &writer) }
    case .bias(let values), .loadConstant(let values), .loadConstantND(let values):
      write(values, shape: 1, values: 2, to: &writer)
    case .flatten(let channelLast): writer.bool(1, channelLast)
    case .reshape(let shape, let channelLast):
      writer.ints(1, shape)
      writer.bool(2, channelLast)
    case .reshapeStatic(let numbers), .rankPreservingReshape(let numbers),
      .expandDims(let numbers):
      writer.ints(1, numbers)
    case .squeeze(let axes, let all):
      writer.ints(1, axes)
      writer.bool(2, all)
    case .permute(let axes), .transpose(let axes): writer.uints(1, axes)
    case .dot(let cosineSimilarity): writer.bool(1, cosineSimilarity)
    case .compare(let comparison, let alpha):
      writer.float(comparison == .equal || comparison == .notEqual ? 1 : 2, alpha)
    case .clip(let first, let second), .clampedReLU(let first, let second):
      writer.float(1, first)
      writer.float(2, second)
    case .gelu(let function): writer.int(1, Int64(function.rawValue))
    case .softmax, .copy, .combine, .function, .broadcast, .unsupported: break
    case .reduction, .normalization, .embedding, .batchedMatmul, .part, .order, .index, .shaping,
      .recurrent:
      kind.parameters?.write(to: &writer)
    // Those before are written where they were added first.
    case .innerProduct, .activation, .unary, .add, .multiply, .concat, .slice: break
    }
  }

  private static func write(
    _ weights: ShapedWeights, shape: Int, values: Int, to writer: inout WireWriter
  ) {
    writer.uints(shape, weights.shape)
    writer.message(values) { write(weights.values, to: &$0) }
  }
}
