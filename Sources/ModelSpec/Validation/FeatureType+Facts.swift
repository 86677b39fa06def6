extension ArrayFeatureType {
  /// Dimensions of the default shape, or of those allowed.
  var rank: Int {
    guard shape.isEmpty else { return shape.count }
    return switch flexibility {
    case .none: 0
    case .enumerated(let shapes): shapes.first?.count ?? 0
    case .ranges(let ranges): ranges.count
    }
  }

  /// Elements of the declared shape; nil when the shape is open.
  var fixedCount: Int? {
    guard flexibility == .none, !shape.isEmpty else { return nil }
    var count = 1
    for size in shape {
      guard let product = Int(exactly: size).flatMap(count.multiplied(by:)) else { return nil }
      count = product
    }
    return count
  }
}

extension FeatureType {
  /// The type in words, as in a message.
  var name: String {
    switch self {
    case .int64: "Int64"
    case .double: "Double"
    case .string: "String"
    case .multiArray(let array):
      "MultiArray [\(array.shape.map(String.init).joined(separator: ", "))]"
    case .dictionary(.int64): "Dictionary with Int64 keys"
    case .dictionary(.string): "Dictionary with String keys"
    case .sequence(.int64, _): "Sequence of Int64"
    case .sequence(.string, _): "Sequence of String"
    case .image: "Image"
    case .state: "State"
    }
  }

  /// Whether a feature of this type can be handed to an input of another one.
  ///
  /// Element types of arrays are converted; shapes have to be the same where both are fixed.
  func fits(_ input: FeatureType) -> Bool {
    switch (self, input) {
    case (.int64, .int64), (.double, .double), (.string, .string), (.image, .image): true
    case (.multiArray(let own), .multiArray(let other)):
      own.fixedCount == nil || other.fixedCount == nil || own.shape == other.shape
    case (.dictionary(let own), .dictionary(let other)): own == other
    case (.sequence(let own, _), .sequence(let other, _)): own == other
    default: false
    }
  }
}
