/// The texts of one argument.
package struct ArgumentHelp: Sendable, Equatable, ExpressibleByStringLiteral {
  /// One line, shown by `-h`, `--help`, completions and the manual page.
  package var abstract: String
  /// More, shown by `--help` and the manual page.
  package var discussion: String
  /// The word that stands for the value; by default the argument's name in capitals.
  package var valueName: String?

  package init(_ abstract: String, discussion: String = "", valueName: String? = nil) {
    self.abstract = abstract
    self.discussion = discussion
    self.valueName = valueName
  }

  package init(stringLiteral value: String) { self.init(value) }
}

/// What a shell offers after an option or in the place of an argument.
package enum CompletionKind: Sendable, Equatable {
  case none
  /// A file whose name ends in one of these, or any file; or one of a few words.
  case file(extensions: [String] = [], words: [String] = [])
  case directory
  case list([String])
}
