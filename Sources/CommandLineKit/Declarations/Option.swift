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
