/// From words to a command with its values, or to the help that was asked for.
package struct CommandParser {
  /// What the words ask for.
  package enum Request {
    case run(any ParsableCommand)
    /// A text for standard output: help or version.
    case show(String)
  }

  private let root: CommandNode
  private let width: Int

  package init(_ root: any ParsableCommand.Type, width: Int = 80) {
    self.root = CommandNode(root)
    self.width = width
  }

  /// Reads the words after the program's name.
  package func parse(_ words: [String]) throws(UsageError) -> Request {
    var node = root
    var rest = words[...]
    while !node.configuration.subcommands.isEmpty {
      guard let word = rest.popFirst() else {
        throw usageError(in: node, "a command is missing", hint: commandList(of: node))
      }
      if let answer = try builtIn(word, rest: rest, in: node) { return answer }
      guard let next = node.subcommand(named: word) else {
        let names = node.subcommandNames + ["help"]
        let isOption = word.hasPrefix("-")
        throw usageError(
          in: node, isOption ? "unknown option '\(word)'" : "unknown command '\(word)'",
          hint: commandList(of: node), didYouMean: isOption ? nil : nearest(to: word, among: names),
          value: word)
      }
      node = next
    }
    return try parseArguments(Array(rest), of: node)
  }

  private func commandList(of node: CommandNode) -> String {
    "the commands are " + node.subcommandNames.joined(separator: ", ")
  }

  /// `-h`, `--help`, `--version`, and `help COMMAND` where a command is expected.
  private func builtIn(_ word: String, rest: ArraySlice<String>, in node: CommandNode)
    throws(UsageError) -> Request?
  {
    switch word {
    case "-h": return .show(HelpText(node, width: width).short)
    case "--help": return .show(HelpText(node, width: width).long)
    case "--version" where node.path.count == 1: return .show(node.configuration.version())
    case "help":
      return try parse(node.path.dropFirst() + rest.filter { !$0.hasPrefix("-") } + ["--help"])
    default: return nil
    }
  }

  private func parseArguments(_ words: [String], of node: CommandNode) throws(UsageError) -> Request
  {
    var scan = ArgumentScan(node: node, words: words)
    switch try scan.run() {
    case .shortHelp: return .show(HelpText(node, width: width).short)
    case .longHelp: return .show(HelpText(node, width: width).long)
    case .done: break
    }
    do {
      try validateDeclared(node.instance)
    } catch let error as ValidationError {
      throw usageError(in: node, error.message, hint: error.hint)
    } catch {
      throw usageError(in: node, "\(error)")
    }
    return .run(node.instance)
  }
}

func usageError(
  in node: CommandNode, _ message: String, hint: String? = nil, didYouMean: String? = nil,
  name: String? = nil, value: String? = nil
) -> UsageError {
  UsageError(
    commandPath: node.path, message: message, hint: hint, didYouMean: didYouMean, name: name,
    value: value, usage: node.usage)
}
