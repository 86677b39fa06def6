import ModelSpec

extension ProgramCompiler {
  mutating func largest(_ operation: Program.Operation) throws(ModelError) -> [Tensor] {
    let x = try required("x", of: operation)
    let axis = try axis(of: operation, rank: x.rank, default: -1)
    let count = try integer("k", of: operation, default: 1)
    let ascending = try flag("ascending", of: operation)
    let givesPlaces = try flag("return_indices", of: operation, default: true)
    let placeType = try text("output_indices_dtype", of: operation) ?? "int32"
    guard (1...max(1, x.dimensions[axis])).contains(count) || count == -1 else {
      throw error(.value, "there are no \(count) of \(x.dimensions[axis])", in: "inputs.k")
    }
    let kept = count == -1 ? x.dimensions[axis] : count
    let values = try ordered(x, axis, kept, ascending, places: nil)
    guard givesPlaces else { return [values] }
    guard let type = Program.DataType(named: placeType), type.integerRange != nil else {
      throw error(.value, "places cannot be \(placeType)", in: "inputs.output_indices_dtype")
    }
    return [values, try ordered(x, axis, kept, ascending, places: type)]
  }

  mutating func order(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    let axis = try axis(of: operation, rank: x.rank, default: -1)
    let ascending = try flag("ascending", of: operation)
    return try ordered(x, axis, x.dimensions[axis], ascending, places: .int32)
  }

  private mutating func ordered(
    _ x: Tensor, _ axis: Int, _ count: Int, _ ascending: Bool, places: Program.DataType?
  ) throws(ModelError) -> Tensor {
    var dimensions = x.dimensions
    let length = dimensions[axis]
    guard count <= length else { throw error(.shape, "there are no \(count) of \(length)") }
    dimensions[axis] = count
    let stride = x.shape.stride(axis)
    let isInteger = x.kind == .integer
    return try emit(places ?? x.dataType, try shape(dimensions), from: [x]) {
      SortingLayer(
        input: $0[0], output: $1, length: length, stride: stride, count: count,
        ascending: ascending, givesPlaces: places != nil, isInteger: isInteger)
    }
  }

  mutating func runningSum(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    let axis = try axis(of: operation, rank: x.rank, default: 0)
    let isExclusive = try flag("exclusive", of: operation)
    let isReversed = try flag("reverse", of: operation)
    let (length, stride) = (x.dimensions[axis], x.shape.stride(axis))
    let isInteger = x.kind == .integer
    return try emit(x.dataType, x.shape, from: [x]) {
      RunningSumLayer(
        input: $0[0], output: $1, length: length, stride: stride, isExclusive: isExclusive,
        isReversed: isReversed, isInteger: isInteger)
    }
  }
}
