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
  // A list of its own for each form: taken out of an enumeration it would be copied at each element.
  private var floats: [Float] = []
  private var doubles: [Double] = []
  private var ints: [Int32] = []
  private var longInts: [Int64] = []
  private var bools: [Bool] = []
  private var strings: [String] = []
  private var bytes: [UInt8] = []

  init(_ dataType: Program.DataType, place: ProgramTextScanner) throws(ModelError) {
    self.dataType = dataType
    switch dataType {
    case .bool, .string, .float32, .float64, .int32, .int64: break
    case .float16, .int8, .int16, .uint8, .uint16, .uint32, .uint64: break
    default:
      throw place.error(
        .unsupportedOperation, "how constants of the type \(dataType.name) are written is not known"
      )
    }
  }

  var contents: Program.TensorContents {
    switch dataType {
    case .bool: .bools(bools)
    case .string: .strings(strings)
    case .float32: .floats(floats)
    case .float64: .doubles(doubles)
    case .int32: .ints(ints)
    case .int64: .longInts(longInts)
    default: .bytes(bytes)
    }
  }

  /// Adds the literal that the scanner looks at.
  mutating func append(_ scanner: ProgramTextScanner) throws(ModelError) {
    if case .text(let text) = scanner.token, dataType == .string {
      strings.append(text)
      return
    }
    guard case .word(let range) = scanner.token, add(scanner.text(range)) else {
      throw scanner.error(
        scanner.token == .end ? .unreadable : .value,
        "expected a constant of the type \(dataType.name), found \(scanner.found)")
    }
  }

  /// False for what is not a literal of the type.
  private mutating func add(_ word: String) -> Bool {
    switch dataType {
    case .string: return false
    case .bool:
      guard word == "true" || word == "false" else { return false }
      bools.append(word == "true")
    case .float32:
      guard let number = Float(word) else { return false }
      floats.append(number)
    case .float64:
      guard let number = Double(word) else { return false }
      doubles.append(number)
    case .int32:
      guard let number = Self.integer(word, Int32.self) else { return false }
      ints.append(number)
    case .int64:
      guard let number = Self.integer(word, Int64.self) else { return false }
      longInts.append(number)
    default:
      guard let pattern = pattern(word) else { return false }
      for index in 0..<pattern.bytes {
        bytes.append(UInt8(truncatingIfNeeded: pattern.bits >> (8 * UInt64(index))))
      }
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
