extension LayerKind {
  /// The name of the field that holds the kind in Core ML's layer message.
  package var name: String {
    if case .unsupported(let name, _) = self { return name }
    return LayerKindNames.name(number)
  }

  /// The number of that field.
  package var number: Int {
    switch self {
    case .activation: 130
    case .innerProduct: 140
    case .softmax: 175
    case .unary: 220
    case .add: 230
    case .multiply: 231
    case .concat: 320
    case .slice: 350
    case .softmaxND: 950
    case .unsupported(_, let number): number
    }
  }
}
