/// The help of one command: short for `-h`, long for `--help`.
package struct HelpText {
  private let node: CommandNode
  private let width: Int

  package init(_ node: CommandNode, width: Int = 80) {
    self.node = node
    self.width = min(max(width, 40), 100)
  }

  /// What fits on a screen: usage and one line per argument.
  package var short: String {
    var text = "\(node.configuration.abstract).\n\nusage: \(node.usage)\n"
    text += commandSection()
    text += sections(meaning: { $0.help.abstract })
    text +=
      "\n'\(path) --help' says more\(node.configuration.examples.isEmpty ? "" : ", with examples").\n"
    return text
  }

  /// Everything, with examples first.
  package var long: String {
    let configuration = node.configuration
    var text = "\(configuration.abstract).\n"
    if !configuration.examples.isEmpty {
      text += "\nExamples:\n"
      for example in configuration.examples {
        text += "  # \(example.abstract)\n  \(example.commandLine)\n"
      }
    }
    text += "\nusage: \(node.usage)\n"
    if !configuration.discussion.isEmpty {
      text += "\n" + wrapped(configuration.discussion, width: width).joined(separator: "\n") + "\n"
    }
    text += commandSection()
    text += sections(meaning: fullMeaning)
    for section in configuration.sections {
      text += "\n\(section.title):\n"
      if !section.text.isEmpty {
        text += wrapped(section.text, width: width - 2).map { "  \($0)\n" }.joined()
      }
      text += termList(section.terms, indent: 2, column: 28, width: width)
    }
    return text
  }

  private var path: String { node.path.joined(separator: " ") }

  private func commandSection() -> String {
    let commands = node.subcommands
    if commands.isEmpty { return "" }
    let terms = commands.map { ($0.path.last ?? "", $0.configuration.abstract) }
    let column = 4 + (terms.map(\.0.count).max() ?? 0)
    return "\nCommands:\n" + termList(terms, indent: 2, column: column, width: width)
  }

  private func sections(meaning: (ArgumentDefinition) -> String) -> String {
    var titles: [String] = []
    for definition in node.arguments where !titles.contains(title(of: definition)) {
      titles.append(title(of: definition))
    }
    return titles.map { title in
      let members = node.arguments.filter { self.title(of: $0) == title }
      let terms = members.map { (heading(of: $0), meaning($0)) }
      return "\n\(title):\n" + termList(terms, indent: 2, column: 28, width: width)
    }.joined()
  }

  private func title(of definition: ArgumentDefinition) -> String {
    definition.kind == .positional ? "Arguments" : definition.section ?? "Options"
  }

  /// `-m, --model MODEL`, with room for the letter where there is none.
  private func heading(of definition: ArgumentDefinition) -> String {
    if definition.kind == .positional { return definition.synopsis }
    let short = definition.names.first { if case .short = $0 { true } else { false } }
    let long = definition.names.filter { $0 != short } + definition.inverseNames
    var text = short.map { long.isEmpty ? "\($0)" : "\($0), " } ?? "    "
    text += long.map(\.description).joined(separator: ", ")
    return definition.kind == .option ? "\(text) \(definition.valueName)" : text
  }

  private func fullMeaning(_ definition: ArgumentDefinition) -> String {
    var text = definition.help.abstract
    if !definition.help.discussion.isEmpty { text += " " + definition.help.discussion }
    var remarks: [String] = []
    if !definition.choices.isEmpty {
      remarks.append("values: \(definition.choices.joined(separator: ", "))")
    }
    if let value = definition.defaultText, !value.isEmpty { remarks.append("default: \(value)") }
    if !remarks.isEmpty { text += " (\(remarks.joined(separator: "; ")))" }
    return text
  }
}
