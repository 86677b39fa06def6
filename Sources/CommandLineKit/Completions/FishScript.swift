/// Completion for fish.
func fishScript(_ root: CommandNode) -> String {
  let name = root.name
  var text = """
    # fish completion for \(name); read it with: \(name) completions fish | source
    complete -c \(name) -f

    """
  for command in root.commandNames {
    text += "complete -c \(name) -n __fish_use_subcommand -a \(command.name)"
    text += " -d \(shellQuoted(command.abstract))\n"
  }
  for option in root.options { text += fishLines(option, of: name, when: "__fish_use_subcommand") }
  for command in root.subcommands {
    let condition = shellQuoted("__fish_seen_subcommand_from \(command.name)")
    for definition in command.arguments { text += fishLines(definition, of: name, when: condition) }
  }
  return text
}

private func fishLines(_ definition: ArgumentDefinition, of program: String, when condition: String)
  -> String
{
  let head = "complete -c \(program) -n \(condition)"
  if definition.kind == .positional {
    let offer = fishOffer(definition.completion)
    return offer.isEmpty ? "" : "\(head)\(offer)\n"
  }
  func line(_ names: [ArgumentName], _ tail: String) -> String {
    let words = names.map { name in
      switch name {
      case .long(let text): " -l \(text)"
      case .short(let letter): " -s \(letter)"
      }
    }
    return "\(head)\(words.joined())\(tail) -d \(shellQuoted(definition.help.abstract))\n"
  }
  if definition.kind == .option {
    let takesAnyFile = definition.completion == .file()
    return line(
      definition.names, (takesAnyFile ? " -r" : " -x") + fishOffer(definition.completion))
  }
  return line(definition.names, "")
    + (definition.inverseNames.isEmpty ? "" : line(definition.inverseNames, ""))
}

private func fishOffer(_ completion: CompletionKind) -> String {
  switch completion {
  case .none: return ""
  case .list(let words): return " -a \(shellQuoted(words.joined(separator: " ")))"
  case .directory: return " -a '(__fish_complete_directories)'"
  case .file(let extensions, let words):
    let files = extensions.map { "(__fish_complete_suffix .\($0))" }
    let offers = words + files
    return (extensions.isEmpty ? " -F" : "")
      + (offers.isEmpty ? "" : " -a \(shellQuoted(offers.joined(separator: " ")))")
  }
}
