import ModelSpec

extension ProgramCompiler {
  mutating func gather(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    let indices = try required("indices", of: operation)
    guard indices.kind == .integer else {
      throw error(.type, "the indices should be integers", in: "inputs.indices")
    }
    if operation.type == "gather_nd" { return try gatherPoints(operation, x, indices) }
    let axis = try axis(of: operation, rank: x.rank, default: 0)
    let length = x.dimensions[axis]
    guard length > 0 else { throw error(.shape, "there is nothing to choose from", in: "inputs.x") }
    if operation.type == "gather_along_axis" {
      var expected = x.dimensions
      guard indices.rank == x.rank else {
        throw error(.shape, "the indices should have \(x.rank) dimensions", in: "inputs.indices")
      }
      expected[axis] = indices.dimensions[axis]
      guard indices.dimensions == expected, indices.count > 0 else {
        throw error(.shape, "the indices should have the shape \(expected)", in: "inputs.indices")
      }
      let stride = x.shape.stride(axis)
      return try emit(x.dataType, indices.shape, from: [x, indices]) {
        GatherAlongLayer(
          input: $0[0], indices: $0[1], output: $1, length: length, stride: stride,
          indexLength: expected[axis])
      }
    }
    let batch = try batchDimensions(of: operation, x, indices)
    guard batch <= axis else {
      throw error(
        .value, "axis \(axis) is one of \(batch) batch dimensions", in: "inputs.batch_dims")
    }
    let chosen = Array(indices.dimensions.dropFirst(batch))
    return try gathered(x, indices, axis: axis, choices: chosen, batch: batch)
  }

  /// How many of the first dimensions are the same for values and indices.
  private mutating func batchDimensions(
    of operation: Program.Operation, _ x: Tensor, _ indices: Tensor
  ) throws(ModelError) -> Int {
    let given = try integer("batch_dims", of: operation, default: 0)
    let batch = given < 0 ? given + indices.rank : given
    guard (0...min(x.rank, indices.rank)).contains(batch),
      indices.dimensions.prefix(batch) == x.dimensions.prefix(batch)
    else {
      throw error(
        .shape, "\(x.dimensions) and \(indices.dimensions) do not share \(given) dimensions",
        in: "inputs.batch_dims")
    }
    return batch
  }

  private mutating func gathered(
    _ x: Tensor, _ indices: Tensor, axis: Int, choices: [Int], batch: Int
  ) throws(ModelError) -> Tensor {
    let result = try shape(
      x.dimensions[..<axis] + choices + x.dimensions[(axis + 1)...])
    let (length, run) = (x.dimensions[axis], x.shape.stride(axis))
    let outer = x.dimensions[..<axis].reduce(1, *)
    let count = choices.reduce(1, *)
    let repetitions = x.dimensions[batch..<axis].reduce(1, *)
    // A table of weights is read where it is; copied for each row, it would fill the memory.
    if let table = x.constant, indices.constant == nil {
      return try emit(x.dataType, result, from: [indices]) {
        GatherLayer(
          table: table, input: nil, indices: $0[0], output: $1, length: length, run: run,
          outer: outer, choices: count, repetitions: repetitions)
      }
    }
    return try emit(x.dataType, result, from: [x, indices]) {
      GatherLayer(
        table: [], input: $0[0], indices: $0[1], output: $1, length: length, run: run,
        outer: outer, choices: count, repetitions: repetitions)
    }
  }

  /// Each index is a point: its numbers along the first axes, which become one.
  private mutating func gatherPoints(
    _ operation: Program.Operation, _ x: Tensor, _ indices: Tensor
  ) throws(ModelError) -> Tensor {
    let batch = try batchDimensions(of: operation, x, indices)
    guard let axes = indices.dimensions.last, axes > 0, axes <= x.rank - batch,
      batch < indices.rank, indices.count > 0, x.count > 0
    else { throw error(.shape, "the indices do not fit \(x.dimensions)", in: "inputs.indices") }
    let points = try shape(Array(indices.dimensions.dropLast()))
    var flat: Tensor?
    let bounds = x.dimensions[batch..<batch + axes]
    let whole = bounds.reduce(1, *)
    var stride = whole
    for (axis, bound) in bounds.enumerated() {
      stride /= bound
      let numbers = try picked(
        indices, points, (0..<points.count).map { $0 * axes + axis })
      // Looked up, so that each index is bounded along its own axis before they are added up.
      try spend(bound)
      let offsets = Tensor(
        dataType: numbers.dataType, shape: try shape([bound]),
        storage: .constant((0..<bound).map { Float(integer: Int32(clamping: $0 * stride)) }))
      let term = try gathered(offsets, numbers, axis: 0, choices: points.dimensions, batch: 0)
      flat = try flat.map { sum throws(ModelError) in try binary("add", sum, term) } ?? term
    }
    let table = try reshaped(
      x, x.dimensions[..<batch] + [whole] + x.dimensions[(batch + axes)...])
    return try gathered(
      table, flat ?? indices, axis: batch, choices: Array(points.dimensions.dropFirst(batch)),
      batch: batch)
  }

  mutating func oneHot(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let indices = try required("indices", of: operation)
    let length = try integer("one_hot_vector_size", of: operation)
    let axis = try axis(of: operation, rank: indices.rank + 1, default: -1)
    let (on, off) = try (operand("on_value", of: operation), operand("off_value", of: operation))
    guard indices.kind == .integer, length > 0 else {
      throw error(.value, "'one_hot' takes integers and a size", in: "inputs")
    }
    guard on?.constant?.count ?? 1 == 1, off?.constant?.count ?? 1 == 1,
      on == nil || on?.constant != nil, off == nil || off?.constant != nil
    else { throw error(.shape, "'one_hot' takes one value for on and one for off", in: "inputs") }
    var dimensions = indices.dimensions
    dimensions.insert(length, at: axis)
    let result = try shape(dimensions)
    let stride = result.stride(axis)
    let dataType = on?.dataType ?? off?.dataType ?? .int32
    let one = dataType.isFloat ? 1 : Float(integer: 1)
    let (high, low) = (on?.constant?[0] ?? one, off?.constant?[0] ?? 0)
    return try emit(dataType, result, from: [indices]) {
      OneHotLayer(
        input: $0[0], output: $1, length: length, stride: stride, on: high, off: low)
    }
  }
}
