/// Walks over JSON in the strict sense of RFC 8259, value by value, without building a tree.
///
/// The bytes must be valid UTF-8. Nothing is read beyond `end`, and nothing recurses.
package struct JSONCursor: Sendable {
  /// What a value begins with.
  package enum Token: Sendable {
    case object, array, text, number, bool, null
  }

  /// How deep objects and arrays may be nested: one bit each of a word.
  package static let depthLimit = 64

  package let bytes: [UInt8]
  package let end: Int
  /// The next byte to look at.
  package var index: Int
  /// Where the name of the last member begins.
  package private(set) var nameOffset = 0

  package init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  /// The kind of the value that comes next; nothing but blanks is consumed.
  package mutating func token() throws(JSONFailure) -> Token {
    skipBlanks()
    guard index < end else { throw failure(.value) }
    switch bytes[index] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case quote: return .text
    case UInt8(ascii: "-"), zero...UInt8(ascii: "9"):
      if next(is: "-Infinity") { throw failure(.notFinite) }
      return .number
    case UInt8(ascii: "t") where next(is: "true"), UInt8(ascii: "f") where next(is: "false"):
      return .bool
    case UInt8(ascii: "n") where next(is: "null"): return .null
    default:
      let isNumber = ["NaN", "nan", "Infinity", "inf"].contains { next(is: $0) }
      throw failure(isNumber ? .notFinite : .value)
    }
  }

  /// Consumes the bracket that opens the array or object whose token was seen.
  package mutating func open() { index += 1 }

  /// Goes to the next element of an array; false behind its end.
  package mutating func nextElement(isFirst: Bool) throws(JSONFailure) -> Bool {
    try next(isFirst, closedBy: UInt8(ascii: "]"), .commaOrBracket)
  }

  /// Goes to the next member of an object and gives its name; nil behind the end of the object.
  package mutating func nextMember(isFirst: Bool) throws(JSONFailure) -> JSONText? {
    guard try next(isFirst, closedBy: UInt8(ascii: "}"), .commaOrBrace) else { return nil }
    guard index < end, bytes[index] == quote else { throw failure(.name) }
    nameOffset = index
    let name = try text()
    skipBlanks()
    guard index < end, bytes[index] == UInt8(ascii: ":") else { throw failure(.colon) }
    index += 1
    return name
  }

  /// Consumes `true`, `false` or `null`, whose token was seen.
  package mutating func word() { index += bytes[index] == UInt8(ascii: "f") ? 5 : 4 }

  /// Consumes any value.
  package mutating func skip() throws(JSONFailure) {
    var (depth, objects) = (0, UInt64(0))
    var isFirst = false
    while true {
      switch try token() {
      case .text: _ = try text()
      case .number: _ = try number()
      case .bool, .null: word()
      case .array, .object:
        guard depth < JSONCursor.depthLimit else { throw failure(.tooDeep) }
        objects = objects << 1 | (bytes[index] == UInt8(ascii: "{") ? 1 : 0)
        depth += 1
        open()
        isFirst = true
      }
      // Up out of all that ends here.
      while depth > 0 {
        let goesOn =
          objects & 1 == 1
          ? try nextMember(isFirst: isFirst) != nil : try nextElement(isFirst: isFirst)
        isFirst = false
        if goesOn { break }
        depth -= 1
        objects >>= 1
      }
      if depth == 0 { return }
    }
  }

  /// Refuses anything but blanks up to the end.
  package mutating func finish() throws(JSONFailure) {
    skipBlanks()
    if index < end { throw failure(.textBehindValue) }
  }

  package mutating func skipBlanks() {
    while index < end {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index &+= 1
      default: return
      }
    }
  }

  func failure(_ reason: JSONFailure.Reason) -> JSONFailure {
    JSONFailure(reason, at: index)
  }

  private mutating func next(
    _ isFirst: Bool, closedBy closer: UInt8, _ expected: JSONFailure.Reason
  ) throws(JSONFailure) -> Bool {
    skipBlanks()
    guard index < end else { throw failure(expected) }
    if bytes[index] == closer {
      index += 1
      return false
    }
    if isFirst { return true }
    guard bytes[index] == UInt8(ascii: ",") else { throw failure(expected) }
    let comma = index
    index += 1
    skipBlanks()
    if index < end, bytes[index] == closer {
      throw JSONFailure(.trailingComma, at: comma)
    }
    return true
  }

  private func next(is word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard end - index >= count else { return false }
    return word.withUTF8Buffer { letters in
      letters.indices.allSatisfy { unsafe letters[$0] == bytes[index + $0] }
    }
  }
}
