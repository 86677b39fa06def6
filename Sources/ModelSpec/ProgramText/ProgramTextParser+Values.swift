/// Constants of a textual program: a type, and in parentheses what it holds.
extension ProgramTextParser {
  mutating func value() throws(ModelError) -> Program.Value {
    let type = try type()
    try expect("(")
    let value = try content(of: type)
    try expect(")")
    return value
  }

  private mutating func content(of type: Program.ValueType) throws(ModelError) -> Program.Value {
    if scanner.isWord("BLOBFILE") {
      return try nested { parser throws(ModelError) in
        Program.Value(type: type, contents: .blob(try parser.blob()))
      }
    }
    return try nested { parser throws(ModelError) in
      Program.Value(type: type, contents: try parser.immediate(type))
    }
  }

  private mutating func immediate(
    _ type: Program.ValueType
  ) throws(ModelError) -> Program.Value.Contents {
    switch type {
    case .tensor(let tensor):
      return .tensor(try elements(of: tensor))
    case .list(let element, let length):
      let place = scanner
      let close = try openList()
      let values = try list(until: close) { parser throws(ModelError) in
        try parser.content(of: element)
      }
      guard length == nil || length == values.count else {
        throw place.error(
          .shape, "the list has \(values.count) elements, its type says \(length ?? 0)")
      }
      return .list(values)
    case .tuple(let types):
      return .tuple(try tuple(of: types))
    case .dictionary(let key, let value):
      try expect("{")
      return .dictionary(
        try list(until: "}") { parser throws(ModelError) in
          try parser.pair(key: key, value: value)
        })
    case .state:
      throw scanner.error(.unsupportedOperation, "a state has no constant")
    }
  }

  /// Goes past the sign that opens a list, and says which one closes it.
  private mutating func openList() throws(ModelError) -> Unicode.Scalar {
    if try take("[") { return "]" }
    if try take("{") { return "}" }
    try expect("(")
    return ")"
  }

  private mutating func tuple(of types: [Program.ValueType]) throws(ModelError) -> [Program.Value] {
    try expect("(")
    var values: [Program.Value] = []
    for (index, type) in types.enumerated() {
      if index > 0 { try expect(",") }
      values.append(try content(of: type))
    }
    try expect(")")
    return values
  }

  private mutating func pair(
    key: Program.ValueType, value: Program.ValueType
  ) throws(ModelError) -> Program.Value.Pair {
    try expect("{")
    let key = try content(of: key)
    try expect(",")
    let value = try content(of: value)
    try expect("}")
    return Program.Value.Pair(key: key, value: value)
  }

  /// A place in a weight file: `BLOBFILE(path = string("…"), offset = uint64(64))`.
  private mutating func blob() throws(ModelError) -> Program.Blob {
    let place = scanner
    try expectWord("BLOBFILE")
    try expect("(")
    try expectWord("path")
    try expect("=")
    let path = try value()
    try expect(",")
    try expectWord("offset")
    try expect("=")
    let offset = try value()
    try expect(")")
    guard let name = path.text, let offset = Self.offset(offset) else {
      throw place.error(
        .structure, "a part of a weight file has a text as path and a number as offset")
    }
    do {
      _ = try WeightFolder.relativePath(name, at: .root)
    } catch {
      throw place.error(error.reason, error.message)
    }
    return Program.Blob(fileName: name, offset: offset)
  }

  private static func offset(_ value: Program.Value) -> UInt64? {
    guard case .tensor(let type) = value.type, type.dataType == .uint64,
      case .tensor(.bytes(let bytes)) = value.contents, bytes.count == 8
    else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
