extension LayerKind {
  /// The name of the field that holds the kind in Core ML's layer message.
  package var name: String {
    switch self {
    case .innerProduct: "innerProduct"
    case .activation: "activation"
    case .unary: "unary"
    case .add: "add"
    case .multiply: "multiply"
    case .concat: "concat"
    case .slice: "slice"
    case .unsupported(let name, _): name
    }
  }
}
