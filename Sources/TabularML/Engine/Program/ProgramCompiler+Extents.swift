import ModelSpec

extension Tensor {
  /// The elements that one `non_zero` found, as many as a row has; there is room for `count`.
  struct Room: Sendable, Hashable {
    var number: Int
    var count: Int
  }

  /// Whether its shape follows from shapes, or from the numbers of a row.
  ///
  /// `non_zero` gives as many places as there are; here it gives room for all, and those that are not
  /// needed lie outside of everything, so that changes there are left out. That is the same as long as
  /// nothing else looks at the room, and nothing computes with the places: `x[isnan(x)] = 0` runs, the
  /// mean of chosen elements is refused.
  enum Extent: Sendable, Hashable {
    case known
    /// The places themselves. Numbers that were computed of them might lie anywhere.
    case places(Room)
    /// Truth for each of these places: that it is not negative, which always holds.
    case arePlaces(Room)
    /// A value for each place, along its first dimension.
    case values(Room)
    /// Some of its numbers are how many places there are, the others are known.
    case lengths(Room)

    var room: Room? {
      switch self {
      case .known: nil
      case .places(let room), .arePlaces(let room), .values(let room), .lengths(let room): room
      }
    }
  }
}

extension ProgramCompiler {
  /// What is known of the shapes that an operation makes.
  mutating func extent(of operation: Program.Operation) throws(ModelError) -> Tensor.Extent {
    var extents: [String: Set<Tensor.Extent>] = [:]
    for (parameter, arguments) in operation.inputs {
      for case .name(let name) in arguments {
        guard let extent = values[name]?.extent, extent != .known else { continue }
        extents[parameter, default: []].insert(extent)
      }
    }
    let all = extents.values.reduce(into: Set()) { $0.formUnion($1) }
    guard let room = all.first?.room else {
      return operation.type == "non_zero" ? .places(try newRoom(operation)) : .known
    }
    let result: Tensor.Extent? =
      if all == [.lengths(room)] {
        try extent(of: operation, lengthsIn: Set(extents.keys), room)
      } else if all.allSatisfy({ $0.room == room && $0 != .lengths(room) }) {
        try extent(of: operation, extents, room)
      } else { nil }
    guard let result else {
      throw error(
        .unsupportedOperation,
        "'\(operation.type)' of as many elements as a row's numbers say cannot be run here",
        in: "inputs")
    }
    return result
  }

  /// What becomes of lengths; nil for what cannot be known.
  private mutating func extent(
    of operation: Program.Operation, lengthsIn parameters: Set<String>, _ room: Tensor.Room
  ) throws(ModelError) -> Tensor.Extent? {
    switch operation.type {
    case "identity": return .lengths(room)
    case "select" where !parameters.contains("cond"): return joinedLengths(operation, room)
    case let type where Self.moving.contains(type): return joinedLengths(operation, room)
    case "real_div" where parameters == ["x", "y"]:
      let numbers = try [operand("x", of: operation), operand("y", of: operation)]
      let areLengths = numbers.allSatisfy {
        $0?.constant?.allSatisfy { $0.integer == Int32(clamping: room.count) } == true
      }
      return areLengths ? .known : nil
    case "equal" where parameters == ["x"]:
      // Converters ask whether a length is -1, which says that an axis is as long as another.
      let numbers = try operand("y", of: operation)?.constant
      return numbers?.allSatisfy { $0.integer < 0 } == true ? .known : nil
    case "fill" where parameters == ["shape"]:
      return try isLength(operand("shape", of: operation), of: room) ? .values(room) : nil
    case "tile" where parameters == ["reps"]:
      let isOne = try operand("x", of: operation)?.dimensions.first == 1
      let isLength = isLength(try operand("reps", of: operation), of: room)
      return isOne && isLength ? .values(room) : nil
    default: return nil
    }
  }

