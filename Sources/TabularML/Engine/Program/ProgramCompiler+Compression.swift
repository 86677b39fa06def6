import ModelSpec

extension ProgramCompiler {
  /// Weights that are stored in fewer bits.
  mutating func decompress(_ operation: Program.Operation) throws(ModelError) -> Tensor {
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
      let scale = try required("scale", of: operation)
      let zero = try required("zero_point", of: operation)
      let length = data.rank == 0 ? 1 : data.dimensions[axis]
      func spread(_ tensor: Tensor, _ name: String) throws(ModelError) -> Tensor {
        guard tensor.count == 1 || tensor.count == length else {
          throw error(
            .shape, "'\(name)' has \(tensor.count) numbers for \(length)", in: "inputs.\(name)")
        }
        var dimensions = data.dimensions.map { _ in 1 }
        if tensor.count > 1 { dimensions[axis] = length }
        return try reshaped(tensor, dimensions)
      }
      return try scaled(data, spread(scale, "scale"), spread(zero, "zero_point"))
    case "constexpr_blockwise_shift_scale":
      return try scaled(
        compressed("data", of: operation), required("scale", of: operation),
        operand("offset", of: operation))
    case "constexpr_lut_to_dense": return try lookUp(operation)
    case "constexpr_sparse_to_dense": return try scatterNonzero(operation)
    default:
      throw error(.unsupportedOperation, "the operation '\(operation.type)' cannot be run here")
    }
  }

  private mutating func compressed(
    _ name: String, of operation: Program.Operation
  ) throws(ModelError) -> Tensor {
    let tensor = try required(name, of: operation)
    guard tensor.constant != nil else {
      throw error(.structure, "'\(name)' should be a constant", in: "inputs.\(name)")
    }
    return tensor
  }

  /// `(data - offset) * scale`, where scale and offset have one number for each block.
  private mutating func scaled(
    _ data: Tensor, _ scale: Tensor, _ offset: Tensor?
  ) throws(ModelError) -> Tensor {
    guard let elements = data.constant, let factors = scale.constant, scale.kind == .float else {
      throw error(.type, "scale and data should be constant numbers", in: "inputs")
    }
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

  private func dense(
    _ values: [Float], _ dataType: Program.DataType, _ shape: BlobShape
  ) -> Tensor {
    let rounded = dataType == .float16 ? values.map { Float(Float16($0)) } : values
    return Tensor(dataType: dataType, shape: shape, storage: .constant(rounded))
  }

  /// For each element of a shape the block in which it lies, when each axis is cut evenly.
  private func blocks(_ dimensions: [Int], _ counts: [Int]) throws(ModelError) -> [Int] {
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
      let values = table.constant, table.kind == .float, table.count > 0
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
      return dense(
        Self.unpack(codes, bits, shape.count).map { values[$0] }, table.dataType, shape)
    }
    // One table for each block: the last two axes are its values, and the elements of each value.
    guard table.rank == indices.rank + 2 else {
      throw error(.shape, "the table should have \(indices.rank + 2) dimensions", in: "inputs.lut")
    }
    let (entries, length) = (table.dimensions[indices.rank], table.dimensions[indices.rank + 1])
    let places = try blocks(indices.dimensions, Array(table.dimensions.prefix(indices.rank)))
    guard length > 0, codes.allSatisfy({ (0..<entries).contains($0) }) else {
      throw error(.value, "an index leads outside the table", in: "inputs.indices")
    }
    let axis = try axis(
      try integer("vector_axis", of: operation, default: 0), rank: max(1, indices.rank),
      in: "vector_axis")
    var dimensions = indices.dimensions
    if length > 1 {
      guard !dimensions.isEmpty else { throw error(.shape, "a vector needs an axis", in: "inputs") }
      dimensions[axis] *= length
    }
    let shape = try shape(dimensions)
    let inner = indices.rank == 0 ? 1 : indices.shape.stride(axis)
    let elements = (0..<shape.count).map { element -> Float in
      let offset = element % inner
      let along = element / inner
      let code = along / length * inner + offset
      return values[(places[code] * entries + codes[code]) * length + along % length]
    }
    return dense(elements, table.dataType, shape)
  }

  private mutating func scatterNonzero(
    _ operation: Program.Operation
  ) throws(ModelError) -> Tensor {
    let nonzero = try compressed("nonzero_data", of: operation)
    let mask = try compressed("mask", of: operation)
    guard let values = nonzero.constant, let given = mask.constant, mask.kind != .float else {
      throw error(.type, "the mask should be integers", in: "inputs.mask")
    }
    var bits = given.map { mask.kind == .bool ? Int($0) : Int($0.integer) }
    var shape = mask.shape
    if let target = try integers("shape", of: operation) {
      shape = try self.shape(target)
      guard bits.count == (shape.count + 7) / 8 else {
        throw error(
          .shape, "\(bits.count) bytes of mask for \(shape.count) elements", in: "inputs.mask")
      }
      bits = Self.unpack(bits, 1, shape.count)
    }
    guard bits.reduce(0, { $0 + ($1 == 0 ? 0 : 1) }) == values.count else {
      throw error(.shape, "the mask does not have \(values.count) ones", in: "inputs.mask")
    }
    var rest = values.makeIterator()
    let elements = bits.map { $0 == 0 ? 0 : rest.next() ?? 0 }
    return Tensor(dataType: nonzero.dataType, shape: shape, storage: .constant(elements))
  }

  /// Small integers side by side in bytes, the low bits first.
  private static func unpack(_ bytes: [Int], _ bits: Int, _ count: Int) -> [Int] {
    (0..<count).map { index in
      let first = index * bits
      let byte = first / 8
      let window = bytes[byte] & 0xFF | (byte + 1 < bytes.count ? (bytes[byte + 1] & 0xFF) << 8 : 0)
      return window >> (first % 8) & (1 << bits - 1)
    }
  }
}
