/// Completion for zsh, over its `_arguments`.
func zshScript(_ root: CommandNode) -> String {
  let function = "_" + root.name
  let commands = root.commandNames.map {
    "        " + shellQuoted("\($0.name):\($0.abstract)") + "\n"
  }
  var text = """
    #compdef \(root.name)
    # zsh completion; put it into a folder of $fpath as \(function), or: source <(\(root.name) completions zsh)
    \(function)() {
      local context state line
      typeset -A opt_args
      _arguments -C \\
    \(root.options.flatMap(zshSpecs).map { "    \($0) \\\n" }.joined())    '1: :->command' \\
        '*:: :->arguments'
      case "$state" in
      command)
        local -a commands
        commands=(
    \(commands.joined())    )
        _describe -t commands command commands
        ;;
      arguments)
        case "$words[1]" in

    """
  for command in root.subcommands {
    let specs = command.arguments.flatMap(zshSpecs)
    text += "    \(command.name))\n      _arguments -s -S \\\n"
    text += specs.map { "        \($0)" }.joined(separator: " \\\n") + "\n      ;;\n"
  }
  return text + """
        esac
        ;;
      esac
    }

    if [ "$funcstack[1]" = "\(function)" ]; then
      \(function) "$@"
    else
      compdef \(function) \(root.name)
    fi

    """
}

/// The words by which `_arguments` knows an argument, one for each of its names.
private func zshSpecs(_ definition: ArgumentDefinition) -> [String] {
  let message = zshEscaped(definition.valueName)
  let action = zshAction(definition.completion)
  if definition.kind == .positional {
    return [shellQuoted("\(definition.isRepeating ? "*" : ""):\(message):\(action)")]
  }
  let group = definition.allNames.joined(separator: " ")
  let lead = definition.isRepeating ? "*" : "(\(group))"
  return definition.allNames.map { name in
    let takesValue = definition.kind == .option
    let joint = !takesValue ? "" : name.hasPrefix("--") ? "=" : "+"
    let value = takesValue ? ":\(message):\(action)" : ""
    return shellQuoted("\(lead)\(name)\(joint)[\(zshEscaped(definition.help.abstract))]\(value)")
  }
}

private func zshAction(_ completion: CompletionKind) -> String {
  switch completion {
  case .none: return " "
  case .list(let words): return "(\(words.joined(separator: " ")))"
  case .directory: return "_files -/"
  case .file(let extensions, let words):
    let files =
      extensions.isEmpty ? "_files" : #"_files -g "*.(\#(extensions.joined(separator: "|")))""#
    if words.isEmpty { return files }
    return #"_alternative "names:name:(\#(words.joined(separator: " ")))" "files:file:"#
      + files.split(separator: "\"").joined(separator: "\\\"") + (extensions.isEmpty ? "" : "\\\"")
      + "\""
  }
}

private func zshEscaped(_ text: String) -> String {
  String(text.flatMap { "[]:\\".contains($0) ? ["\\", $0] : [$0] })
}
