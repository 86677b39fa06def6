import ModelSpec

extension ProgramCompiler {
  /// Weights of which only those are stored that are not zero.
  mutating func spreadNonzero(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let nonzero = try compressed("nonzero_data", of: operation)
    guard let target = try integers("shape", of: operation) else {
      return try spread(nonzero, try compressed("mask", of: operation))
    }
    var mask = try compressed("mask", of: operation)
    mask.shape = try shape(target)
    guard mask.kind == .integer, let bytes = mask.constant?.map({ Int($0.integer) }),
      bytes.count == (mask.count + 7) / 8
    else {
      throw error(
        .shape, "the mask does not have a bit for each of \(mask.count) elements",
        in: "inputs.mask")
    }
    let bits = Self.unpack(bytes, 1, mask.count).map { Float(integer: Int32($0)) }
    mask.storage = .constant(bits)
    return try spread(nonzero, mask)
  }

  /// Numbers at the places where a mask is not zero, and zeros elsewhere.
  private mutating func spread(_ nonzero: Tensor, _ mask: Tensor) throws(ModelError) -> Tensor {
    guard let values = nonzero.constant, let bits = mask.constant,
      mask.kind == .integer || mask.kind == .bool
    else { throw error(.type, "the mask should be integers", in: "inputs") }
    // Either kind of nothing is the bit pattern 0.
    guard bits.reduce(0, { $0 + ($1.bitPattern == 0 ? 0 : 1) }) == values.count else {
      throw error(.shape, "the mask does not have \(values.count) ones", in: "inputs")
    }
    try spendExpanded(mask.count)
    var rest = values.makeIterator()
    let elements = bits.map { $0.bitPattern == 0 ? 0 : rest.next() ?? 0 }
    return Tensor(dataType: nonzero.dataType, shape: mask.shape, storage: .constant(elements))
  }

  /// The numbers of a dense value where a mask is not zero.
  private func chosen(_ values: Tensor, _ mask: Tensor) throws(ModelError) -> Tensor {
    let kept = zip(values.constant ?? [], mask.constant ?? []).filter { $1.bitPattern != 0 }
    return Tensor(
      dataType: values.dataType, shape: try shape([kept.count]), storage: .constant(kept.map(\.0)))
  }

  /// Stored numbers of places in a table, some of them left out: the mask and what the table has.
  mutating func lookUpSparse(_ operation: Program.Operation) throws(ModelError) -> [Tensor] {
    try requireConstants(operation)
    let mask = try compressed("indices_mask", of: operation)
    let table = try compressed("lut", of: operation)
    let axis = try integer("vector_axis", of: operation, default: 0)
    let indices = try spread(try compressed("indices_nonzero_data", of: operation), mask)
    guard indices.kind == .integer, let codes = indices.constant?.map({ Int($0.integer) }) else {
      throw error(.type, "indices should be integers", in: "inputs.indices_nonzero_data")
    }
    let values = try lookUp(codes, mask.dimensions, table, vectorAxis: axis)
    // The mask itself is stretched like the indices: as a table of nothing and one.
    let length = table.dimensions.last ?? 1
    let ones = (0..<2 * length).map { Float(integer: $0 < length ? 0 : 1) }
    let stretcher = Tensor(
      dataType: mask.dataType, shape: try shape(mask.dimensions.map { _ in 1 } + [2, length]),
      storage: .constant(ones))
    let bits = (mask.constant ?? []).map { $0.bitPattern == 0 ? 0 : 1 }
    let stretched = try lookUp(bits, mask.dimensions, stretcher, vectorAxis: axis)
    return [stretched, try chosen(values, stretched)]
  }

  /// Stored numbers that are scaled and shifted, some of them left out: the mask and the results.
  mutating func scaleSparse(_ operation: Program.Operation) throws(ModelError) -> [Tensor] {
    try requireConstants(operation)
    let mask = try compressed("data_mask", of: operation)
    let data = try spread(try compressed("nonzero_data", of: operation), mask)
    let values = try scaled(
      data, try required("scale", of: operation), try operand("offset", of: operation))
    return [mask, try chosen(values, mask)]
  }

  /// For each place of a shape what a table has for its number.
  ///
  /// There is one table for each block of the shape: the table's last two axes are its entries, and
  /// the elements of each entry, which stand side by side along an axis.
  mutating func lookUp(
    _ codes: [Int], _ dimensions: [Int], _ table: Tensor, vectorAxis: Int
  ) throws(ModelError) -> Tensor {
    let rank = dimensions.count
    guard let values = table.constant, table.rank == rank + 2 else {
      throw error(.shape, "the table should have \(rank + 2) dimensions", in: "inputs.lut")
    }
    let (entries, length) = (table.dimensions[rank], table.dimensions[rank + 1])
    let places = try blocks(dimensions, Array(table.dimensions.prefix(rank)))
    guard length > 0, codes.allSatisfy({ (0..<entries).contains($0) }) else {
      throw error(.value, "an index leads outside the table", in: "inputs")
    }
    let axis = try axis(vectorAxis, rank: max(1, rank), in: "vector_axis")
    var longer = dimensions
    if length > 1 {
      guard !dimensions.isEmpty else { throw error(.shape, "a vector needs an axis", in: "inputs") }
      guard let product = elementCount([dimensions[axis], length]) else {
        throw error(.shape, "the table is too large", in: "inputs.lut")
      }
      longer[axis] = product
    }
    let shape = try shape(longer)
    try spendExpanded(shape.count)
    let inner = dimensions.dropFirst(axis + 1).reduce(1, *)
    let elements = (0..<shape.count).map { element -> Float in
      let along = element / inner
      let code = along / length * inner + element % inner
      return values[(places[code] * entries + codes[code]) * length + along % length]
    }
    return dense(elements, table.dataType, shape)
  }
}
