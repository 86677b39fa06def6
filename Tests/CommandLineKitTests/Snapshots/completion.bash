# bash completion for sample; read it with: source <(sample completions bash)
_sample_files() {
  local word="$1" pattern="$2" path
  compopt -o filenames 2>/dev/null
  while IFS= read -r path; do
    if [[ -z "$pattern" || "$path" =~ $pattern || -d "$path" ]]; then COMPREPLY+=("$path"); fi
  done < <(compgen -f -- "$word")
}

_sample() {
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
  "") COMPREPLY=($(compgen -W "read copy help -h --help --version" -- "$current")) ;;
  help) COMPREPLY=($(compgen -W "read copy help" -- "$current")) ;;
  read)
    case "$previous" in
    --format | -f) COMPREPLY=($(compgen -W "csv jsonl table" -- "$current")); return ;;
    --map) return ;;
    --eps) return ;;
    --threads | -j) return ;;
    esac
    case "$current" in
    -*) COMPREPLY=($(compgen -W "--format -f --map --eps --shuffle --no-shuffle --quiet -q --threads -j -h --help" -- "$current")) ;;
    *) _sample_files "$current" '\.(csv)$'; ;;
    esac
    ;;
  copy)
    case "$previous" in
    --output | -o) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")); return ;;
    esac
    case "$current" in
    -*) COMPREPLY=($(compgen -W "--output -o -h --help" -- "$current")) ;;
    *) ;;
    esac
    ;;
  esac
}

complete -F _sample sample
