import ModelSpec

extension ProgramCompiler {
  /// `round(input / scale) + zero_point`, within the range of the type.
  mutating func quantize(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let input = try required("input", of: operation)
    let name = try text("output_dtype", of: operation) ?? ""
    guard input.kind == .float, let target = Program.DataType(named: name),
      target == .int8 || target == .uint8
    else {
      throw error(.type, "'quantize' makes int8 or uint8 of numbers", in: "inputs.output_dtype")
    }
    let (scale, shift) = try factors(operation, input)
    let quotient = try binary("real_div", input, scale)
    var whole = try map(quotient, .function(.round))
    if let shift { whole = try binary("add", whole, shift) }
    return try cast(whole, to: target)
  }

  /// `scale * (input - zero_point)`.
  mutating func dequantize(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let input = try required("input", of: operation)
    guard input.kind == .integer else {
      throw error(.type, "'dequantize' takes integers", in: "inputs.input")
    }
    let (scale, shift) = try factors(operation, input)
    var number = try cast(input, to: scale.dataType)
    if let shift { number = try binary("sub", number, shift) }
    return try binary("mul", number, scale)
  }

  /// Scale and zero point as numbers, one for all or one for each place along an axis.
  private mutating func factors(
    _ operation: Program.Operation, _ input: Tensor
  ) throws(ModelError) -> (scale: Tensor, shift: Tensor?) {
    let axis = try axis(
      try integer("axis", of: operation, default: 0), rank: max(1, input.rank), in: "axis")
    let scale = try alongAxis("scale", of: operation, axis, input)
    guard scale.kind == .float else {
      throw error(.type, "the scale should be a number", in: "inputs.scale")
    }
    guard try operand("zero_point", of: operation) != nil else { return (scale, nil) }
    let shift = try alongAxis("zero_point", of: operation, axis, input)
    return (scale, try cast(shift, to: scale.dataType))
  }

  /// An operand with one number for all of a value, or one for each place along an axis.
  mutating func alongAxis(
    _ name: String, of operation: Program.Operation, _ axis: Int, _ value: Tensor
  ) throws(ModelError) -> Tensor {
    let tensor = try required(name, of: operation)
    let length = value.rank == 0 ? 1 : value.dimensions[axis]
    guard tensor.count == 1 || tensor.count == length else {
      throw error(
        .shape, "'\(name)' has \(tensor.count) numbers for \(length)", in: "inputs.\(name)")
    }
    var dimensions = value.dimensions.map { _ in 1 }
    if tensor.count > 1 { dimensions[axis] = length }
    return try reshaped(tensor, dimensions)
  }
}
