/// A set of declared arguments that several commands share through `@OptionGroup`.
package protocol ParsableArguments {
  init()
  /// Throws a `ValidationError` for a combination of values that makes no sense.
  func validate() throws
}

extension ParsableArguments {
  package func validate() throws {}
}

/// One command: its properties declare its arguments, its configuration says what it is.
///
/// A command is parsed on the main thread and holds references; hand plain values to the library.
package protocol ParsableCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }
}

/// A combination of arguments that is wrong, in words that do not repeat the usage line.
package struct ValidationError: Error, Sendable, Equatable {
  package var message: String
  package var hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
