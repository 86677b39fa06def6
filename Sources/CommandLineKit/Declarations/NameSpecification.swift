/// One name of an option as it is typed, with its dashes in `description`.
package enum ArgumentName: Sendable, Hashable, CustomStringConvertible {
  case long(String)
  case short(Character)

  package var description: String {
    switch self {
    case .long(let name): "--\(name)"
    case .short(let letter): "-\(letter)"
    }
  }
}

/// Under which names an option can be typed.
package struct NameSpecification: Sendable, ExpressibleByArrayLiteral {
  package enum Element: Sendable {
    /// The property's name, `miniBatchSize` as `--mini-batch-size`.
    case long
    /// The first letter of the property's name.
    case short
    case customLong(String)
    case customShort(Character)
  }

  package static let long: NameSpecification = [.long]
  package static let shortAndLong: NameSpecification = [.long, .short]

  var elements: [Element]

  package init(arrayLiteral elements: Element...) { self.elements = elements }

  func names(label: String) -> [ArgumentName] {
    elements.map { element in
      switch element {
      case .long: .long(kebabCase(label))
      case .short: .short(label.first ?? "x")
      case .customLong(let name): .long(name)
      case .customShort(let letter): .short(letter)
      }
    }
  }
}

/// `miniBatchSize` as `mini-batch-size`.
func kebabCase(_ label: String) -> String {
  var text = ""
  for character in label {
    if character.isUppercase, !text.isEmpty { text += "-" }
    text += character.lowercased()
  }
  return text
}
