/// Something to tell the user: what, where, which value, and a way out.
package struct Diagnostic: Sendable, Equatable {
  package enum Severity: String, Sendable {
    case error, leftOut, note
  }

  /// A line of input to show, and the part of it that is meant.
  package struct Excerpt: Sendable, Equatable {
    package var line: String
    /// The column of the first character meant, counted from 1.
    package var column: Int
    package var length: Int

    package init(line: String, column: Int, length: Int) {
      self.line = line
      self.column = column
      self.length = length
    }
  }

  package var severity: Severity
  /// One short word that scripts can depend on.
  package var kind: String
  package var file: String?
  package var line: Int?
  package var column: Int?
  package var name: String?
  package var value: String?
  package var message: String
  package var hint: String?
  package var didYouMean: String?
  package var excerpt: Excerpt?

  package init(
    _ severity: Severity, _ kind: String, file: String? = nil, line: Int? = nil, column: Int? = nil,
    name: String? = nil, value: String? = nil, message: String, hint: String? = nil,
    didYouMean: String? = nil, excerpt: Excerpt? = nil
  ) {
    self.severity = severity
    self.kind = kind
    self.file = file
    self.line = line
    self.column = column
    self.name = name
    self.value = value
    self.message = message
    self.hint = hint
    self.didYouMean = didYouMean
    self.excerpt = excerpt
  }

  /// One object with all of the documented keys; what is unknown is null, and very long texts are cut.
  package var json: JSONValue {
    func number(_ value: Int?) -> JSONValue { value.map { .int(Int64($0)) } ?? .null }
    return .object([
      ("severity", .string(severity.rawValue)), ("kind", .string(kind)), ("file", JSONValue(file)),
      ("line", number(line)), ("column", number(column)),
      ("name", JSONValue(name.map(shortened))), ("value", JSONValue(value.map(shortened))),
      ("message", .string(shortened(message))), ("hint", JSONValue(hint.map(shortened))),
      ("didYouMean", JSONValue(didYouMean.map(shortened))),
    ])
  }
}

/// A text, or the beginning of one that is longer than a message needs, such as a cell that holds a
/// whole file, and how long it is.
func shortened(_ text: String) -> String {
  let limit = 600
  guard text.utf8.count > limit, text.count > limit else { return text }
  return "\(text.prefix(limit))… (\(text.count) characters)"
}

extension UsageError {
  package var diagnostic: Diagnostic {
    Diagnostic(
      .error, "usage", name: name, value: value, message: message, hint: hint,
      didYouMean: didYouMean)
  }
}
