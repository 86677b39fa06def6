/// Completion for bash, without the bash-completion package.
func bashScript(_ root: CommandNode) -> String {
  let function = "_" + root.name
  let names = root.commandNames.map(\.name).joined(separator: " ")
  let options = root.options.flatMap(\.allNames).joined(separator: " ")
  var text = """
    # bash completion for \(root.name); read it with: source <(\(root.name) completions bash)
    \(function)_files() {
      local word="$1" pattern="$2" path
      compopt -o filenames 2>/dev/null
      while IFS= read -r path; do
        if [[ -z "$pattern" || "$path" =~ $pattern || -d "$path" ]]; then COMPREPLY+=("$path"); fi
      done < <(compgen -f -- "$word")
    }

    \(function)() {
      local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
      local command="" index
      # bash splits --name=value at the sign.
      if [[ "$current" == "=" ]]; then
        current=""
      elif [[ "$previous" == "=" ]]; then
        previous="${COMP_WORDS[COMP_CWORD - 2]}"
      fi
      for ((index = 1; index < COMP_CWORD; index++)); do
        if [[ "${COMP_WORDS[index]}" != -* ]]; then
          command="${COMP_WORDS[index]}"
          break
        fi
      done
      COMPREPLY=()
      case "$command" in
      "") COMPREPLY=($(compgen -W "\(names) \(options)" -- "$current")) ;;
      help) COMPREPLY=($(compgen -W "\(names)" -- "$current")) ;;

    """
  for command in root.subcommands { text += bashCase(command, function: function) }
  return text + """
      esac
    }

    complete -F \(function) \(root.name)

    """
}

private func bashCase(_ command: CommandNode, function: String) -> String {
  var text = "  \(command.name))\n    case \"$previous\" in\n"
  for option in command.options where option.kind == .option {
    let words = bashReply(option.completion, function: function)
    text += "    \(option.allNames.joined(separator: " | "))) \(words)return ;;\n"
  }
  let names = command.options.flatMap(\.allNames).joined(separator: " ")
  let value = bashReply(command.positionals.last?.completion ?? .none, function: function)
  return text + """
        esac
        case "$current" in
        -*) COMPREPLY=($(compgen -W "\(names)" -- "$current")) ;;
        *) \(value);;
        esac
        ;;

    """
}

/// A command that fills the reply, with a semicolon behind it; nothing for a free text.
private func bashReply(_ completion: CompletionKind, function: String) -> String {
  switch completion {
  case .none: ""
  case .list(let words): bashWords(words)
  case .directory: #"compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")); "#
  case .file(let extensions, let words):
    (words.isEmpty ? "" : bashWords(words))
      + "\(function)_files \"$current\" "
      + (extensions.isEmpty ? "''" : #"'\.("# + extensions.joined(separator: "|") + ")$'") + "; "
  }
}

private func bashWords(_ words: [String]) -> String {
  #"COMPREPLY=($(compgen -W ""# + words.joined(separator: " ") + #"" -- "$current")); "#
}
