/// A value that can be read from the command line.
///
/// The initialiser says what is wrong with a text; it never names the option, the parser does.
package protocol ExpressibleByArgument {
  init(argument: String) throws(InvalidValue)
  /// All texts that are allowed, where there are few.
  static var allValueStrings: [String] { get }
  /// The text that would give this value, for the default in the help.
  var argumentText: String { get }
}

/// Why a text is no value, as the end of a sentence: "should be a whole number".
package struct InvalidValue: Error, Sendable, Equatable {
  package var reason: String
  package var hint: String?

  package init(_ reason: String, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
  }
}

extension ExpressibleByArgument {
  package static var allValueStrings: [String] { [] }
  package var argumentText: String { "\(self)" }
}

extension ExpressibleByArgument where Self: RawRepresentable & CaseIterable, RawValue == String {
  package init(argument: String) throws(InvalidValue) {
    guard let value = Self(rawValue: argument) else {
      throw InvalidValue("should be \(choiceList(Self.allValueStrings))")
    }
    self = value
  }

  package static var allValueStrings: [String] { allCases.map(\.rawValue) }
  package var argumentText: String { rawValue }
}

extension String: ExpressibleByArgument {
  package init(argument: String) throws(InvalidValue) { self = argument }
}

extension Int: ExpressibleByArgument {
  package init(argument: String) throws(InvalidValue) {
    guard let value = Int(argument) else { throw InvalidValue("should be a whole number") }
    self = value
  }
}

extension Double: ExpressibleByArgument {
  package init(argument: String) throws(InvalidValue) {
    // Swift's own reading also takes "nan", "inf" and hexadecimal; an option's number is plain.
    guard argument.allSatisfy({ "0123456789+-.eE".contains($0) }), let value = Double(argument),
      value.isFinite
    else { throw InvalidValue("should be a number") }
    self = value
  }
}

/// `a`, `a or b`, `a, b or c`.
package func choiceList(_ choices: [String]) -> String {
  guard let last = choices.last, choices.count > 1 else { return choices.first ?? "" }
  return choices.dropLast().joined(separator: ", ") + " or " + last
}
