import ModelSpec

extension ProgramCompiler {
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
