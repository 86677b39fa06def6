import ModelSpec

extension ProgramCompiler {
  /// An operation over two values that are stretched to one shape.
  mutating func binary(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    try binary(
      operation.type, required("x", of: operation), required("y", of: operation))
  }

  mutating func binary(_ type: String, _ x: Tensor, _ y: Tensor) throws(ModelError) -> Tensor {
    var (x, y) = (x, y)
    if x.kind == .integer && y.kind == .float { x = try cast(x, to: y.dataType) }
    if x.kind == .float && y.kind == .integer { y = try cast(y, to: x.dataType) }
    guard x.kind == y.kind, x.kind != .text else {
      throw error(.type, "'\(type)' does not take \(x.dataType.name) and \(y.dataType.name)")
    }
    let comparison = Self.comparisons[type]
    let isTruth = comparison != nil || type.hasPrefix("logical")
    if x.kind == .bool, !isTruth {
      throw error(.type, "'\(type)' does not take truth values")
    }
    let (shape, indices) = try stretch([x, y])
    let dataType = isTruth ? .bool : x.dataType
    if x.kind == .integer {
      let compared: IntegerLayer.Operation? = comparison.map { .compare($0) }
      guard let operation = compared ?? Self.integers[type] else {
        throw error(.type, "'\(type)' does not take integers")
      }
      return try emit(dataType, shape, from: [x, y]) {
        IntegerLayer(operation: operation, inputs: $0, output: $1, indices: indices)
      }
    }
    if let result = try affine(type, x, y, shape, indices) { return result }
    let operation: JoinLayer.Operation
    if let comparison {
      operation = .compare(comparison)
    } else {
      guard let broadcast = Self.broadcasts[type] else {
        throw error(.unsupportedOperation, "the operation '\(type)' cannot be run here")
      }
      operation = .broadcast(broadcast)
    }
    return try emit(dataType, shape, from: [x, y]) {
      JoinLayer(operation: operation, inputs: $0, output: $1, indices: indices)
    }
  }

  /// A sum or product with a constant, without copying that for each row.
  private mutating func affine(
    _ type: String, _ x: Tensor, _ y: Tensor, _ shape: BlobShape, _ indices: [[Int]]
  ) throws(ModelError) -> Tensor? {
    guard type == "add" || type == "sub" || type == "mul" else { return nil }
    let (variable, given, place) = x.constant == nil ? (x, y, 1) : (y, x, 0)
    guard let constant = given.constant, variable.constant == nil, variable.count == shape.count,
      !(type == "sub" && place == 0)
    else { return nil }
    try spend(2 * shape.count)
    let spread =
      indices[place].isEmpty ? constant : indices[place].map { constant[$0] }
    let ones = Array(repeating: Float(1), count: shape.count)
    let zeros = Array(repeating: Float(0), count: shape.count)
    let scale = type == "mul" ? spread : ones
    let shift = type == "mul" ? zeros : type == "sub" ? spread.map { -$0 } : spread
    return try emit(x.dataType, shape, from: [variable]) {
      AffineLayer(scale: scale, shift: shift, input: $0[0], output: $1)
    }
  }

  mutating func select(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let condition = try required("cond", of: operation)
    let (a, b) = try (required("a", of: operation), required("b", of: operation))
    guard condition.kind == .bool, a.kind == b.kind, a.kind != .text else {
      throw error(.type, "'select' takes a truth value and two values of one type")
    }
    return try select(condition, a, b)
  }

  mutating func select(_ condition: Tensor, _ a: Tensor, _ b: Tensor) throws(ModelError) -> Tensor {
    let (shape, indices) = try stretch([condition, a, b])
    return try emit(a.dataType, shape, from: [condition, a, b]) {
      SelectLayer(inputs: $0, output: $1, indices: indices)
    }
  }

  /// The shape over which all values can be stretched, and for each value the element that stands at
  /// each of its places; none if they are the same.
  private mutating func stretch(
    _ tensors: [Tensor]
  ) throws(ModelError) -> (BlobShape, [[Int]]) {
    var stretched = tensors[0].shape
    for tensor in tensors.dropFirst() {
      guard let wider = stretched.broadcast(tensor.shape) else {
        throw error(
          .shape, "the shapes \(stretched.dimensions) and \(tensor.dimensions) do not go together")
      }
      stretched = wider
    }
    var indices: [[Int]] = []
    for tensor in tensors {
      if tensor.count == stretched.count {
        indices.append([])
      } else {
        try spend(stretched.count)
        indices.append(tensor.shape.indices(stretchedTo: stretched))
      }
    }
    return (stretched, indices)
  }

  private static let comparisons: [String: Comparison] = [
    "equal": .equal, "not_equal": .notEqual, "greater": .greaterThan,
    "greater_equal": .greaterEqual, "less": .lessThan, "less_equal": .lessEqual,
  ]

  private static let broadcasts: [String: BroadcastOperation] = [
    "add": .addBroadcastable, "sub": .subtractBroadcastable, "mul": .multiplyBroadcastable,
    "real_div": .divideBroadcastable, "floor_div": .floorDivBroadcastable,
    "mod": .modBroadcastable, "maximum": .maxBroadcastable, "minimum": .minBroadcastable,
    "pow": .powBroadcastable, "logical_and": .logicalAnd, "logical_or": .logicalOr,
    "logical_xor": .logicalXor,
  ]

  private static let integers: [String: IntegerLayer.Operation] = [
    "add": .add, "sub": .subtract, "mul": .multiply, "real_div": .divide, "floor_div": .divide,
    "mod": .modulo, "pow": .power, "maximum": .maximum, "minimum": .minimum,
  ]
}
