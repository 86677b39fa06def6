/// The kinds of value that a feature can have.
///
/// The raw values are Core ML's own.
public enum MLFeatureType: Int, Sendable {
  /// No type: a feature that could not be described.
  case invalid = 0
  /// A 64-bit integer.
  case int64 = 1
  /// A 64-bit floating-point number.
  case double = 2
  /// A text.
  case string = 3
  /// A picture; models that take one cannot be run here.
  case image = 4
  /// Numbers in several dimensions.
  case multiArray = 5
  /// Numbers by key, where the keys are texts or integers.
  case dictionary = 6
  /// Texts or integers in a row.
  case sequence = 7
  /// What a model remembers between predictions; models that have one cannot be run here.
  case state = 8
}

extension MLFeatureType {
  /// The type's name as descriptions print it.
  var name: String {
    switch self {
    case .invalid: "Invalid"
    case .int64: "Int64"
    case .double: "Double"
    case .string: "String"
    case .image: "Image"
    case .multiArray: "MultiArray"
    case .dictionary: "Dictionary"
    case .sequence: "Sequence"
    case .state: "State"
    }
  }
}
