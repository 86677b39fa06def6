#compdef sample
# zsh completion; put it into a folder of $fpath as _sample, or: source <(sample completions zsh)
_sample() {
  local context state line
  typeset -A opt_args
  _arguments -C \
    '(-h)-h[Show a short help.]' \
    '(--help)--help[Show all of the help.]' \
    '(--version)--version[Show the version, and those of the libraries.]' \
    '1: :->command' \
    '*:: :->arguments'
  case "$state" in
  command)
    local -a commands
    commands=(
        'read:Read tables'
        'copy:Copy a table'
        'help:Show the help of a command'
    )
    _describe -t commands command commands
    ;;
  arguments)
    case "$words[1]" in
    read)
      _arguments -s -S \
        '*:FILES:_files -g "*.(csv)"' \
        '(--format -f)--format=[How to write.]:FORMAT:(csv jsonl table)' \
        '(--format -f)-f+[How to write.]:FORMAT:(csv jsonl table)' \
        '*--map=[A mean that is kept.]:A=B: ' \
        '(--eps)--eps=[A small number.]:EPSILON: ' \
        '(--shuffle --no-shuffle)--shuffle[Mix the rows.]' \
        '(--shuffle --no-shuffle)--no-shuffle[Mix the rows.]' \
        '(--quiet -q)--quiet[Say less.]' \
        '(--quiet -q)-q[Say less.]' \
        '(--threads -j)--threads=[How many threads.]:THREADS: ' \
        '(--threads -j)-j+[How many threads.]:THREADS: ' \
        '(-h)-h[Show a short help.]' \
        '(--help)--help[Show all of the help.]'
      ;;
    copy)
      _arguments -s -S \
        ':SOURCE: ' \
        ':TARGET: ' \
        '(--output -o)--output=[A folder for the copy.]:OUTPUT:_files -/' \
        '(--output -o)-o+[A folder for the copy.]:OUTPUT:_files -/' \
        '(-h)-h[Show a short help.]' \
        '(--help)--help[Show all of the help.]'
      ;;
    esac
    ;;
  esac
}

if [ "$funcstack[1]" = "_sample" ]; then
  _sample "$@"
else
  compdef _sample sample
fi
