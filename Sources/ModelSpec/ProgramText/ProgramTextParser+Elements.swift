/// Elements of a constant tensor: one literal, or lists in lists as deep as the rank.
extension ProgramTextParser {
  mutating func elements(of type: Program.TensorType) throws(ModelError) -> Program.TensorContents {
    var elements = try ElementList(type.dataType, place: scanner)
    try append(to: &elements, dimensions: type.dimensions[...])
    return elements.contents
  }

  private mutating func append(
    to elements: inout ElementList, dimensions: ArraySlice<Int?>
  ) throws(ModelError) {
    guard let size = dimensions.first else {
      try elements.append(scanner)
      return try scanner.advance()
    }
    let place = scanner
    try expect("[")
    let inner = dimensions.dropFirst()
    var count = 0
    if !(try take("]")) {
      repeat {
        try nested { parser throws(ModelError) in
          try parser.append(to: &elements, dimensions: inner)
        }
        count += 1
      } while try take(",")
      try expect("]")
    }
    guard size == nil || size == count else {
      throw place.error(.shape, "there are \(count) elements, the type says \(size ?? 0)")
    }
  }
}

/// Collects literals in the form in which the message of a program holds them.
private struct ElementList {
  private let dataType: Program.DataType
  private(set) var contents: Program.TensorContents

  init(_ dataType: Program.DataType, place: ProgramTextScanner) throws(ModelError) {
    self.dataType = dataType
    switch dataType {
    case .bool: contents = .bools([])
    case .string: contents = .strings([])
    case .float32: contents = .floats([])
    case .float64: contents = .doubles([])
    case .int32: contents = .ints([])
    case .int64: contents = .longInts([])
    case .float16, .int8, .int16, .uint8, .uint16, .uint32, .uint64: contents = .bytes([])
    default:
      throw place.error(
        .unsupportedOperation, "how constants of the type \(dataType.name) are written is not known"
      )
    }
  }

  /// Adds the literal that the scanner looks at.
  mutating func append(_ scanner: ProgramTextScanner) throws(ModelError) {
    if case .text(let text) = scanner.token, case .strings(var list) = contents {
      contents = .bools([])
      list.append(text)
      contents = .strings(list)
      return
    }
    guard case .word(let range) = scanner.token, add(scanner.text(range)) else {
      let found =
        switch scanner.token {
        case .word(let range): "'\(scanner.text(range).prefix(60))'"
        case .text(let text): "the text \"\(text.prefix(60))\""
        case .sign(let byte): "'\(Unicode.Scalar(byte))'"
        case .end: "the end of the file"
        }
      throw scanner.error(
        scanner.token == .end ? .unreadable : .value,
        "expected a constant of the type \(dataType.name), found \(found)")
    }
  }

  /// False for what is not a literal of the type; the list is moved out and in, so it is not copied.
  private mutating func add(_ word: String) -> Bool {
    let old = contents
    contents = .bools([])
    switch old {
    case .bools(var list):
      guard word == "true" || word == "false" else { return false }
      list.append(word == "true")
      contents = .bools(list)
    case .floats(var list):
      guard let number = Float(word) else { return false }
      list.append(number)
      contents = .floats(list)
    case .doubles(var list):
      guard let number = Double(word) else { return false }
      list.append(number)
      contents = .doubles(list)
    case .ints(var list):
      guard let number = Self.integer(word, Int32.self) else { return false }
      list.append(number)
      contents = .ints(list)
    case .longInts(var list):
      guard let number = Self.integer(word, Int64.self) else { return false }
      list.append(number)
      contents = .longInts(list)
    case .bytes(var list):
      guard let pattern = pattern(word) else { return false }
      for index in 0..<pattern.bytes {
        list.append(UInt8(truncatingIfNeeded: pattern.bits >> (8 * UInt64(index))))
      }
      contents = .bytes(list)
    case .strings: return false
    }
    return true
  }

  /// The bits of a number of the types that the message holds as bytes.
  private func pattern(_ word: String) -> (bits: UInt64, bytes: Int)? {
    switch dataType {
    case .float16: Float16(word).map { (UInt64($0.bitPattern), 2) }
    case .int8: Self.integer(word, Int8.self).map { (UInt64(UInt8(bitPattern: $0)), 1) }
    case .int16: Self.integer(word, Int16.self).map { (UInt64(UInt16(bitPattern: $0)), 2) }
    case .uint8: Self.integer(word, UInt8.self).map { (UInt64($0), 1) }
    case .uint16: Self.integer(word, UInt16.self).map { (UInt64($0), 2) }
    case .uint32: Self.integer(word, UInt32.self).map { (UInt64($0), 4) }
    default: Self.integer(word, UInt64.self).map { ($0, 8) }
    }
  }

  private static func integer<Integer: FixedWidthInteger>(
    _ word: String, _ type: Integer.Type
  ) -> Integer? {
    guard word.hasPrefix("0x") else { return Integer(word) }
    return Integer(word.dropFirst(2), radix: 16)
  }
}
