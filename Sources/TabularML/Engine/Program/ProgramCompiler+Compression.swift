import ModelSpec

extension ProgramCompiler {
  /// Weights that are stored in fewer bits.
  mutating func decompress(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    try requireConstants(operation)
    switch operation.type {
    case "constexpr_cast":
      let source = try required("source_val", of: operation)
      let name = try text("output_dtype", of: operation) ?? ""
      guard source.constant != nil, let target = Program.DataType(named: name) else {
        throw error(.value, "there is no type '\(name)'", in: "inputs.output_dtype")
      }
      return try cast(source, to: target)
    case "constexpr_affine_dequantize":
      let data = try compressed("quantized_data", of: operation)
      let axis = try axis(of: operation, rank: max(1, data.rank))
      let scale = try alongAxis("scale", of: operation, axis, data)
      return try scaled(data, scale, try alongAxis("zero_point", of: operation, axis, data))
    case "constexpr_blockwise_shift_scale":
      return try scaled(
        compressed("data", of: operation), required("scale", of: operation),
        operand("offset", of: operation))
    case "constexpr_lut_to_dense": return try lookUp(operation)
    case "constexpr_sparse_to_dense": return try spreadNonzero(operation)
    default:
      throw error(.unsupportedOperation, "the operation '\(operation.type)' cannot be run here")
    }
  }

  /// Refuses what changes from turn to turn of a loop: weights are made once.
  func requireConstants(_ operation: Program.Operation) throws(ModelError) {
    for (parameter, arguments) in operation.inputs.sorted(by: { $0.key < $1.key }) {
      for case .name(let name) in arguments where !weightNames.contains(name) {
        throw error(.structure, "'\(parameter)' should be a constant", in: "inputs.\(parameter)")
      }
    }
  }

  mutating func compressed(
    _ name: String, of operation: Program.Operation
  ) throws(ModelError) -> Tensor {
    let tensor = try required(name, of: operation)
    guard tensor.constant != nil else {
      throw error(.structure, "'\(name)' should be a constant", in: "inputs.\(name)")
    }
    return tensor
  }

  /// `(data - offset) * scale`, where scale and offset have one number for each block.
  mutating func scaled(
    _ data: Tensor, _ scale: Tensor, _ offset: Tensor?
  ) throws(ModelError) -> Tensor {
    guard let elements = data.constant, let factors = scale.constant, scale.kind == .float else {
      throw error(.type, "scale and data should be constant numbers", in: "inputs")
    }
    try spendExpanded(data.count)
    let places = try blocks(data.dimensions, scale.dimensions)
    let offsetPlaces = try offset.map { offset throws(ModelError) in
      try blocks(data.dimensions, offset.dimensions)
    }
    let shifts = offset.flatMap { offset in offset.constant.map { Self.floats($0, offset.kind) } }
    guard offset == nil || shifts != nil else {
      throw error(.type, "the offset should be a constant", in: "inputs")
    }
    let numbers = Self.floats(elements, data.kind)
    let values = numbers.indices.map { index in
      (numbers[index] - (shifts?[offsetPlaces?[index] ?? 0] ?? 0)) * factors[places[index]]
    }
    return dense(values, scale.dataType, data.shape)
  }

  private static func floats(_ elements: [Float], _ kind: Tensor.Kind) -> [Float] {
    kind == .integer ? elements.map { Float($0.integer) } : elements
  }

  func dense(
    _ values: [Float], _ dataType: Program.DataType, _ shape: BlobShape
  ) -> Tensor {
    let rounded = dataType == .float16 ? values.map { Float(Float16($0)) } : values
    return Tensor(dataType: dataType, shape: shape, storage: .constant(rounded))
  }

  /// For each element of a shape the block in which it lies, when each axis is cut evenly.
  func blocks(_ dimensions: [Int], _ counts: [Int]) throws(ModelError) -> [Int] {
    let counts = counts.isEmpty ? dimensions.map { _ in 1 } : counts
    guard counts.count == dimensions.count,
      zip(dimensions, counts).allSatisfy({ $1 > 0 && $0.isMultiple(of: $1) })
    else {
      throw error(.shape, "\(dimensions) cannot be cut in blocks \(counts)", in: "inputs")
    }
    var places = [0]
    for (size, count) in zip(dimensions, counts) {
      let length = max(1, size / count)
      places = places.flatMap { place in (0..<size).map { place * count + $0 / length } }
    }
    return places
  }

  private mutating func lookUp(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let indices = try compressed("indices", of: operation)
    let table = try compressed("lut", of: operation)
    guard let codes = indices.constant?.map({ Int($0.integer) }), indices.kind == .integer,
      let values = table.constant, table.kind == .float || table.kind == .integer, table.count > 0
    else { throw error(.type, "indices and table have the wrong types", in: "inputs") }
    if let target = try integers("shape", of: operation) {
      let shape = try shape(target)
      let bits = table.count.trailingZeroBitCount
      guard table.count == 1 << bits, (1...8).contains(bits) else {
        throw error(.shape, "a table of \(table.count) values", in: "inputs.lut")
      }
      guard codes.count == (shape.count * bits + 7) / 8 else {
        throw error(
          .shape, "\(codes.count) bytes of indices for \(shape.count) elements of \(bits) bits",
          in: "inputs.indices")
      }
      try spendExpanded(shape.count)
      return dense(
        Self.unpack(codes, bits, shape.count).map { values[$0] }, table.dataType, shape)
    }
    let axis = try integer("vector_axis", of: operation, default: 0)
    return try lookUp(codes, indices.dimensions, table, vectorAxis: axis)
  }

  /// Small integers side by side in bytes, the low bits first.
  static func unpack(_ bytes: [Int], _ bits: Int, _ count: Int) -> [Int] {
    (0..<count).map { index in
      let first = index * bits
      let byte = first / 8
      let window = bytes[byte] & 0xFF | (byte + 1 < bytes.count ? (bytes[byte + 1] & 0xFF) << 8 : 0)
      return window >> (first % 8) & (1 << bits - 1)
    }
  }
}
