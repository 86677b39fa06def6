import ModelSpec

extension Tensor {
  /// Whether its shape follows from shapes, or from the numbers of a row.
  ///
  /// `non_zero` gives as many places as there are; here it gives room for all, and those that are not
  /// needed lie outside of everything, so that changes there are left out. That is the same as long as
  /// nothing else looks at the room: `x[isnan(x)] = 0` runs, the mean of chosen elements is refused.
  enum Extent: Sendable {
    case known
    /// Its first dimension is room for as many as a row may have.
    case room
    /// Such room as `non_zero` made it: places that are not needed lie outside. Numbers that were
    /// computed of them might lie anywhere.
    case places
    /// Truth for each of these places: that it is not negative, which always holds.
    case arePlaces
    /// It is made of lengths of such rooms.
    case lengthOfRoom
  }
}

extension ProgramCompiler {
  /// What is known of the shapes that an operation makes.
  mutating func extent(of operation: Program.Operation) throws(ModelError) -> Tensor.Extent {
    var found: [Tensor.Extent: Set<String>] = [:]
    var areConstant = true
    for (parameter, arguments) in operation.inputs {
      for case .name(let name) in arguments {
        guard let value = values[name] else { continue }
        found[value.extent, default: []].insert(parameter)
        if case .blob = value.storage { areConstant = false }
      }
    }
    let (places, lengths) = (found[.places] ?? [], found[.lengthOfRoom] ?? [])
    let tests = found[.arePlaces] ?? []
    let rooms = (found[.room] ?? []).union(places).union(tests)
    var isTest = false
    if operation.type == "greater_equal", places == ["x"],
      let bound = try operand("y", of: operation)?.constant
    {
      isTest = bound.allSatisfy { $0.bitPattern == 0 }
    }
    switch operation.type {
    case _ where rooms.isEmpty && lengths.isEmpty:
      return operation.type == "non_zero" ? .places : .known
    case "identity" where places == ["x"]: return .places
    case "greater_equal" where isTest: return .arePlaces
    // Converters write `i >= 0 ? i : i + n` for every place `i`.
    case "select" where tests == ["cond"] && places.contains("a"): return .places
    case "tile" where rooms.isSubset(of: ["x"]) && lengths == ["reps"]: return .room
    case "fill" where rooms.isEmpty && lengths == ["shape"]: return .room
    case "shape" where lengths.isEmpty: return .lengthOfRoom
    case "gather_nd" where rooms == ["indices"] && lengths.isEmpty: return .room
    case "scatter_nd"
    where rooms == ["indices", "updates"] && places.contains("indices") && lengths.isEmpty:
      return .known
    case let type where lengths.isEmpty && Self.elementwise.contains(type): return .room
    case _ where rooms.isEmpty && areConstant: return .lengthOfRoom
    default:
      throw error(
        .unsupportedOperation,
        "'\(operation.type)' of as many elements as a row's numbers say cannot be run here",
        in: "inputs")
    }
  }

  /// The places of the elements that are not zero, in order, in room for all of them.
  mutating func nonZero(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    guard x.kind != .text, x.rank > 0 else {
      throw error(.type, "'non_zero' takes an array of numbers", in: "inputs.x")
    }
    let result = try shape([x.count, x.rank])
    let strides = x.dimensions.indices.map { x.shape.stride($0) }
    let dimensions = x.dimensions
    let isInteger = x.kind == .integer
    let count = x.count
    return try emit(.int32, result, from: [x]) {
      FunctionLayer(inputs: $0, output: $1) { row, y in
        var next = 0
        for element in 0..<count where isInteger ? row[element].integer != 0 : row[element] != 0 {
          for (stride, dimension) in zip(strides, dimensions) {
            y[next] = Float(integer: Int32(truncatingIfNeeded: element / stride % dimension))
            next += 1
          }
        }
        for rest in next..<count * strides.count { y[rest] = Float(integer: .max) }
      }
    }
  }

  private static let elementwise: Set = [
    "abs", "add", "cast", "ceil", "clip", "equal", "exp", "floor", "floor_div", "greater",
    "greater_equal", "identity", "less", "less_equal", "log", "logical_and", "logical_not",
    "logical_or", "maximum", "minimum", "mod", "mul", "not_equal", "pow", "real_div", "relu",
    "round", "rsqrt", "select", "sigmoid", "sign", "sqrt", "square", "sub", "tanh",
  ]
}
