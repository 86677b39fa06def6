public import Foundation
package import ModelSpec

/// Name and type of one input or output of a model.
public final class MLFeatureDescription: NSObject, NSCopying, Sendable {
  private let feature: FeatureDescription

  package init(_ feature: FeatureDescription) { self.feature = feature }

  /// The feature's name.
  public var name: String { feature.name }

  /// The type of the feature's values.
  public var type: MLFeatureType { MLFeatureType(feature.type) }

  /// Whether the value may be missing.
  public var isOptional: Bool { feature.isOptional }

  /// Which multi-arrays are taken; nil when the feature is none.
  public var multiArrayConstraint: MLMultiArrayConstraint? {
    if case .multiArray(let type) = feature.type { MLMultiArrayConstraint(type) } else { nil }
  }

  /// Which dictionaries are taken; nil when the feature is none.
  public var dictionaryConstraint: MLDictionaryConstraint? {
    guard case .dictionary(let key) = feature.type else { return nil }
    return MLDictionaryConstraint(keyType: key == .int64 ? .int64 : .string)
  }

  /// Which sequences are taken; nil when the feature is none.
  public var sequenceConstraint: MLSequenceConstraint? {
    guard case .sequence(let element, let size) = feature.type else { return nil }
    return MLSequenceConstraint(
      valueDescription: MLFeatureDescription(
        FeatureDescription(name: "", type: element == .int64 ? .int64 : .string)),
      least: Int(clamping: size.lowerBound), greatest: size.upperBound.map { Int(clamping: $0) })
  }

  /// Whether the feature takes a value.
  ///
  /// - Parameter value: Any value.
  /// - Returns: True when type and size fit, or when the value is missing and may be so.
  public func isAllowedValue(_ value: MLFeatureValue) -> Bool {
    if value.isUndefined { return isOptional }
    guard value.type == type else { return false }
    switch (value.content, feature.type) {
    case (.multiArray(let array), .multiArray(let type)):
      return type.allows(shape: array.dimensions)
    case (.int64Dictionary, .dictionary(let key)): return key == .int64
    case (.stringDictionary(let values), .dictionary(let key)):
      return key == .string || values.isEmpty
    case (.sequence(let sequence), .sequence(let element, let size)):
      let count = UInt64(sequence.count)
      return sequence.type == (element == .int64 ? .int64 : .string)
        && count >= size.lowerBound && size.upperBound.map { count <= $0 } ?? true
    default: return true
    }
  }

  /// Whether the other object describes an equal feature.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? MLFeatureDescription)?.feature == feature
  }

  /// A hash of the name.
  public override var hash: Int { feature.name.hashValue }

  /// Name and type, such as `x : MultiArray (Float32, 1 × 6)`; a `?` follows an optional one.
  public override var description: String {
    "\(name) : \(typeText)\(isOptional ? "?" : "")"
  }

  /// Itself, since a description never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  private var typeText: String {
    switch feature.type {
    case .image(let width, let height): "Image (\(width) x \(height))"
    case .state(let array): "State (\(MLMultiArrayConstraint(array)))"
    default:
      [multiArrayConstraint, dictionaryConstraint, sequenceConstraint as NSObject?]
        .compactMap { $0 }.first.map { "\(type.name) (\($0))" } ?? type.name
    }
  }
}

extension MLFeatureType {
  init(_ type: FeatureType) {
    self =
      switch type {
      case .int64: .int64
      case .double: .double
      case .string: .string
      case .multiArray: .multiArray
      case .dictionary: .dictionary
      case .sequence: .sequence
      case .image: .image
      case .state: .state
      }
  }
}
