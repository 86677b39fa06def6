import ModelSpec

extension ProgramCompiler {
  /// An operand of an operation; nil when it is left out.
  mutating func operand(
    _ name: String, of operation: Program.Operation
  ) throws(ModelError) -> Tensor? {
    if let argument = operation.inputs[name]?.first {
      return try tensor(argument, in: "inputs.\(name)")
    }
    if let value = operation.attributes[name] {
      return try tensor(value, in: "attributes.\(name)")
    }
    return nil
  }

  private mutating func tensor(
    _ argument: Program.Argument, in field: String
  ) throws(ModelError) -> Tensor {
    switch argument {
    case .value(let value): return try tensor(value, in: field)
    case .name(let name):
      guard let value = values[name] else {
        throw error(.structure, "nothing before this operation makes '\(name)'", in: field)
      }
      return value
    }
  }

  mutating func required(
    _ name: String, of operation: Program.Operation
  ) throws(ModelError) -> Tensor {
    guard let tensor = try operand(name, of: operation) else {
      throw error(.structure, "'\(operation.type)' lacks its operand '\(name)'", in: "inputs")
    }
    return tensor
  }

  /// The values of an operand that takes several.
  mutating func list(
    _ name: String, of operation: Program.Operation
  ) throws(ModelError) -> [Tensor] {
    var tensors: [Tensor] = []
    for argument in operation.inputs[name] ?? [] {
      tensors.append(try tensor(argument, in: "inputs.\(name)"))
    }
    guard !tensors.isEmpty else {
      throw error(.structure, "'\(operation.type)' lacks its operand '\(name)'", in: "inputs")
    }
    return tensors
  }

  // MARK: Operands that have to be known

  mutating func numbers(
    _ name: String, of operation: Program.Operation
  ) throws(ModelError) -> [Float]? {
    guard let tensor = try operand(name, of: operation) else { return nil }
    guard let elements = tensor.constant else { throw unknown(name, operation) }
    try spend(elements.count)
    return tensor.kind == .integer ? elements.map { Float($0.integer) } : elements
  }

  mutating func integers(
    _ name: String, of operation: Program.Operation
  ) throws(ModelError) -> [Int]? {
    guard let tensor = try operand(name, of: operation) else { return nil }
    guard let elements = tensor.constant else { throw unknown(name, operation) }
    guard tensor.kind == .integer else {
      throw error(.type, "'\(name)' should hold integers", in: "inputs.\(name)")
    }
    try spend(elements.count)
    return elements.map { Int($0.integer) }
  }

  mutating func number(
    _ name: String, of operation: Program.Operation, default standard: Float? = nil
  ) throws(ModelError) -> Float {
    guard let values = try numbers(name, of: operation) else {
      guard let standard else { throw missing(name, operation) }
      return standard
    }
    guard values.count == 1 else { throw single(name) }
    return values[0]
  }

  mutating func integer(
    _ name: String, of operation: Program.Operation, default standard: Int? = nil
  ) throws(ModelError) -> Int {
    guard let values = try integers(name, of: operation) else {
      guard let standard else { throw missing(name, operation) }
      return standard
    }
    guard values.count == 1 else { throw single(name) }
    return values[0]
  }

  mutating func flags(
    _ name: String, of operation: Program.Operation
  ) throws(ModelError) -> [Bool]? {
    guard let tensor = try operand(name, of: operation) else { return nil }
    guard let elements = tensor.constant else { throw unknown(name, operation) }
    guard tensor.kind == .bool else {
      throw error(.type, "'\(name)' should be true or false", in: "inputs.\(name)")
    }
    return elements.map { $0 != 0 }
  }

  mutating func flag(
    _ name: String, of operation: Program.Operation, default standard: Bool = false
  ) throws(ModelError) -> Bool {
    guard let values = try flags(name, of: operation) else { return standard }
    guard values.count == 1 else { throw single(name) }
    return values[0]
  }

  mutating func text(
    _ name: String, of operation: Program.Operation
  ) throws(ModelError) -> String? {
    guard let tensor = try operand(name, of: operation) else { return nil }
    guard case .texts(let texts) = tensor.storage, texts.count == 1 else {
      throw error(.type, "'\(name)' should be a text", in: "inputs.\(name)")
    }
    return texts[0]
  }

  /// An axis as a number from 0; one that is negative counts from the end.
  func axis(_ axis: Int, rank: Int, in name: String) throws(ModelError) -> Int {
    guard (-rank..<rank).contains(axis) else {
      throw error(.value, "there is no axis \(axis) in \(rank) dimensions", in: "inputs.\(name)")
    }
    return axis < 0 ? axis + rank : axis
  }

  mutating func axis(
    of operation: Program.Operation, rank: Int, default standard: Int? = nil
  ) throws(ModelError) -> Int {
    try axis(try integer("axis", of: operation, default: standard), rank: rank, in: "axis")
  }

  /// Several different axes, sorted; all of them when the operand is left out.
  mutating func axes(
    of operation: Program.Operation, rank: Int
  ) throws(ModelError) -> [Int] {
    guard let given = try integers("axes", of: operation) else { return Array(0..<rank) }
    var found: Set<Int> = []
    for number in given {
      guard found.insert(try axis(number, rank: rank, in: "axes")).inserted else {
        throw error(.value, "the axis \(number) is there twice", in: "inputs.axes")
      }
    }
    return found.sorted()
  }

  private func unknown(_ name: String, _ operation: Program.Operation) -> ModelError {
    error(
      .unsupportedOperation,
      "'\(operation.type)' needs '\(name)' to be known before the model runs", in: "inputs.\(name)")
  }

  private func missing(_ name: String, _ operation: Program.Operation) -> ModelError {
    error(.structure, "'\(operation.type)' lacks its operand '\(name)'", in: "inputs")
  }

  private func single(_ name: String) -> ModelError {
    error(.shape, "'\(name)' should be one value", in: "inputs.\(name)")
  }
}
