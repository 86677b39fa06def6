/// A command line that cannot be run: what is wrong, with which word, and where to look.
package struct UsageError: Error, Sendable, Equatable {
  /// The command and its ancestors, such as `["runpredict", "predict"]`.
  package var commandPath: [String]
  package var message: String
  package var hint: String?
  package var didYouMean: String?
  /// The option or argument concerned.
  package var name: String?
  /// The word as it was typed.
  package var value: String?
  /// The usage line of the command.
  package var usage = ""
  /// How to see the help that would have helped.
  package var advice: String { "See '\(commandPath.joined(separator: " ")) --help'." }
}
