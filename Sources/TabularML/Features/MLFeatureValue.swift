public import Foundation

/// A value with its type, as feature providers hand it over.
///
/// An accessor of another type than the value's own converts nothing: it gives 0, an empty text, nil
/// or an empty dictionary. Look at ``type`` first where the type is not known.
public final class MLFeatureValue: NSObject, NSCopying {
  enum Content {
    case int64(Int64)
    case double(Double)
    case string(String)
    case multiArray(MLMultiArray)
    case int64Dictionary([Int64: Double])
    case stringDictionary([String: Double])
    case sequence(MLSequence)
    case undefined(MLFeatureType)
  }

  let content: Content

  init(_ content: Content) { self.content = content }

  /// Creates a value from an integer.
  ///
  /// - Parameter value: The integer.
  public convenience init(int64 value: Int64) { self.init(.int64(value)) }

  /// Creates a value from a floating-point number.
  ///
  /// - Parameter value: The number.
  public convenience init(double value: Double) { self.init(.double(value)) }

  /// Creates a value from a text.
  ///
  /// - Parameter value: The text.
  public convenience init(string value: String) { self.init(.string(value)) }

  /// Creates a value from a multi-array, which is shared, not copied.
  ///
  /// - Parameter value: The array.
  public convenience init(multiArray value: MLMultiArray) { self.init(.multiArray(value)) }

  /// Creates a value from a sequence.
  ///
  /// - Parameter sequence: The sequence.
  public convenience init(sequence: MLSequence) { self.init(.sequence(sequence)) }

  /// Creates a value from numbers by key.
  ///
  /// - Parameter value: Numbers by text, or numbers by integer; an empty one counts as by text.
  /// - Throws: ``MLModelError`` with code `featureType` when the keys are of another type or mixed.
  public convenience init(dictionary value: [AnyHashable: NSNumber]) throws {
    self.init(try FeatureConversion.dictionary(value))
  }

  /// Creates a value that is missing.
  ///
  /// - Parameter type: The type that the value would have.
  public convenience init(undefined type: MLFeatureType) { self.init(.undefined(type)) }

  /// The type of the value.
  public var type: MLFeatureType {
    switch content {
    case .int64: .int64
    case .double: .double
    case .string: .string
    case .multiArray: .multiArray
    case .int64Dictionary, .stringDictionary: .dictionary
    case .sequence: .sequence
    case .undefined(let type): type
    }
  }

  /// Whether the value is missing.
  public var isUndefined: Bool {
    if case .undefined = content { true } else { false }
  }

  /// The integer; 0 when the type is not `.int64`.
  public var int64Value: Int64 {
    if case .int64(let value) = content { value } else { 0 }
  }

  /// The floating-point number; 0 when the type is not `.double`.
  public var doubleValue: Double {
    if case .double(let value) = content { value } else { 0 }
  }

  /// The text; empty when the type is not `.string`.
  public var stringValue: String {
    if case .string(let value) = content { value } else { "" }
  }

  /// The multi-array; nil when the type is not `.multiArray`.
  public var multiArrayValue: MLMultiArray? {
    if case .multiArray(let value) = content { value } else { nil }
  }

  /// The sequence; nil when the type is not `.sequence`.
  public var sequenceValue: MLSequence? {
    if case .sequence(let value) = content { value } else { nil }
  }

  /// The numbers by key; empty when the type is not `.dictionary`.
  public var dictionaryValue: [AnyHashable: NSNumber] {
    switch content {
    case .int64Dictionary(let values):
      Dictionary(
        uniqueKeysWithValues: values.map { (AnyHashable($0), NSNumber(value: $1)) })
    case .stringDictionary(let values):
      Dictionary(
        uniqueKeysWithValues: values.map { (AnyHashable($0), NSNumber(value: $1)) })
    default: [:]
    }
  }

  /// Whether the other object is a value of equal type and content.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? MLFeatureValue).map(isEqual(to:)) ?? false
  }

  /// A hash of the content.
  public override var hash: Int {
    switch content {
    case .int64(let value): value.hashValue
    case .double(let value): value.hashValue
    case .string(let value): value.hashValue
    case .multiArray(let value): value.hash
    case .int64Dictionary(let value): value.hashValue
    case .stringDictionary(let value): value.hashValue
    case .sequence(let value): value.hash
    case .undefined(let type): type.hashValue
    }
  }

  /// Type and content, such as `Double : 2.5`.
  public override var description: String {
    switch content {
    case .int64(let value): "\(type.name) : \(value)"
    case .double(let value): "\(type.name) : \(value)"
    case .string(let value): "\(type.name) : \(value)"
    case .multiArray(let value): "\(type.name) : \(value)"
    case .int64Dictionary(let values):
      "\(type.name) : {\(Self.list(values.sorted { $0.key < $1.key }))}"
    case .stringDictionary(let values):
      "\(type.name) : {\(Self.list(values.sorted { $0.key < $1.key }))}"
    case .sequence(let value): "\(type.name) : \(value)"
    case .undefined: "\(type.name) : undefined"
    }
  }

  private static func list<Key>(_ pairs: [(key: Key, value: Double)]) -> String {
    pairs.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }
}

extension MLFeatureValue {
  /// Whether both values have the same type and the same content.
  ///
  /// - Parameter value: The value to compare with.
  /// - Returns: True when they are equal; not-a-number equals nothing.
  public func isEqual(to value: MLFeatureValue) -> Bool {
    switch (content, value.content) {
    case (.int64(let a), .int64(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.multiArray(let a), .multiArray(let b)): a.isEqual(b)
    case (.int64Dictionary(let a), .int64Dictionary(let b)): a == b
    case (.stringDictionary(let a), .stringDictionary(let b)): a == b
    case (.sequence(let a), .sequence(let b)): a.isEqual(b)
    case (.undefined(let a), .undefined(let b)): a == b
    default: false
    }
  }

  /// Itself, since a value never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
