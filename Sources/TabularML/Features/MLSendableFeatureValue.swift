/// The value of a feature that may go from one task or thread to another.
///
/// ``MLFeatureValue`` is a class and may hold an array that somebody changes; this is a copy.
public struct MLSendableFeatureValue: Equatable, Sendable {
  enum Content: Sendable {
    case integer(Int)
    case float16(Float16)
    case float(Float)
    case double(Double)
    case string(String)
    case strings([String])
    case stringDictionary([String: Double])
    case integerDictionary([Int: Double])
    case array(any SendableNumbers)
    case undefined
  }

  /// The type of the feature.
  public let type: MLFeatureType
  let content: Content

  /// Creates an integer.
  public init(_ value: Int) { (type, content) = (.int64, .integer(value)) }

  /// Creates an integer.
  public init(_ value: Int32) { self.init(Int(value)) }

  /// Creates a number of half precision.
  public init(_ value: Float16) { (type, content) = (.double, .float16(value)) }

  /// Creates a number of single precision.
  public init(_ value: Float) { (type, content) = (.double, .float(value)) }

  /// Creates a number of double precision.
  public init(_ value: Double) { (type, content) = (.double, .double(value)) }

  /// Creates a text.
  public init(_ value: String) { (type, content) = (.string, .string(value)) }

  /// Creates a sequence of texts.
  public init(_ value: [String]) { (type, content) = (.sequence, .strings(value)) }

  /// Creates a dictionary of numbers by text.
  public init(_ value: [String: Double]) {
    (type, content) = (.dictionary, .stringDictionary(value))
  }

  /// Creates a dictionary of numbers by text.
  public init(_ value: [String: Int]) { self.init(value.mapValues { Double($0) }) }

  /// Creates a dictionary of numbers by integer.
  public init(_ value: [Int: Double]) {
    (type, content) = (.dictionary, .integerDictionary(value))
  }

  /// Creates a dictionary of numbers by integer.
  public init(_ value: [Int: Int]) { self.init(value.mapValues { Double($0) }) }

  /// Creates an array.
  public init<Scalar: MLShapedArrayScalar>(_ value: MLShapedArray<Scalar>) {
    (type, content) = (.multiArray, .array(value))
  }

  /// Creates a missing value.
  ///
  /// - Parameter type: The type that it would have.
  public init(undefined type: MLFeatureType) {
    self.type = type
    content = .undefined
  }

  /// Whether the value is missing.
  public var isUndefined: Bool { if case .undefined = content { true } else { false } }

  /// Whether the value is one number.
  public var isScalar: Bool {
    switch content {
    case .integer, .float16, .float, .double: true
    default: false
    }
  }

  /// Whether the value is an array.
  public var isShapedArray: Bool { if case .array = content { true } else { false } }

  /// The integer; nil for other values.
  public var integerValue: Int? { if case .integer(let value) = content { value } else { nil } }

  /// The number of half precision; nil for other values.
  public var float16Value: Float16? {
    if case .float16(let value) = content { value } else { nil }
  }

  /// The number of single precision; nil for other values.
  public var floatValue: Float? { if case .float(let value) = content { value } else { nil } }

  /// The number of double precision; nil for other values.
  public var doubleValue: Double? { if case .double(let value) = content { value } else { nil } }

  /// The text; nil for other values.
  public var stringValue: String? { if case .string(let value) = content { value } else { nil } }

  /// The sequence of texts; nil for other values.
  public var stringArrayValue: [String]? {
    if case .strings(let value) = content { value } else { nil }
  }

  /// The numbers by text; nil for other values.
  public var stringDictionaryValue: [String: Double]? {
    if case .stringDictionary(let value) = content { value } else { nil }
  }

  /// The numbers by integer; nil for other values.
  public var integerDictionaryValue: [Int: Double]? {
    if case .integerDictionary(let value) = content { value } else { nil }
  }

  /// The array; nil unless it has this type of numbers.
  ///
  /// - Parameter type: The type of the numbers.
  /// - Returns: The array.
  public func shapedArrayValue<Scalar: MLShapedArrayScalar>(
    of type: Scalar.Type
  ) -> MLShapedArray<Scalar>? {
    if case .array(let value) = content { value as? MLShapedArray<Scalar> } else { nil }
  }
}