  /// What becomes of places and of values for them; nil for what cannot be known.
  private mutating func extent(
    of operation: Program.Operation, _ extents: [String: Set<Tensor.Extent>], _ room: Tensor.Room
  ) throws(ModelError) -> Tensor.Extent? {
    let parameters = Set(extents.keys)
    switch operation.type {
    case "identity": return extents["x"]?.first
    case "shape":
      let others = try operand("x", of: operation)?.dimensions.dropFirst()
      return others?.contains(room.count) == true ? nil : .lengths(room)
    case "tile":
      let reps = try operand("reps", of: operation)?.constant
      return parameters == ["x"] && reps?.first?.integer == 1 ? .values(room) : nil
    case "gather_nd": return parameters == ["indices"] ? .values(room) : nil
    case "scatter_nd":
      return extents == ["indices": [.places(room)], "updates": [.values(room)]] ? .known : nil
    // Converters write `i >= 0 ? i : i + n` for every place `i`.
    case "select" where extents["cond"] == [.arePlaces(room)] && extents["a"] == [.places(room)]:
      return .places(room)
    case "greater_equal" where extents == ["x": [.places(room)]]:
      let bound = try operand("y", of: operation)?.constant
      if bound?.allSatisfy({ $0.bitPattern == 0 }) == true { return .arePlaces(room) }
    default: break
    }
    return Self.elementwise.contains(operation.type) && isAlongside(operation)
      ? .values(room) : nil
  }

  /// Lengths beside other numbers, which must not be taken for lengths: so none may be as large as
  /// there is room for.
  private func joinedLengths(
    _ operation: Program.Operation, _ room: Tensor.Room
  ) -> Tensor.Extent? {
    for parameter in ["a", "b", "values"] {
      for case .name(let name) in operation.inputs[parameter] ?? [] {
        guard let value = values[name], value.extent == .known else { continue }
        guard let numbers = value.constant,
          !numbers.contains(where: { $0.integer == Int32(clamping: room.count) })
        else { return nil }
      }
    }
    return .lengths(room)
  }

  /// The room of a `non_zero`; two of the same truth find the same places.
  private mutating func newRoom(_ operation: Program.Operation) throws(ModelError) -> Tensor.Room {
    let count = try required("x", of: operation).count
    guard case .name(let name)? = operation.inputs["x"]?.first else {
      choiceCount += 1
      return Tensor.Room(number: choiceCount, count: count)
    }
    return Tensor.Room(number: choice(name), count: count)
  }

  /// The number of what elements are chosen by.
  private mutating func choice(_ name: String) -> Int {
    if let known = choices[name] { return known.number }
    choiceCount += 1
    choices[name] = (choiceCount, values[name]?.kind == .bool)
    return choiceCount
  }

  /// Numbers that are made of truth choose what that does.
  mutating func followTruth(_ operation: Program.Operation) {
    for output in operation.outputs { choices[output.name] = nil }
    guard operation.type == "cast", case .name(let name)? = operation.inputs["x"]?.first,
      values[name]?.kind == .bool || choices[name]?.isTruth == true,
      let output = operation.outputs.first
    else { return }
    choices[output.name] = (choice(name), true)
  }

  /// Whether of a shape, or of how often axes are repeated, the first number and no other is how many
  /// places there are.
  private func isLength(_ shape: Tensor?, of room: Tensor.Room) -> Bool {
    guard let numbers = shape?.constant else { return false }
    return numbers.first?.integer == Int32(clamping: room.count)
      && !numbers.dropFirst().contains { $0.integer == Int32(clamping: room.count) }
  }

  /// Whether what is not in the room is the same for all places.
  private func isAlongside(_ operation: Program.Operation) -> Bool {
    let operands = operation.inputs.values.joined().compactMap { argument in
      if case .name(let name) = argument { values[name] } else { nil }
    }
    let rank = operands.lazy.filter { $0.extent != .known }.map(\.rank).max() ?? 0
    return operands.allSatisfy { operand in
      operand.extent == .known
        ? operand.rank < rank || (operand.rank == rank && operand.dimensions.first == 1)
        : operand.rank == rank
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

  /// What gives numbers of a value in another order or arrangement.
  private static let moving: Set = [
    "concat", "expand_dims", "gather", "reshape", "reverse", "slice_by_index", "slice_by_size",
    "squeeze",
    "stack",
  ]

  private static let elementwise: Set = [
    "abs", "add", "cast", "ceil", "clip", "equal", "exp", "floor", "floor_div", "greater",
    "greater_equal", "identity", "less", "less_equal", "log", "logical_and", "logical_not",
    "logical_or", "maximum", "minimum", "mod", "mul", "not_equal", "pow", "real_div", "relu",
    "round", "rsqrt", "select", "sigmoid", "sign", "sqrt", "square", "sub", "tanh",
  ]
}
