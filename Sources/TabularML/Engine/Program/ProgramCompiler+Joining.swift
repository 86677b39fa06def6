import ModelSpec

extension ProgramCompiler {
  mutating func join(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    var tensors = try list("values", of: operation)
    if operation.type == "concat" {
      // Single numbers are joined to a vector.
      tensors = try tensors.map { tensor throws(ModelError) in
        tensor.rank == 0 ? try reshaped(tensor, [1]) : tensor
      }
    }
    guard let first = tensors.first,
      tensors.allSatisfy({ $0.dataType == first.dataType && $0.rank == first.rank })
    else {
      throw error(.type, "values of different type or rank cannot be joined", in: "inputs.values")
    }
    if operation.type == "stack" {
      let axis = try axis(of: operation, rank: first.rank + 1)
      var raised: [Tensor] = []
      for tensor in tensors {
        var dimensions = tensor.dimensions
        dimensions.insert(1, at: axis)
        raised.append(try reshaped(tensor, dimensions))
      }
      return try joined(raised, axis: axis)
    }
    let axis = try axis(of: operation, rank: first.rank)
    guard try flag("interleave", of: operation) else { return try joined(tensors, axis: axis) }
    guard tensors.allSatisfy({ $0.dimensions == first.dimensions }) else {
      throw error(.shape, "only values of one shape can take turns", in: "inputs.values")
    }
    var dimensions = first.dimensions
    let length = dimensions[axis]
    dimensions[axis] = length * tensors.count
    let run = first.shape.stride(axis)
    let turns = first.dimensions[..<axis].reduce(1, *) * length
    return try emit(first.dataType, try shape(dimensions), from: tensors) { inputs, output in
      ConcatLayer(
        inputs: inputs, output: output, runs: inputs.map { _ in run }, turns: turns)
    }
  }

  mutating func joined(_ tensors: [Tensor], axis: Int) throws(ModelError) -> Tensor {
    var dimensions = tensors[0].dimensions
    dimensions[axis] = 0
    for tensor in tensors {
      var others = tensor.dimensions
      dimensions[axis] += others[axis]
      others[axis] = tensors[0].dimensions[axis]
      guard others == tensors[0].dimensions else {
        throw error(
          .shape, "\(tensors[0].dimensions) and \(tensor.dimensions) cannot be joined",
          in: "inputs.values")
      }
    }
    let runs = tensors.map { $0.dimensions[axis] * $0.shape.stride(axis) }
    let turns = dimensions[..<axis].reduce(1, *)
    return try emit(tensors[0].dataType, try shape(dimensions), from: tensors) {
      ConcatLayer(inputs: $0, output: $1, runs: runs, turns: turns)
    }
  }

  mutating func split(_ operation: Program.Operation) throws(ModelError) -> [Tensor] {
    let x = try required("x", of: operation)
    let axis = try axis(of: operation, rank: x.rank)
    let length = x.dimensions[axis]
    var sizes = try integers("split_sizes", of: operation) ?? []
    if sizes.isEmpty {
      let count = try integer("num_splits", of: operation)
      guard count > 0, count <= operation.outputs.count, length.isMultiple(of: count) else {
        throw error(.value, "\(length) cannot be split in \(count)", in: "inputs.num_splits")
      }
      sizes = Array(repeating: length / count, count: count)
    }
    guard sizes.allSatisfy({ (0...length).contains($0) }), sizes.reduce(0, +) == length else {
      throw error(.value, "\(length) is not the sum of \(sizes)", in: "inputs.split_sizes")
    }
    try spend(x.count)
    let stride = x.shape.stride(axis)
    let outer = x.dimensions[..<axis].reduce(1, *)
    var parts: [Tensor] = []
    var first = 0
    for size in sizes {
      var dimensions = x.dimensions
      dimensions[axis] = size
      var places: [Int] = []
      for turn in 0..<outer {
        let start = (turn * length + first) * stride
        places += start..<start + size * stride
      }
      parts.append(try picked(x, try shape(dimensions), places))
      first += size
    }
    return parts
  }

  mutating func bandPart(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    let lower = try integer("lower", of: operation, default: -1)
    let upper = try integer("upper", of: operation, default: -1)
    guard x.rank >= 2 else { throw error(.shape, "'band_part' takes matrices", in: "inputs.x") }
    let (rows, columns) = (x.dimensions[x.rank - 2], x.dimensions[x.rank - 1])
    let mask = (0..<rows * columns).map { place -> Float in
      let (row, column) = (place / max(1, columns), place % max(1, columns))
      return (lower < 0 || row - column <= lower) && (upper < 0 || column - row <= upper) ? 1 : 0
    }
    let condition = Tensor(
      dataType: .bool, shape: try shape([rows, columns]), storage: .constant(mask))
    let zero = Tensor(dataType: x.dataType, shape: try shape([]), storage: .constant([0]))
    return try select(condition, x, zero)
  }

  /// Values that do not depend on other values' elements.
  mutating func generate(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    switch operation.type {
    case "shape":
      let x = try required("x", of: operation)
      return Tensor(
        dataType: .int32, shape: try shape([x.rank]),
        storage: .constant(x.dimensions.map { Float(integer: Int32(clamping: $0)) }))
    case "range_1d":
      let ends = try ["start", "end", "step"].map { name throws(ModelError) in
        try required(name, of: operation)
      }
      let (start, end, step) = try (
        number("start", of: operation), number("end", of: operation), number("step", of: operation)
      )
      let count = ((end - start) / step).rounded(.up)
      guard step != 0, count.isFinite, abs(count) < Float(PlanBuilder.largestArray)
      else {
        throw error(.value, "there is no range from \(start) to \(end) by \(step)", in: "inputs")
      }
      let isInteger = ends[0].kind == .integer
      let values = (0..<max(0, Int(count))).map { index in
        let value = Double(start) + Double(index) * Double(step)
        return isInteger ? Float(integer: Int32(cutting: value)) : Float(value)
      }
      try spend(values.count)
      return Tensor(
        dataType: ends[0].dataType, shape: try shape([values.count]), storage: .constant(values))
    default:
      let value = try operand("value", of: operation)
      let dimensions =
        operation.type == "fill_like"
        ? try required("ref_tensor", of: operation).dimensions
        : try integers("shape", of: operation) ?? []
      let result = try shape(dimensions)
      try spend(result.count)
      guard value == nil || value?.constant?.count == 1 else {
        throw error(.shape, "'value' should be one value that is known", in: "inputs.value")
      }
      return Tensor(
        dataType: value?.dataType ?? .float32, shape: result,
        storage: .constant(Array(repeating: value?.constant?[0] ?? 0, count: result.count)))
    }
  }
}
