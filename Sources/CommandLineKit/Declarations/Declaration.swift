/// What an option or argument declares, until its property's name is known.
struct Declaration {
  var name: NameSpecification?
  var help: ArgumentHelp
  var completion: CompletionKind
  var choices: [String] = []
  var defaultText: String?
  var isRequired = false
  var isRepeating = false
  var store: (String) throws -> Void

  func definition(label: String) -> ArgumentDefinition {
    ArgumentDefinition(
      kind: name == nil ? .positional : .option, names: name?.names(label: label) ?? [],
      help: help, valueName: help.valueName ?? kebabCase(label).uppercased(), choices: choices,
      completion: completion == .none && !choices.isEmpty ? .list(choices) : completion,
      defaultText: defaultText, isRequired: isRequired, isRepeating: isRepeating,
      store: { text, _ in try store(text) })
  }
}
