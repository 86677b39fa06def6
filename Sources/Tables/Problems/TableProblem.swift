/// A place in a table: line and column (in Unicode scalars), both counted from 1.
package struct Place: Sendable, Hashable {
  package var line: Int
  package var column: Int?

  package init(line: Int, column: Int? = nil) {
    self.line = line
    self.column = column
  }
}

/// Something to say about a table: an error, a row left out, or a note.
///
/// It answers what, where, which value, why, and what to do; the command turns it into a sentence
/// or a JSON object.
package struct TableProblem: Error, Sendable, Equatable {
  package enum Severity: String, Sendable {
    case error, leftOut, note
  }

  /// One short word, such as `badNumber`: scripts depend on it.
  package struct Kind: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral value: String) { rawValue = value }
  }

  package var severity: Severity
  package var kind: Kind
  package var place: Place?
  /// The column, feature or option concerned.
  package var name: String?
  /// The text of the cell.
  package var value: String?
  package var message: String
  package var hint: String?
  package var didYouMean: String?
  /// The text of the line at `place`, so that a message can show it also for a stream.
  package var excerpt: String?

  package init(
    _ kind: Kind, severity: Severity = .error, at place: Place? = nil, name: String? = nil,
    value: String? = nil, message: String, hint: String? = nil, didYouMean: String? = nil,
    excerpt: String? = nil
  ) {
    self.severity = severity
    self.kind = kind
    self.place = place
    self.name = name
    self.value = value
    self.message = message
    self.hint = hint
    self.didYouMean = didYouMean
    self.excerpt = excerpt
  }
}
