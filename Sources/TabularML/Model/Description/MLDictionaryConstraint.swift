public import Foundation

/// Which dictionaries a feature takes.
public final class MLDictionaryConstraint: NSObject, Sendable {
  /// The type of the keys, `.string` or `.int64`; the values are numbers.
  public let keyType: MLFeatureType

  init(keyType: MLFeatureType) { self.keyType = keyType }

  /// The types of keys and values, such as `String → Double`.
  public override var description: String { "\(keyType.name) → Double" }
}

/// Which sequences a feature takes.
public final class MLSequenceConstraint: NSObject, Sendable {
  /// What one element may be: a text or an integer.
  public let valueDescription: MLFeatureDescription
  /// An `NSRange` that contains the allowed numbers of elements.
  public let countRange: NSRange

  init(valueDescription: MLFeatureDescription, least: Int, greatest: Int?) {
    self.valueDescription = valueDescription
    countRange = NSRange(sizesFrom: least, through: greatest)
  }

  /// The type of the elements, such as `String`.
  public override var description: String { valueDescription.type.name }
}
