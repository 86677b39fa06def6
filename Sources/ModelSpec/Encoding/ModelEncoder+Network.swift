extension ModelEncoder {
  static func write(_ network: NeuralNetwork, to writer: inout WireWriter) {
    for layer in network.layers { writer.message(1) { write(layer, to: &$0) } }
    writer.int(5, Int64(network.arrayInputShapeMapping.rawValue))
    if let parameters = network.updateParameters {
      writer.message(10) { write(parameters, to: &$0) }
    }
  }

  private static func write(_ layer: NeuralNetworkLayer, to writer: inout WireWriter) {
    writer.text(1, layer.name)
    writer.texts(2, layer.inputs)
    writer.texts(3, layer.outputs)
    writer.bool(10, layer.isUpdatable)
    switch layer.kind {
    case .activation(let function): writer.message(130) { write(function, to: &$0) }
    case .innerProduct(let product): writer.message(140) { write(product, to: &$0) }
    case .unary(let function):
      writer.message(220) {
        $0.int(1, Int64(function.operation.rawValue))
        $0.float(2, function.alpha)
        $0.float(3, function.epsilon)
        $0.float(4, function.shift)
        $0.float(5, function.scale)
      }
    case .add(let alpha): writer.message(230) { $0.float(1, alpha) }
    case .multiply(let alpha): writer.message(231) { $0.float(1, alpha) }
    case .concat(let sequence): writer.message(320) { $0.bool(100, sequence) }
    case .slice(let slice):
      writer.message(350) {
        $0.int(1, slice.start)
        $0.int(2, slice.end)
        $0.uint(3, slice.stride)
        $0.int(4, Int64(slice.axis.rawValue))
      }
    case .unsupported(_, let number): writer.message(number) { _ in }
    default: writer.message(layer.kind.number) { writeContent(of: layer.kind, to: &$0) }
    }
  }

  private static func write(_ product: InnerProduct, to writer: inout WireWriter) {
    writer.uint(1, product.inputChannels)
    writer.uint(2, product.outputChannels)
    writer.bool(10, product.bias != nil)
    writer.message(20) { write(product.weights, to: &$0) }
    if let bias = product.bias { writer.message(21) { write(bias, to: &$0) } }
    writer.bool(22, product.int8DynamicQuantize)
  }

  static func write(_ function: Activation, to writer: inout WireWriter) {
    func slope(_ number: Int, _ alpha: Float, _ beta: Float = 0) {
      writer.message(number) {
        $0.float(1, alpha)
        $0.float(2, beta)
      }
    }
    switch function {
    case .linear(let alpha, let beta): slope(5, alpha, beta)
    case .relu: writer.message(10) { _ in }
    case .leakyReLU(let alpha): slope(15, alpha)
    case .thresholdedReLU(let alpha): slope(20, alpha)
    case .prelu(let alpha): writer.message(25) { $0.message(1) { write(alpha, to: &$0) } }
    case .tanh: writer.message(30) { _ in }
    case .scaledTanh(let alpha, let beta): slope(31, alpha, beta)
    case .sigmoid: writer.message(40) { _ in }
    case .sigmoidHard(let alpha, let beta): slope(41, alpha, beta)
    case .elu(let alpha): slope(50, alpha)
    case .softsign: writer.message(60) { _ in }
    case .softplus: writer.message(70) { _ in }
    case .parametricSoftplus(let alpha, let beta):
      writer.message(71) { writer in
        writer.message(1) { write(alpha, to: &$0) }
        writer.message(2) { write(beta, to: &$0) }
      }
    }
  }

  static func write(_ weights: WeightParameters, to writer: inout WireWriter) {
    switch weights.encoding {
    case .float32: writer.floats(1, weights.values)
    case .float16: writer.data(2, HalfPrecision.encode(weights.values))
    case .quantized(let quantization):
      writer.data(quantization.isInt8 ? 31 : 30, quantization.raw)
      writer.message(40) { writer in
        writer.uint(1, UInt64(quantization.bits))
        switch quantization.scheme {
        case .linear(let scale, let bias):
          writer.message(101) {
            $0.floats(1, scale)
            $0.floats(2, bias)
          }
        case .lookupTable(let table): writer.message(102) { $0.floats(1, table) }
        }
      }
    }
    writer.bool(50, weights.isUpdatable)
  }
}
