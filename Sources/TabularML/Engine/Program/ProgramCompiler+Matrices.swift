import ModelSpec

extension ProgramCompiler {
  mutating func linear(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    let weight = try required("weight", of: operation)
    let bias = try operand("bias", of: operation)
    guard x.kind == .float, weight.kind == .float, bias?.kind ?? .float == .float else {
      throw error(.type, "'linear' takes numbers")
    }
    guard weight.rank == 2, x.rank >= 1, x.dimensions.last == weight.dimensions[1] else {
      throw error(
        .shape, "weights of \(weight.dimensions) do not fit an input of \(x.dimensions)",
        in: "inputs.weight")
    }
    let outputs = weight.dimensions[0]
    guard bias == nil || bias?.dimensions == [outputs] || bias?.count == 1 else {
      throw error(
        .shape, "a bias of \(bias?.dimensions ?? []) for \(outputs) outputs", in: "inputs.bias")
    }
    if let rows = weight.constant, bias == nil || bias?.constant != nil {
      let numbers = bias?.constant.map {
        $0.count == outputs ? $0 : Array(repeating: $0[0], count: outputs)
      }
      return try dense(x, outputs, rows, numbers)
    }
    let product = try self.product(x, weight, transposesLeft: false, transposesRight: true)
    guard let bias else { return product }
    return try binary("add", product, bias)
  }

  /// Weights by output, applied to the last axis.
  private mutating func dense(
    _ x: Tensor, _ outputs: Int, _ rows: [Float], _ bias: [Float]?
  ) throws(ModelError) -> Tensor {
    let inputs = x.dimensions.last ?? 1
    let weights = addDense(inputs: inputs, outputs: outputs, rows: rows, bias: bias)
    let repetitions = x.dimensions.dropLast().reduce(1, *)
    try limitWork([repetitions, inputs, outputs])
    return try emit(x.dataType, try shape(x.dimensions.dropLast() + [outputs]), from: [x]) {
      DenseLayer(input: $0[0], output: $1, weights: weights, repetitions: repetitions)
    }
  }

  mutating func matmul(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let (x, y) = try (required("x", of: operation), required("y", of: operation))
    let left = try flag("transpose_x", of: operation)
    let right = try flag("transpose_y", of: operation)
    guard x.kind == .float, y.kind == .float else {
      throw error(.type, "'matmul' takes numbers")
    }
    // Two dimensions of weights, and no turning of the other operand: a dense layer.
    if let constant = y.constant, y.rank == 2, x.rank >= 1, !left {
      let (inner, outputs) =
        right ? (y.dimensions[1], y.dimensions[0]) : (y.dimensions[0], y.dimensions[1])
      guard x.dimensions.last == inner else { throw mismatch(x, y) }
      var rows = constant
      if !right {
        rows = (0..<constant.count).map { constant[$0 % inner * outputs + $0 / inner] }
      }
      return try dense(x, outputs, rows, nil)
    }
    return try product(x, y, transposesLeft: left, transposesRight: right)
  }

  /// `numpy.matmul`: the last two axes are matrices, those before them are stretched.
  mutating func product(
    _ x: Tensor, _ y: Tensor, transposesLeft: Bool, transposesRight: Bool
  ) throws(ModelError) -> Tensor {
    guard x.rank >= 1, y.rank >= 1 else { throw mismatch(x, y) }
    let left = x.rank == 1 ? [1] + x.dimensions : x.dimensions
    let right = y.rank == 1 ? y.dimensions + [1] : y.dimensions
    let (turnsLeft, turnsRight) = (transposesLeft && x.rank > 1, transposesRight && y.rank > 1)
    let (m, inner) = Self.matrix(left, turnsLeft)
    let (terms, n) = Self.matrix(right, turnsRight)
    guard inner == terms, let outerX = BlobShape(Array(left.dropLast(2))),
      let outerY = BlobShape(Array(right.dropLast(2))), let outer = outerX.broadcast(outerY)
    else { throw mismatch(x, y) }
    try spend(2 * outer.count)
    try limitWork([outer.count, m, n, inner])
    let places = zip(
      outerX.indices(stretchedTo: outer), outerY.indices(stretchedTo: outer)
    ).map { ($0 * m * inner, $1 * inner * n) }
    var dimensions = outer.dimensions
    if x.rank > 1 { dimensions.append(m) }
    if y.rank > 1 { dimensions.append(n) }
    return try emit(x.dataType, try shape(dimensions), from: [x, y]) {
      ProductLayer(
        inputs: $0, output: $1, rowCount: m, columnCount: n, inner: inner, starts: places,
        transposesLeft: turnsLeft, transposesRight: turnsRight)
    }
  }

  private static func matrix(_ dimensions: [Int], _ isTurned: Bool) -> (Int, Int) {
    let (rows, columns) = (dimensions[dimensions.count - 2], dimensions[dimensions.count - 1])
    return isTurned ? (columns, rows) : (rows, columns)
  }

  private func mismatch(_ x: Tensor, _ y: Tensor) -> ModelError {
    error(.shape, "the matrices \(x.dimensions) and \(y.dimensions) cannot be multiplied")
  }

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
        input: $0[0], output: $1, places: places, length: length, epsilon: epsilon, gamma: gamma,
        beta: beta)
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

  mutating func softmax(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    guard x.kind == .float else { throw error(.type, "'softmax' takes numbers", in: "inputs.x") }
    return try softmax(x, axis: try axis(of: operation, rank: x.rank, default: -1))
  }

  private mutating func softmax(_ x: Tensor, axis: Int) throws(ModelError) -> Tensor {
    let (length, stride) = (x.dimensions[axis], x.shape.stride(axis))
    guard length > 0, stride > 0 else { throw error(.shape, "'softmax' of nothing") }
    return try emit(x.dataType, x.shape, from: [x]) {
      SoftmaxLayer(input: $0[0], output: $1, length: length, stride: stride)
    }
  }

  /// `softmax(Q Kᵀ / √E + mask) V`, where a mask of truth values leaves out what is false.
  mutating func attention(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let (query, key, value) = try (
      required("query", of: operation), required("key", of: operation),
      required("value", of: operation)
    )
    guard query.kind == .float, query.rank >= 3, query.count > 0, key.rank == query.rank,
      value.rank == query.rank, key.dataType == query.dataType, value.dataType == query.dataType,
      key.dimensions.dropLast(2) == query.dimensions.dropLast(2),
      value.dimensions.dropLast() == key.dimensions.dropLast(),
      let size = query.dimensions.last, key.dimensions.last == size
    else {
      throw error(
        .shape,
        "\(query.dimensions), \(key.dimensions) and \(value.dimensions) do not go together",
        in: "inputs")
    }
    let scale = Tensor(
      dataType: query.dataType, shape: try shape([]),
      storage: .constant([1 / Float(size).squareRoot()]))
    var scores = try binary(
      "mul", try product(query, key, transposesLeft: false, transposesRight: true), scale)
    let expected = scores.shape
    if let mask = try operand("attn_mask", of: operation) {
      if mask.kind == .bool {
        let never = Tensor(
          dataType: scores.dataType, shape: try shape([]), storage: .constant([-.infinity]))
        scores = try select(mask, scores, never)
      } else {
        scores = try binary("add", scores, mask)
      }
      guard scores.shape == expected else {
        throw error(
          .shape, "the mask of \(mask.dimensions) does not fit scores of \(expected.dimensions)",
          in: "inputs.attn_mask")
      }
    }
    return try product(
      try softmax(scores, axis: scores.rank - 1), value, transposesLeft: false,
      transposesRight: false)
  }
}
