/// The manual page of a program, in the mdoc language, with a part for each of its commands.
package struct ManualPage {
  private let root: CommandNode
  private let date: String

  package init(_ root: any ParsableCommand.Type, date: String) {
    self.root = CommandNode(root)
    self.date = date
  }

  package var text: String {
    let name = root.name
    var page = ".Dd \(date)\n.Dt \(name.uppercased()) 1\n.Os\n.Sh NAME\n.Nm \(name)\n"
    page += ".Nd \(escaped(root.configuration.abstract))\n.Sh SYNOPSIS\n"
    for command in root.subcommands { page += ".Nm\n.Cm \(command.name)\n" + synopsis(of: command) }
    page += ".Nm\n.Op Fl h | -help | -version\n"
    page += ".Sh DESCRIPTION\n" + paragraphs(root.configuration.discussion)
    page += ".Sh COMMANDS\n"
    for command in root.subcommands { page += part(of: command) }
    for section in root.configuration.sections { page += sectionText(section) }
    page += ".Sh EXAMPLES\n"
    page += root.subcommands.flatMap(\.configuration.examples).map {
      "\(line(heading($0.abstract)))\n.Pp\n.Dl \(escaped($0.commandLine))\n"
    }.joined(separator: ".Pp\n")
    return page
  }

  /// What stands above an example; a question needs no colon.
  private func heading(_ abstract: String) -> String {
    abstract.last?.isPunctuation == true ? abstract : abstract + ":"
  }

  private func synopsis(of command: CommandNode) -> String {
    var text = command.options.isEmpty ? "" : ".Op Ar options\n"
    for argument in command.positionals {
      let words = "Ar \(escaped(argument.synopsis))"
      text += argument.isRequired ? ".\(words)\n" : ".Op \(words)\n"
    }
    return text
  }

  private func part(of command: CommandNode) -> String {
    let configuration = command.configuration
    var text = ".Ss \(command.name)\n\(line(configuration.abstract + "."))\n"
    if !configuration.discussion.isEmpty { text += ".Pp\n" + paragraphs(configuration.discussion) }
    text += ".Bl -tag -width Ds\n"
    for definition in command.arguments {
      text += ".It \(macros(definition))\n\(line(definition.help.abstract))\n"
      if !definition.help.discussion.isEmpty { text += paragraphs(definition.help.discussion) }
      if !definition.choices.isEmpty {
        text += line("Values: \(definition.choices.joined(separator: ", ")).") + "\n"
      }
      if let value = definition.defaultText, !value.isEmpty {
        text += line("Default: \(value).") + "\n"
      }
    }
    text += ".El\n"
    for section in configuration.sections {
      text += ".Pp\n\(line(section.title + ":"))\n" + body(of: section)
    }
    return text
  }

  private func sectionText(_ section: CommandConfiguration.Section) -> String {
    ".Sh \(section.title.uppercased())\n" + body(of: section)
  }

  private func body(of section: CommandConfiguration.Section) -> String {
    var text = section.text.isEmpty ? "" : paragraphs(section.text)
    if section.terms.isEmpty { return text }
    text += ".Bl -tag -width Ds\n"
    for (term, meaning) in section.terms { text += ".It \(escaped(term))\n\(line(meaning))\n" }
    return text + ".El\n"
  }

  /// `Fl m , Fl -model Ar MODEL`: the words that mdoc needs behind `.It`.
  private func macros(_ definition: ArgumentDefinition) -> String {
    if definition.kind == .positional { return "Ar \(escaped(definition.synopsis))" }
    let all = definition.names + definition.inverseNames
    let short = all.filter { if case .short = $0 { true } else { false } }
    let names = short + all.filter { !short.contains($0) }
    let flags = names.map { "Fl \($0.description.dropFirst())" }.joined(separator: " , ")
    return definition.kind == .option ? "\(flags) Ar \(escaped(definition.valueName))" : flags
  }

  private func paragraphs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: true)
      .map { line(String($0)) + "\n" }.joined(separator: ".Pp\n")
  }

  /// Text of which no line can be taken for a request; as mdoc wants it, a sentence begins a line.
  private func line(_ text: String) -> String {
    var sentences = [""]
    for word in text.split(separator: " ") {
      let previous = sentences[sentences.count - 1]
      let isNew = previous.hasSuffix(".") && word.first?.isLowercase == false
      if isNew {
        sentences.append(String(word))
      } else {
        sentences[sentences.count - 1] += (previous.isEmpty ? "" : " ") + word
      }
    }
    return sentences.flatMap { wrapped(escaped($0), width: 78) }.map { line in
      line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }.joined(separator: "\n")
  }

  private func escaped(_ text: String) -> String {
    text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\e")
  }
}
