/// Types of a textual program: `tensor<fp16, [1, 10]>`, `fp16`, `list<string, 3>`, `dict<…, …>`.
extension ProgramTextParser {
  mutating func type() throws(ModelError) -> Program.ValueType {
    let place = scanner
    let name = try word("a type")
    if let dataType = Self.dataTypes[name] {
      return .tensor(Program.TensorType(dataType))
    }
    guard ["tensor", "list", "tuple", "dict", "state"].contains(name) else {
      throw place.error(.unsupportedOperation, "the type '\(name)' is not known")
    }
    try expect("<")
    return try nested { parser throws(ModelError) in
      switch name {
      case "tensor": .tensor(try parser.tensorType())
      case "list": try parser.listType()
      case "dict": try parser.dictionaryType()
      case "state": .state(try parser.lastType())
      default:
        .tuple(try parser.list(until: ">") { parser throws(ModelError) in try parser.type() })
      }
    }
  }

  static let dataTypes = Dictionary(
    uniqueKeysWithValues: Program.DataType.allCases.map { ($0.name, $0) })

  private mutating func tensorType() throws(ModelError) -> Program.TensorType {
    let place = scanner
    let name = try word("the type of a tensor's elements")
    guard let dataType = Self.dataTypes[name] else {
      throw place.error(.unsupportedOperation, "elements of the type '\(name)' are not known")
    }
    try expect(",")
    try expect("[")
    let dimensions = try list(until: "]") { parser throws(ModelError) in try parser.dimension() }
    try expect(">")
    return Program.TensorType(dataType, dimensions)
  }

  /// A size, or `?` for one that is known only when the model runs.
  private mutating func dimension() throws(ModelError) -> Int? {
    if try take("?") { return nil }
    let place = scanner
    let text = try word("a dimension")
    guard let size = Int(text), size >= 0 else {
      throw place.error(.value, "'\(text.prefix(40))' is not the size of a dimension")
    }
    return size
  }

  private mutating func listType() throws(ModelError) -> Program.ValueType {
    let element = try type()
    try expect(",")
    let length = try dimension()
    try expect(">")
    return .list(element, length: length)
  }

  private mutating func dictionaryType() throws(ModelError) -> Program.ValueType {
    let key = try type()
    try expect(",")
    return .dictionary(key: key, value: try lastType())
  }

  private mutating func lastType() throws(ModelError) -> Program.ValueType {
    let type = try type()
    try expect(">")
    return type
  }
}
