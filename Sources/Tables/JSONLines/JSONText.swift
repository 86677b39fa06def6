/// A text of a JSON document: where its characters stand, or what they are where there are escapes.
package enum JSONText: Sendable {
  case plain(Range<Int>)
  case decoded([UInt8])
}

extension JSONCursor {
  /// The text as a String.
  package func string(_ text: JSONText) -> String {
    switch text {
    case .plain(let range): Tables.string(bytes.span.extracting(range))
    case .decoded(let characters): String(decoding: characters, as: UTF8.self)
    }
  }

  /// Whether the text has exactly these bytes.
  package func isEqual(_ text: JSONText, _ other: [UInt8]) -> Bool {
    switch text {
    case .plain(let range):
      guard range.count == other.count else { return false }
      for offset in 0..<other.count where bytes[range.lowerBound + offset] != other[offset] {
        return false
      }
      return true
    case .decoded(let characters): return characters == other
    }
  }

  /// Consumes a text in quotes, whose token was seen.
  package mutating func text() throws(JSONFailure) -> JSONText {
    let opening = index
    index += 1
    let start = index
    while index < end {
      switch bytes[index] {
      case quote:
        index += 1
        return .plain(start..<index - 1)
      case UInt8(ascii: "\\"): return .decoded(try decode(from: start, opening: opening))
      case 0..<0x20: throw failure(.controlCharacter)
      default: index &+= 1
      }
    }
    throw JSONFailure(.unclosedText, at: opening)
  }

  /// Goes on with a text in which an escape was found.
  private mutating func decode(from start: Int, opening: Int) throws(JSONFailure) -> [UInt8] {
    var characters = Array(bytes[start..<index])
    while index < end {
      switch bytes[index] {
      case quote:
        index += 1
        return characters
      case UInt8(ascii: "\\"): try appendEscape(to: &characters)
      case 0..<0x20: throw failure(.controlCharacter)
      case let byte:
        characters.append(byte)
        index += 1
      }
    }
    throw JSONFailure(.unclosedText, at: opening)
  }

  private mutating func appendEscape(to characters: inout [UInt8]) throws(JSONFailure) {
    guard index + 1 < end else { throw failure(.badEscape) }
    let letter = bytes[index + 1]
    if letter == UInt8(ascii: "u") {
      appendUTF8(try scalar(), to: &characters)
      return
    }
    switch letter {
    case quote, UInt8(ascii: "\\"), UInt8(ascii: "/"): characters.append(letter)
    case UInt8(ascii: "b"): characters.append(0x08)
    case UInt8(ascii: "f"): characters.append(0x0C)
    case UInt8(ascii: "n"): characters.append(0x0A)
    case UInt8(ascii: "r"): characters.append(0x0D)
    case UInt8(ascii: "t"): characters.append(0x09)
    default: throw failure(.badEscape)
    }
    index += 2
  }

  /// Consumes `\uXXXX`, or two of them for a character beyond the first plane.
  private mutating func scalar() throws(JSONFailure) -> UInt32 {
    let start = index
    let first = try unit()
    switch first {
    case 0xD800...0xDBFF:
      guard index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u")
      else { throw JSONFailure(.halfSurrogate, at: start) }
      let second = try unit()
      guard (0xDC00...0xDFFF).contains(second) else {
        throw JSONFailure(.halfSurrogate, at: start)
      }
      return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    case 0xDC00...0xDFFF: throw JSONFailure(.halfSurrogate, at: start)
    default: return first
    }
  }

  /// Consumes one `\uXXXX`.
  private mutating func unit() throws(JSONFailure) -> UInt32 {
    index += 2
    var value: UInt32 = 0
    for offset in 0..<4 {
      guard index + offset < end, let digit = hexDigit(bytes[index + offset]) else {
        throw failure(.hexDigits)
      }
      value = value << 4 | digit
    }
    index += 4
    return value
  }

  private func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case zero...UInt8(ascii: "9"): UInt32(byte - zero)
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      UInt32(lowercase(byte) - UInt8(ascii: "a") + 10)
    default: nil
    }
  }
}
