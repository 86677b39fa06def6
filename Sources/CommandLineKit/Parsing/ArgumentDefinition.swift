/// All that is known of one argument: parser, help, completions and manual page read it.
package struct ArgumentDefinition {
  package enum Kind: Sendable {
    case positional, option, flag
  }

  package var kind: Kind
  package var names: [ArgumentName]
  /// The names that switch a flag off.
  package var inverseNames: [ArgumentName] = []
  package var help: ArgumentHelp
  package var valueName = ""
  package var choices: [String] = []
  package var completion = CompletionKind.none
  package var defaultText: String?
  package var isRequired = false
  package var isRepeating = false
  /// The title under which the help lists it.
  package var section: String?
  /// Takes the text of the value, or for a flag whether it is switched on.
  var store: (String, Bool) throws -> Void = { _, _ in }

  /// How the argument is called in a message: `--model`, or `FILE`.
  package var displayName: String {
    names.first { if case .long = $0 { true } else { false } }?.description
      ?? names.first?.description ?? valueName
  }

  /// How the argument is written in a usage line or heading: `--model MODEL`, `FILE...`.
  package var synopsis: String {
    switch kind {
    case .positional: valueName + (isRepeating ? "..." : "")
    case .option: "\(displayName) \(valueName)"
    case .flag: displayName
    }
  }
}

/// A property of a command that declares arguments; `Mirror` finds it.
protocol DeclaredArgument {
  func definitions(label: String) -> [ArgumentDefinition]

  /// The group of arguments that it is; nil for an argument.
  var declaredGroup: (any ParsableArguments)? { get }
}

extension DeclaredArgument {
  var declaredGroup: (any ParsableArguments)? { nil }
}

/// Where a declared argument keeps its value: the parser writes it, the command reads it.
final class ValueBox<Value> {
  var value: Value?

  init(_ value: Value?) { self.value = value }

  func read() -> Value {
    guard let value else {
      preconditionFailure("a required argument is read before the command was parsed")
    }
    return value
  }
}

/// The arguments that a command or group declares, in the order of its properties.
func declaredArguments(of arguments: any ParsableArguments) -> [ArgumentDefinition] {
  Mirror(reflecting: arguments).children.flatMap { child in
    (child.value as? any DeclaredArgument)?
      .definitions(label: String((child.label ?? "").drop { $0 == "_" })) ?? []
  }
}

/// Calls `validate` of the groups of a command, then of the command.
func validateDeclared(_ arguments: any ParsableArguments) throws {
  for child in Mirror(reflecting: arguments).children {
    if let group = (child.value as? any DeclaredArgument)?.declaredGroup {
      try validateDeclared(group)
    }
  }
  try arguments.validate()
}
