import Tables

/// What the text of a cell is as a number.
enum NumberReading: Equatable {
  case value(Double)
  case negative, notFinite
  /// A number with the other decimal mark than its column.
  case mixed
  /// `1,234` where nothing tells what the comma means.
  case ambiguous
  case bad

  @inline(__always)
  init(_ text: Span<UInt8>, _ parser: NumberParser) {
    do throws(NumberFailure) {
      let value = try parser.double(text)
      self = value < 0 ? .negative : .value(value)
    } catch {
      switch error {
      case .notFinite: self = .notFinite
      case .mixedDecimals: self = .mixed
      case .ambiguousNumber: self = .ambiguous
      default: self = .bad
      }
    }
  }

  /// Reads a number with either mark, for texts of which no column is known.
  static func isNumber(_ text: Span<UInt8>) -> Bool {
    NumberReading(text, NumberParser()) != .bad
  }
}

/// Single characters of a number.
enum NumberCell {
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Skips a sign; true if it is a minus (also U+2212).
  static func skipSign(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
    guard index < text.count else { return false }
    switch text[index] {
    case UInt8(ascii: "+"):
      index += 1
      return false
    case UInt8(ascii: "-"):
      index += 1
      return true
    case 0xE2 where index + 2 < text.count && text[index + 1] == 0x88 && text[index + 2] == 0x92:
      index += 3
      return true
    default: return false
    }
  }
}
