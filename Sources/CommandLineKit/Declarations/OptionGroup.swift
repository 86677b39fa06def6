/// Arguments that several commands share, under a title of their own in the help.
@propertyWrapper
package struct OptionGroup<Group: ParsableArguments>: DeclaredArgument {
  private let group: Group
  private let title: String?

  package var wrappedValue: Group { group }
  var declaredGroup: (any ParsableArguments)? { group }

  package init(title: String? = nil) {
    group = Group()
    self.title = title
  }

  func definitions(label: String) -> [ArgumentDefinition] {
    declaredArguments(of: group).map { definition in
      var titled = definition
      titled.section = title ?? definition.section
      return titled
    }
  }
}
