/// An option with a value: `--name value`, `--name=value`, `-n value`, `-nvalue`.
@propertyWrapper
package struct Option<Value>: DeclaredArgument {
  private let box: ValueBox<Value>
  private let declaration: Declaration

  package var wrappedValue: Value { box.read() }

  func definitions(label: String) -> [ArgumentDefinition] {
    [declaration.definition(label: label)]
  }
}

extension Option where Value: ExpressibleByArgument {
  /// Declares an option with a default.
  package init(
    wrappedValue: Value, name: NameSpecification = .long, help: ArgumentHelp,
    completion: CompletionKind = .none
  ) {
    let box = ValueBox(wrappedValue)
    self.box = box
    declaration = Declaration(
      name: name, help: help, completion: completion, choices: Value.allValueStrings,
      defaultText: wrappedValue.argumentText
    ) { text in box.value = try Value(argument: text) }
  }

  /// Declares an option that must be given.
  package init(
    name: NameSpecification = .long, help: ArgumentHelp, completion: CompletionKind = .none
  ) {
    let box = ValueBox<Value>(nil)
    self.box = box
    declaration = Declaration(
      name: name, help: help, completion: completion, choices: Value.allValueStrings,
      isRequired: true
    ) { text in box.value = try Value(argument: text) }
  }
}

extension Option {
  /// Declares an option that may be absent.
  package init<Wrapped: ExpressibleByArgument>(
    name: NameSpecification = .long, help: ArgumentHelp, completion: CompletionKind = .none
  ) where Value == Wrapped? {
    let box = ValueBox<Value>(.some(nil))
    self.box = box
    declaration = Declaration(
      name: name, help: help, completion: completion, choices: Wrapped.allValueStrings
    ) { text in box.value = .some(try Wrapped(argument: text)) }
  }

  /// Declares an option that may come several times.
  package init<Element: ExpressibleByArgument>(
    wrappedValue: [Element] = [], name: NameSpecification = .long, help: ArgumentHelp,
    completion: CompletionKind = .none
  ) where Value == [Element] {
    let box = ValueBox(wrappedValue)
    self.box = box
    declaration = Declaration(
      name: name, help: help, completion: completion, choices: Element.allValueStrings,
      isRepeating: true
    ) { text in box.value = (box.value ?? []) + [try Element(argument: text)] }
  }
}

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

  init(
    name: NameSpecification?, help: ArgumentHelp, completion: CompletionKind, choices: [String],
    defaultText: String? = nil, isRequired: Bool = false, isRepeating: Bool = false,
    store: @escaping (String) throws -> Void
  ) {
    self.name = name
    self.help = help
    self.completion = completion
    self.choices = choices
    self.defaultText = defaultText
    self.isRequired = isRequired
    self.isRepeating = isRepeating
    self.store = store
  }

  func definition(label: String) -> ArgumentDefinition {
    ArgumentDefinition(
      kind: name == nil ? .positional : .option, names: name?.names(label: label) ?? [],
      help: help, valueName: help.valueName ?? kebabCase(label).uppercased(), choices: choices,
      completion: completion == .none && !choices.isEmpty ? .list(choices) : completion,
      defaultText: defaultText, isRequired: isRequired, isRepeating: isRepeating,
      store: { text, _ in try store(text) })
  }
}
