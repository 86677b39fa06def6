/// One pass over the words of a command, storing values as it goes.
struct ArgumentScan {
  enum End {
    case done, shortHelp, longHelp
  }

  private let node: CommandNode
  private var words: ArraySlice<String>
  private var positionals: [String] = []
  private var isHelpWanted = false

  init(node: CommandNode, words: [String]) {
    self.node = node
    self.words = words[...]
  }

  mutating func run() throws(UsageError) -> End {
    // Help wins over any mistake beside it: someone who made one asks for help next.
    let beforeDashes = words.prefix { $0 != "--" }
    if beforeDashes.contains("--help") { return .longHelp }
    if beforeDashes.contains("-h") { return .shortHelp }
    while let word = words.popFirst() {
      if word == "--" {
        positionals += words
        words = []
      } else if word.hasPrefix("--") {
        try readLong(word)
      } else if word.hasPrefix("-"), word != "-" {
        try readCluster(word)
        if isHelpWanted { return .shortHelp }
      } else {
        positionals.append(word)
      }
    }
    try assignPositionals()
    return .done
  }

  private mutating func readLong(_ word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = ArgumentName.long(String(parts[0].dropFirst(2)))
    let attached = parts.count > 1 ? String(parts[1]) : nil
    if let flag = node.options.first(where: { $0.inverseNames.contains(name) }) {
      try refuseValue(attached, of: name)
      try store("", isOn: false, in: flag, as: name)
      return
    }
    guard let option = node.options.first(where: { $0.names.contains(name) }) else {
      throw unknownOption(String(parts[0]))
    }
    if option.kind == .flag {
      try refuseValue(attached, of: name)
      try store("", isOn: true, in: option, as: name)
    } else {
      let value = if let attached { attached } else { try nextValue(for: option, as: name) }
      try store(value, in: option, as: name)
    }
  }

  /// `-q`, `-qv`, `-j4`, `-qj 4`.
  private mutating func readCluster(_ word: String) throws(UsageError) {
    if longNames.contains("-" + word) { throw unknownOption(word, in: word) }
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = ArgumentName.short(letter)
      guard let option = node.options.first(where: { $0.names.contains(name) }) else {
        throw unknownOption(word.count == 2 ? word : "-\(letter)", in: word)
      }
      if option.kind == .flag {
        try store("", isOn: true, in: option, as: name)
      } else {
        let value = letters.isEmpty ? try nextValue(for: option, as: name) : String(letters)
        try store(value, in: option, as: name)
        letters = ""
      }
    }
  }

  /// The next word, unless it is itself an option of this command.
  private mutating func nextValue(for option: ArgumentDefinition, as name: ArgumentName)
    throws(UsageError) -> String
  {
    if let word = words.first, !isOption(word) {
      words = words.dropFirst()
      return word
    }
    throw usageError(
      in: node, "'\(name) \(option.valueName)' needs a value", hint: option.help.abstract,
      name: option.displayName)
  }

  private func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return false }
    let typed = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
    return word == "--"
      || node.options.contains { option in
        option.allNames.contains(typed)
      }
  }

  private func refuseValue(_ value: String?, of name: ArgumentName) throws(UsageError) {
    guard let value else { return }
    throw usageError(
      in: node, "'\(name)' takes no value, found \"\(value)\"", name: name.description, value: value
    )
  }

  private mutating func store(
    _ text: String, isOn: Bool = true, in option: ArgumentDefinition, as name: ArgumentName
  ) throws(UsageError) {
    if name == .short("h") { isHelpWanted = true }
    try storeValue(text, isOn: isOn, in: option, called: name.description)
  }

  private func storeValue(
    _ text: String, isOn: Bool = true, in definition: ArgumentDefinition, called name: String
  ) throws(UsageError) {
    do {
      try definition.store(text, isOn)
    } catch {
      let invalid = error as? InvalidValue
      throw usageError(
        in: node, "'\(name)' \(invalid?.reason ?? "\(error)"), found \"\(text)\"",
        hint: invalid?.hint, didYouMean: nearest(to: text, among: definition.choices), name: name,
        value: text)
    }
  }

  private mutating func assignPositionals() throws(UsageError) {
    var rest = positionals[...]
    for definition in node.positionals {
      if definition.isRequired, rest.isEmpty {
        throw usageError(
          in: node, "'\(definition.synopsis)' is missing",
          hint: definition.choices.isEmpty
            ? definition.help.abstract : "one of \(definition.choices.joined(separator: ", "))",
          name: definition.displayName)
      }
      let count = definition.isRepeating ? rest.count : min(1, rest.count)
      for word in rest.prefix(count) {
        try storeValue(word, in: definition, called: definition.valueName)
      }
      rest = rest.dropFirst(count)
    }
    if let extra = rest.first {
      throw usageError(in: node, "unexpected argument \"\(extra)\"", value: extra)
    }
  }

  private var longNames: [String] {
    node.options.flatMap(\.allNames).filter { $0.hasPrefix("--") }
  }

  private func unknownOption(_ name: String, in word: String? = nil) -> UsageError {
    let place = word.flatMap { $0 == name ? nil : " in \"\($0)\"" } ?? ""
    // "-model" is a long name with one dash too few.
    let oneDash = longNames.first { $0 == "-" + name }
    let meant = oneDash ?? (name.hasPrefix("--") ? nearest(to: name, among: longNames) : nil)
    return usageError(
      in: node, "unknown option '\(name)'\(place)", didYouMean: meant, name: name,
      value: word ?? name)
  }
}
