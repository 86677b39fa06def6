extension ModelValidator {
  /// The version of the format that first has a set of operations.
  private static let versions = [
    "CoreML5": 6, "CoreML6": 7, "CoreML7": 8, "CoreML8": 9, "CoreML9": 10,
  ]

  static func validate(
    _ program: Program, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let modelPath = path
    try validateFunctions(of: model, program, at: path.field("description"))
    let path = path.field("mlProgram")
    guard model.specificationVersion >= 6 else {
      throw path.error(
        .version, "a program needs version 6 of the format; this is \(model.specificationVersion)")
    }
    guard program.version == 1 else {
      throw path.field("version").error(.value, "there is no program version \(program.version)")
    }
    guard let entry = program.functions[program.entry] else {
      throw path.field("functions").error(
        .structure, "there is no function '\(program.entry)' in the program")
    }
    for (name, function) in program.functions.sorted(by: { $0.key < $1.key }) {
      let path = path.field("functions").field(name)
      do throws(ModelError) {
        try validate(function, version: Int(model.specificationVersion), at: path)
      } catch {
        // A function that is not run may do what cannot be run.
        guard name != program.entry, error.isUnsupported else { throw error }
      }
    }
    try validateInterface(
      of: model, entry, at: modelPath, path.field("functions").field(program.entry))
  }

  private static func validateFunctions(
    of model: Model, _ program: Program, at path: ModelPath
  ) throws(ModelError) {
    guard !model.description.functions.isEmpty else { return }
    guard model.specificationVersion >= 9 else {
      throw path.field("functions").error(
        .version, "several functions need version 9 of the format")
    }
    var names: Set<String> = []
    for (index, function) in model.description.functions.enumerated() {
      let path = path.element("functions", index)
      guard names.insert(function.name).inserted else {
        throw path.error(.interface, "the function '\(function.name)' is described twice")
      }
      guard program.functions[function.name] != nil else {
        throw path.error(.structure, "there is no function '\(function.name)' in the program")
      }
    }
  }

  private static func validate(
    _ function: Program.Function, version: Int, at path: ModelPath
  ) throws(ModelError) {
    guard let block = function.body else {
      throw path.field("opset").error(
        .structure, "the function has no block for its opset '\(function.opset)'")
    }
    guard let needed = versions[function.opset] else {
      throw path.field("opset").error(
        .unsupportedOperation, "the opset '\(function.opset)' is not known")
    }
    guard version >= needed else {
      throw path.field("opset").error(
        .version, "\(function.opset) needs version \(needed) of the format; this is \(version)")
    }
    var names: Set<String> = []
    for (index, input) in function.inputs.enumerated() {
      if case .state = input.type {
        throw path.element("inputs", index).error(
          .unsupportedOperation, "the program keeps state between predictions")
      }
      guard !input.name.isEmpty, names.insert(input.name).inserted else {
        throw path.element("inputs", index).error(
          .structure, "two values are named '\(input.name)'")
      }
    }
    try validate(block, &names, at: path)
  }

  /// The operations of a block, which may use the names that are known before it.
  private static func validate(
    _ block: Program.Block, _ names: inout Set<String>, at path: ModelPath
  ) throws(ModelError) {
    for (index, operation) in block.operations.enumerated() {
      try validate(operation, &names, at: path.element("operations", index))
    }
    for (index, output) in block.outputs.enumerated() {
      guard names.contains(output) else {
        throw path.element("outputs", index).error(
          .structure, "nothing in the block makes its output '\(output)'")
      }
    }
  }

  /// Condition and body of a loop; what they name is not known outside.
  private static func validateBlocks(
    of operation: Program.Operation, _ names: inout Set<String>, at path: ModelPath
  ) throws(ModelError) {
    let count = operation.type == "while_loop" ? 2 : 0
    guard operation.blocks.count == count else {
      throw path.field("blocks").error(
        .structure, "'\(operation.type)' has \(operation.blocks.count) blocks, not \(count)")
    }
    for (index, block) in operation.blocks.enumerated() {
      let path = path.element("blocks", index)
      for (index, input) in block.inputs.enumerated() {
        guard !input.name.isEmpty, names.insert(input.name).inserted else {
          throw path.element("inputs", index).error(
            .structure, "a second value is named '\(input.name)'")
        }
      }
      try validate(block, &names, at: path)
      for input in block.inputs { names.remove(input.name) }
      for output in block.operations.lazy.flatMap(\.outputs) { names.remove(output.name) }
    }
  }

  /// Adds the names that the operation makes to those that are there before it.
  private static func validate(
    _ operation: Program.Operation, _ names: inout Set<String>, at path: ModelPath
  ) throws(ModelError) {
    for (parameter, arguments) in operation.inputs.sorted(by: { $0.key < $1.key }) {
      let path = path.field("inputs").field(parameter)
      for case .name(let name) in arguments where !names.contains(name) {
        throw path.error(.structure, "nothing before this operation makes '\(name)'")
      }
    }
    guard let signature = OperationCatalog.signature(of: operation.type) else {
      let reason =
        OperationCatalog.notTabular.contains(operation.type)
        ? "is about pictures, not tables" : "cannot be run here"
      throw path.error(
        .unsupportedOperation, "the operation '\(operation.type)' \(reason)",
        hint: "docs/compatibility.md lists the operations that can")
    }
    try validateBlocks(of: operation, &names, at: path)
    for name in operation.inputs.keys.sorted() where signature[name] == nil {
      throw path.field("inputs").error(
        .structure, "'\(operation.type)' has no operand '\(name)'")
    }
    for parameter in signature.parameters {
      try validate(parameter, of: operation, at: path)
    }
    for (name, value) in operation.attributes.sorted(by: { $0.key < $1.key }) {
      try value.check(at: path.field("attributes").field(name))
    }
    guard !operation.outputs.isEmpty else {
      throw path.field("outputs").error(.structure, "'\(operation.type)' has no output")
    }
    for (index, output) in operation.outputs.enumerated() {
      let path = path.element("outputs", index)
      guard !output.name.isEmpty, names.insert(output.name).inserted else {
        throw path.error(.structure, "a second value is named '\(output.name)'")
      }
      if operation.type == "const" {
        guard operation.outputs.count == 1, let value = operation.constantValue,
          value.type.matches(output.type)
        else {
          throw path.error(.type, "'\(output.name)' has another type than the constant")
        }
      }
    }
  }

  private static func validate(
    _ parameter: OperationCatalog.Parameter, of operation: Program.Operation, at path: ModelPath
  ) throws(ModelError) {
    let arguments = operation.inputs[parameter.name] ?? []
    let isAttribute = operation.attributes[parameter.name] != nil
    guard !arguments.isEmpty || isAttribute || parameter.isOptional else {
      throw path.field("inputs").error(
        .structure, "'\(operation.type)' lacks its operand '\(parameter.name)'")
    }
    let path = path.field("inputs").field(parameter.name)
    guard parameter.isList || arguments.count <= 1 else {
      throw path.error(.structure, "'\(parameter.name)' takes one value, not \(arguments.count)")
    }
    guard arguments.isEmpty || !isAttribute else {
      throw path.error(.structure, "'\(parameter.name)' is there twice")
    }
    for (index, argument) in arguments.enumerated() {
      if case .value(let value) = argument { try value.check(at: path.element("arguments", index)) }
    }
  }
}

extension Program.Operation {
  /// The value of a `const`, wherever it is written.
  package var constantValue: Program.Value? {
    if let value = attributes["val"] { return value }
    if case .value(let value)? = inputs["val"]?.first { return value }
    return nil
  }
}

extension Program.ValueType {
  /// Whether the types are the same as far as both are known.
  func matches(_ other: Program.ValueType) -> Bool {
    switch (self, other) {
    case (.tensor(let one), .tensor(let other)):
      one.dataType == other.dataType && one.dimensions.count == other.dimensions.count
        && zip(one.dimensions, other.dimensions).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
    case (.list(let one, let length), .list(let other, let otherLength)):
      one.matches(other) && (length == nil || otherLength == nil || length == otherLength)
    case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
      key.matches(otherKey) && value.matches(otherValue)
    case (.tuple(let types), .tuple(let others)):
      types.count == others.count && zip(types, others).allSatisfy { $0.matches($1) }
    case (.state(let one), .state(let other)): one.matches(other)
    default: false
    }
  }
}
