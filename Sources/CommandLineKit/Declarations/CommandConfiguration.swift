/// What a command is: its name, texts, examples and subcommands.
package struct CommandConfiguration {
  /// A command line that works, and what it is for; the tests run it.
  package struct Example: Sendable, Equatable {
    package var commandLine: String
    package var abstract: String

    package init(_ commandLine: String, _ abstract: String) {
      self.commandLine = commandLine
      self.abstract = abstract
    }
  }

  /// A titled text at the end of the long help and of the manual page.
  package struct Section {
    package var title: String
    package var text: String
    /// Words with their meaning, below the text.
    package var terms: [(term: String, meaning: String)]

    package init(_ title: String, text: String = "", terms: [(String, String)] = []) {
      self.title = title
      self.text = text
      self.terms = terms
    }
  }

  package var commandName: String
  /// One sentence without a final stop, as a list of commands shows it.
  package var abstract: String
  package var discussion: String
  package var examples: [Example]
  package var sections: [Section]
  package var version: () -> String
  package var subcommands: [any ParsableCommand.Type]

  package init(
    commandName: String, abstract: String, discussion: String = "", examples: [Example] = [],
    sections: [Section] = [], version: @autoclosure @escaping () -> String = "",
    subcommands: [any ParsableCommand.Type] = []
  ) {
    self.commandName = commandName
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    self.sections = sections
    self.version = version
    self.subcommands = subcommands
  }
}
