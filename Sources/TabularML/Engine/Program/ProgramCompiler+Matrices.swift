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
}
