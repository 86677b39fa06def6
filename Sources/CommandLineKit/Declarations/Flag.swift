/// Whether a flag can also be switched off by name.
package enum FlagInversion: Sendable {
  /// `--no-name` switches it off.
  case prefixedNo
}

/// A switch without a value.
@propertyWrapper
package struct Flag<Value>: DeclaredArgument {
  private let box: ValueBox<Value>
  private let name: NameSpecification
  private let help: ArgumentHelp
  private let inversion: FlagInversion?
  private let store: (Bool) -> Void

  package var wrappedValue: Value { box.read() }

  func definitions(label: String) -> [ArgumentDefinition] {
    let names = name.names(label: label)
    var definition = ArgumentDefinition(
      kind: .flag, names: names, help: help, store: { [store] _, isOn in store(isOn) })
    if inversion != nil {
      definition.inverseNames = names.compactMap {
        if case .long(let text) = $0 { .long("no-\(text)") } else { nil }
      }
    }
    return [definition]
  }
}

extension Flag where Value == Bool {
  /// Declares a switch.
  package init(
    wrappedValue: Bool, name: NameSpecification = .long, inversion: FlagInversion? = nil,
    help: ArgumentHelp
  ) {
    let box = ValueBox(wrappedValue)
    self.box = box
    self.name = name
    self.help = help
    self.inversion = inversion
    store = { box.value = $0 }
  }
}

extension Flag where Value == Bool? {
  /// Declares a switch that is nil unless it was given, on or off.
  package init(name: NameSpecification = .long, inversion: FlagInversion, help: ArgumentHelp) {
    let box = ValueBox<Bool?>(.some(nil))
    self.box = box
    self.name = name
    self.help = help
    self.inversion = inversion
    store = { box.value = .some($0) }
  }
}
