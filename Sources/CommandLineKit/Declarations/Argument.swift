/// A value by its position on the command line.
@propertyWrapper
package struct Argument<Value>: DeclaredArgument {
  private let box: ValueBox<Value>
  private let declaration: Declaration

  package var wrappedValue: Value { box.read() }

  func definitions(label: String) -> [ArgumentDefinition] {
    [declaration.definition(label: label)]
  }
}

extension Argument where Value: ExpressibleByArgument {
  /// Declares an argument with a default.
  package init(wrappedValue: Value, help: ArgumentHelp, completion: CompletionKind = .none) {
    let box = ValueBox(wrappedValue)
    self.box = box
    declaration = Declaration(
      name: nil, help: help, completion: completion, choices: Value.allValueStrings,
      defaultText: wrappedValue.argumentText
    ) { text in box.value = try Value(argument: text) }
  }

  /// Declares an argument that must be given.
  package init(help: ArgumentHelp, completion: CompletionKind = .none) {
    let box = ValueBox<Value>(nil)
    self.box = box
    declaration = Declaration(
      name: nil, help: help, completion: completion, choices: Value.allValueStrings,
      isRequired: true
    ) { text in box.value = try Value(argument: text) }
  }
}

extension Argument {
  /// Declares an argument that takes all the words that are left: at least one without a default.
  package init<Element: ExpressibleByArgument>(
    help: ArgumentHelp, completion: CompletionKind = .none
  ) where Value == [Element] {
    let box = ValueBox<Value>([])
    self.box = box
    declaration = Declaration(
      name: nil, help: help, completion: completion, choices: Element.allValueStrings,
      isRequired: true, isRepeating: true
    ) { text in box.value = (box.value ?? []) + [try Element(argument: text)] }
  }
}
