/// The sign between the whole and the fractional digits of a number.
package enum DecimalMark: String, Sendable, CaseIterable {
  case dot = "."
  case comma = ","

  var byte: UInt8 { self == .dot ? UInt8(ascii: ".") : UInt8(ascii: ",") }
  var other: DecimalMark { self == .dot ? .comma : .dot }
}

/// How the numbers of a column are written.
package struct NumberFormat: Sendable, Equatable {
  package var mark: DecimalMark
  /// Whether the mark was said or proved; if it was not, `1,234` is refused as ambiguous.
  package var isProven: Bool
  /// Whether a Double may be written `nan`, `inf` or `infinity`, with or without a sign.
  package var takesNonFinite: Bool

  package init(mark: DecimalMark = .dot, isProven: Bool = true, takesNonFinite: Bool = false) {
    self.mark = mark
    self.isProven = isProven
    self.takesNonFinite = takesNonFinite
  }
}

/// Why a text is no number of the type that was asked for.
package enum NumberFailure: Error, Sendable, Equatable {
  case badNumber
  /// `nan`, `inf` where they are not taken, `0x…`, or more than the largest Double.
  case notFinite
  /// A whole number, but beyond 64 bits.
  case outOfRange
  /// A number, but with a fraction where a whole number is needed.
  case notWhole
  /// It has the other decimal mark than its column.
  case mixedDecimals
  /// `1,234` in a column that does not tell whether the comma is its decimal mark.
  case ambiguousNumber

  package var kind: TableProblem.Kind {
    switch self {
    case .badNumber, .outOfRange, .notWhole: "badNumber"
    case .notFinite: "notFinite"
    case .mixedDecimals: "mixedDecimals"
    case .ambiguousNumber: "ambiguousNumber"
    }
  }

  /// What was expected, and what was found instead.
  package func message(for value: String) -> String {
    switch self {
    case .badNumber: "should be a number, found \"\(value)\""
    case .notFinite: "should be a finite number, found \"\(value)\""
    case .outOfRange: "should be a whole number of 64 bits, \"\(value)\" is beyond them"
    case .notWhole: "should be a whole number, found \"\(value)\""
    case .mixedDecimals:
      "\"\(value)\" has another decimal mark than its column"
    case .ambiguousNumber:
      "\"\(value)\" may be \(ambiguousReadings(value)): nothing in the table tells which"
    }
  }

  /// The way out, if there is one.
  package var hint: String? {
    switch self {
    case .mixedDecimals: "write all numbers of the column in one way, or say --decimal . or ,"
    case .ambiguousNumber: "--decimal . if the comma separates thousands, --decimal , if fractions"
    case .badNumber, .notFinite, .outOfRange, .notWhole: nil
    }
  }

  private func ambiguousReadings(_ value: String) -> String {
    let whole = value.split(separator: ",").joined()
    let fraction = value.split(separator: ",").joined(separator: ".")
    return "\(whole) or \(fraction)"
  }
}
