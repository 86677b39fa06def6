/// Where a text stops being JSON, and why.
package struct JSONFailure: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case value, name, colon, commaOrBrace, commaOrBracket, digit, hexDigits
    case trailingComma, leadingZero, unclosedText, controlCharacter, badEscape, halfSurrogate
    /// `NaN`, `Infinity` and the like, which some programs write.
    case notFinite
    case tooDeep
    case textBehindValue
  }

  package var reason: Reason
  /// The byte at which it shows.
  package var offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  package var message: String {
    switch reason {
    case .value: "a value should stand here"
    case .name: "a name in double quotes should stand here"
    case .colon: "a ':' should stand here"
    case .commaOrBrace: "a ',' or '}' should stand here"
    case .commaOrBracket: "a ',' or ']' should stand here"
    case .digit: "a digit should stand here"
    case .hexDigits: "four hexadecimal digits should stand here"
    case .trailingComma: "nothing stands behind this comma"
    case .leadingZero: "a number does not begin with a 0 before other digits"
    case .unclosedText: "the text that is opened here is never closed"
    case .controlCharacter: "a control character in a text is written as an escape, such as \\t"
    case .badEscape: "there is no such escape"
    case .halfSurrogate: "this is one half of a character that needs two escapes"
    case .notFinite: "JSON has no such number"
    case .tooDeep: "values are nested deeper than \(JSONCursor.depthLimit) levels"
    case .textBehindValue: "something stands behind the end of the object"
    }
  }

  package var hint: String? {
    switch reason {
    case .notFinite: "write it as a text: \"nan\", \"inf\" or \"-inf\""
    case .textBehindValue: "each line should hold one object: jq -c ."
    default: nil
    }
  }
}
