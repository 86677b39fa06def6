import ModelSpec

extension ProgramCompiler {
  mutating func reduce(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    let keepsAxes = try flag("keep_dims", of: operation)
    let choosesPlace = operation.type.hasPrefix("reduce_arg")
    let axes =
      choosesPlace
      ? [try axis(of: operation, rank: x.rank, default: -1)]
      : try axes(of: operation, rank: x.rank)
    let table = x.kind == .integer ? Self.integerReductions : Self.reductions
    guard x.kind == .float || x.kind == .integer, let reduction = table[operation.type] else {
      throw error(.type, "'\(operation.type)' does not take \(x.dataType.name)", in: "inputs.x")
    }
    var dataType = x.dataType
    if choosesPlace {
      let name = try text("output_dtype", of: operation) ?? "int32"
      guard let type = Program.DataType(named: name), type.integerRange != nil else {
        throw error(.value, "places cannot be \(name)", in: "inputs.output_dtype")
      }
      dataType = type
    }
    return try reduced(x, reduction, axes, keepsAxes: keepsAxes, to: dataType)
  }

  /// One number out of those that differ only along some axes.
  mutating func reduced(
    _ x: Tensor, _ reduction: ReductionLayer.Operation, _ axes: [Int], keepsAxes: Bool,
    to dataType: Program.DataType? = nil
  ) throws(ModelError) -> Tensor {
    let (places, length) = try groups(x, axes)
    guard length > 0 else { throw error(.shape, "there is nothing to reduce", in: "inputs") }
    let dimensions = x.dimensions.indices.compactMap { axis in
      axes.contains(axis) ? (keepsAxes ? 1 : nil) : x.dimensions[axis]
    }
    return try emit(dataType ?? x.dataType, try shape(dimensions), from: [x]) {
      ReductionLayer(
        operation: reduction, input: $0[0], output: $1, places: places, length: length)
    }
  }

  /// The places of the elements that differ only along some axes, group after group.
  mutating func groups(
    _ x: Tensor, _ axes: [Int]
  ) throws(ModelError) -> (places: [Int], length: Int) {
    try spend(x.count)
    var places = [0]
    for axis in x.dimensions.indices.filter({ !axes.contains($0) }) + axes {
      let stride = x.shape.stride(axis)
      places = places.flatMap { place in (0..<x.dimensions[axis]).map { place + $0 * stride } }
    }
    return (places, axes.map { x.dimensions[$0] }.reduce(1, *))
  }

  private static let reductions: [String: ReductionLayer.Operation] = [
    "reduce_sum": .sum, "reduce_mean": .mean, "reduce_max": .maximum, "reduce_min": .minimum,
    "reduce_prod": .product, "reduce_l1_norm": .absoluteSum, "reduce_l2_norm": .norm,
    "reduce_sum_square": .squareSum, "reduce_log_sum": .logSum, "reduce_log_sum_exp": .logSumExp,
    "reduce_argmax": .argmax, "reduce_argmin": .argmin,
  ]

  private static let integerReductions: [String: ReductionLayer.Operation] = [
    "reduce_sum": .integerSum, "reduce_mean": .integerMean, "reduce_max": .integerMaximum,
    "reduce_min": .integerMinimum, "reduce_prod": .integerProduct,
    "reduce_argmax": .integerArgmax, "reduce_argmin": .integerArgmin,
  ]
}
