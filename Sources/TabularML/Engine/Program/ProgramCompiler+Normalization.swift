import ModelSpec

extension ProgramCompiler {
  mutating func batchNorm(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    let epsilon = try number("epsilon", of: operation, default: 1e-5)
    guard let mean = try perChannel("mean", of: operation, x),
      let variance = try perChannel("variance", of: operation, x)
    else { throw error(.structure, "'batch_norm' lacks its mean or variance", in: "inputs") }
    let gamma = try perChannel("gamma", of: operation, x)
    let beta = try perChannel("beta", of: operation, x)
    var scale: [Float] = []
    var shift: [Float] = []
    for index in 0..<x.count {
      let factor =
        Double(gamma?[index] ?? 1) / (Double(variance[index]) + Double(epsilon)).squareRoot()
      scale.append(Float(factor))
      shift.append(Float(Double(beta?[index] ?? 0) - Double(mean[index]) * factor))
    }
    return try emit(x.dataType, x.shape, from: [x]) {
      AffineLayer(scale: scale, shift: shift, input: $0[0], output: $1)
    }
  }

  mutating func layerNorm(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    let axes = try axes(of: operation, rank: x.rank)
    let inner = try shape(axes.map { x.dimensions[$0] })
    let (places, length) = try groups(x, axes)
    var parameters: [[Float]] = []
    for name in ["gamma", "beta"] {
      guard let given = try numbers(name, of: operation) else {
        parameters.append([])
        continue
      }
      guard given.count == inner.count else {
        throw error(
          .shape, "'\(name)' has \(given.count) numbers for \(inner.dimensions)",
          in: "inputs.\(name)")
      }
      try spend(x.count)
      var spread = Array(repeating: Float(0), count: x.count)
      for (index, place) in places.enumerated() { spread[place] = given[index % length] }
      parameters.append(spread)
    }
    return try standardize(x, places, length, parameters[0], parameters[1], operation)
  }

  mutating func instanceNorm(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    guard x.rank >= 3 else {
      throw error(.shape, "'instance_norm' needs three dimensions, not \(x.dimensions)")
    }
    let gamma = try perChannel("gamma", of: operation, x) ?? []
    let beta = try perChannel("beta", of: operation, x) ?? []
    let (places, length) = try groups(x, Array(2..<x.rank))
    return try standardize(x, places, length, gamma, beta, operation)
  }

  private mutating func standardize(
    _ x: Tensor, _ places: [Int], _ length: Int, _ gamma: [Float], _ beta: [Float],
    _ operation: Program.Operation
  ) throws(ModelError) -> Tensor {
    let epsilon = try number("epsilon", of: operation, default: 1e-5)
    guard x.kind == .float, length > 0 else {
      throw error(.type, "'\(operation.type)' takes numbers, and some of them", in: "inputs.x")
    }
    return try emit(x.dataType, x.shape, from: [x]) {
      StandardizingLayer(
        input: $0[0], output: $1, places: places, length: length, epsilon: Double(epsilon),
        gamma: gamma, beta: beta)
    }
  }

  mutating func unitLength(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    let epsilon = try number("epsilon", of: operation, default: 1e-6)
    guard x.kind == .float, x.rank >= 3 else {
      throw error(.shape, "'l2_norm' needs three dimensions, not \(x.dimensions)")
    }
    let length = x.dimensions.suffix(3).reduce(1, *)
    return try emit(x.dataType, x.shape, from: [x]) {
      UnitLengthLayer(input: $0[0], output: $1, length: length, epsilon: epsilon)
    }
  }
}
