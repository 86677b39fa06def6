/// Reads the text that Apple's compiler writes of an ML program, `model.mil`.
///
/// There is no public description of this text: what is read here was seen in compiled models
/// (docs/mlmodelc.md), and anything else is refused at its line and column.
struct ProgramTextParser {
  /// Types, values and lists inside one another.
  static let maximumDepth = 32

  var scanner: ProgramTextScanner
  var depth = 0

  /// Reads a whole program; `file` is the name that errors say.
  static func program(
    _ bytes: [UInt8], file: String
  ) throws(ModelError) -> Program {
    var parser = ProgramTextParser(scanner: try ProgramTextScanner(bytes, file: file))
    return try parser.program()
  }

  private mutating func program() throws(ModelError) -> Program {
    try expectWord("program")
    try expect("(")
    let version = try word("the version of the program format")
    guard version.split(separator: ".").first == "1" else {
      throw scanner.error(
        .unsupportedOperation, "the version \(version) of the program format is not known")
    }
    try expect(")")
    _ = try attributes()
    try expect("{")
    var functions: [String: Program.Function] = [:]
    while !(try take("}")) {
      let place = scanner
      let (name, function) = try function()
      guard functions.updateValue(function, forKey: name) == nil else {
        throw place.error(.structure, "there are two functions called '\(name)'")
      }
    }
    guard scanner.token == .end else { throw unexpected("the end of the file") }
    return Program(version: 1, functions: functions)
  }

  private mutating func function() throws(ModelError) -> (String, Program.Function) {
    try expectWord("func")
    let name = try word("the name of a function")
    try expect("<")
    let opset = try opset()
    try expect(">")
    try expect("(")
    let inputs = try list(until: ")") { parser throws(ModelError) in try parser.namedType() }
    let attributes = try attributes()
    try expect("{")
    var operations: [Program.Operation] = []
    while !(try take("}")) { operations.append(try operation()) }
    try expect("-")
    try expect(">")
    try expect("(")
    let outputs = try list(until: ")") { parser throws(ModelError) in
      try parser.word("the name of an output")
    }
    try expect(";")
    let block = Program.Block(outputs: outputs, operations: operations)
    return (
      name,
      Program.Function(inputs: inputs, opset: opset, blocks: [opset: block], attributes: attributes)
    )
  }

  /// The text names the system that first had a set of operations, the message the set itself.
  private mutating func opset() throws(ModelError) -> String {
    let place = scanner
    switch try word("a set of operations") {
    case "ios15": return "CoreML5"
    case "ios16": return "CoreML6"
    case "ios17": return "CoreML7"
    case "ios18": return "CoreML8"
    case "ios26": return "CoreML9"
    case let other:
      throw place.error(.unsupportedOperation, "the set of operations '\(other)' is not known")
    }
  }

  private mutating func operation() throws(ModelError) -> Program.Operation {
    var outputs = [try namedType()]
    while try take(",") { outputs.append(try namedType()) }
    try expect("=")
    let type = try word("an operation")
    try expect("(")
    var inputs: [String: [Program.Argument]] = [:]
    for (name, place, arguments) in try list(
      until: ")", { parser throws(ModelError) in try parser.operand() })
    {
      guard inputs.updateValue(arguments, forKey: name) == nil else {
        throw place.error(.structure, "'\(type)' has two operands called '\(name)'")
      }
    }
    let attributes = try attributes()
    guard try take(";") else {
      throw scanner.error(
        .unsupportedOperation, "'\(type)' is followed by more than its attributes, such as blocks")
    }
    return Program.Operation(type: type, inputs: inputs, outputs: outputs, attributes: attributes)
  }

  private mutating func operand() throws(ModelError) -> (
    String, ProgramTextScanner, [Program.Argument]
  ) {
    let place = scanner
    let name = try word("the name of an operand")
    try expect("=")
    guard try take("(") else { return (name, place, [try argument()]) }
    return (
      name, place, try list(until: ")") { parser throws(ModelError) in try parser.argument() }
    )
  }

  /// The name of an earlier value, or a constant that begins with its type.
  private mutating func argument() throws(ModelError) -> Program.Argument {
    let place = scanner
    let name = try word("an operand")
    guard scanner.token == .sign(UInt8(ascii: "<")) || scanner.token == .sign(UInt8(ascii: "("))
    else { return .name(name) }
    scanner = place
    return .value(try value())
  }

  private mutating func attributes() throws(ModelError) -> [String: Program.Value] {
    guard try take("[") else { return [:] }
    var attributes: [String: Program.Value] = [:]
    for (name, place, value) in try list(
      until: "]", { parser throws(ModelError) in try parser.attribute() })
    {
      guard attributes.updateValue(value, forKey: name) == nil else {
        throw place.error(.structure, "there are two attributes called '\(name)'")
      }
    }
    return attributes
  }

  private mutating func attribute() throws(ModelError) -> (
    String, ProgramTextScanner, Program.Value
  ) {
    let place = scanner
    let name = try word("the name of an attribute")
    try expect("=")
    return (name, place, try value())
  }

  private mutating func namedType() throws(ModelError) -> Program.NamedValueType {
    let type = try type()
    return Program.NamedValueType(name: try word("the name of a value"), type: type)
  }
}
