/// A shell for which a completion script can be written.
package enum Shell: String, Sendable, CaseIterable, ExpressibleByArgument {
  case bash, zsh, fish

  /// The script that completes the command lines of a program with one level of commands.
  package func completionScript(for root: any ParsableCommand.Type) -> String {
    let node = CommandNode(root)
    return switch self {
    case .bash: bashScript(node)
    case .zsh: zshScript(node)
    case .fish: fishScript(node)
    }
  }
}

extension CommandNode {
  /// What can stand in the place of the command's name.
  var commandNames: [(name: String, abstract: String)] {
    subcommands.map { ($0.name, $0.configuration.abstract) }
      + [("help", "Show the help of a command")]
  }
}

extension ArgumentDefinition {
  var allNames: [String] { (names + inverseNames).map(\.description) }
}

/// A text as one word of a shell.
package func shellQuoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    + "'"
}
