public import Foundation

/// A batch provider over an array of feature providers.
public final class MLArrayBatchProvider: NSObject, MLBatchProvider {
  /// The feature providers.
  public let array: [any MLFeatureProvider]

  /// Creates a batch from feature providers.
  ///
  /// - Parameter array: The feature providers, in order.
  public init(array: [any MLFeatureProvider]) {
    self.array = array
  }

  /// Creates a batch from an array of values per feature.
  ///
  /// - Parameter dictionary: For each feature its values, of the types that
  ///   ``MLDictionaryFeatureProvider`` takes.
  /// - Throws: ``MLModelError`` when the arrays differ in length (code `generic`), when the values of
  ///   one feature differ in type, or when one cannot be the value of a feature (code `featureType`).
  public convenience init(dictionary: [String: [Any]]) throws {
    let lengths = dictionary.mapValues(\.count).sorted { $0.key < $1.key }
    let count = lengths.first?.value ?? 0
    if let other = lengths.first(where: { $0.value != count }), let first = lengths.first {
      throw MLModelError(
        .generic,
        "Feature '\(first.key)' has \(count) values, but '\(other.key)' has \(other.value).")
    }
    let rows = try (0..<count).map { row in
      try MLDictionaryFeatureProvider(dictionary: dictionary.mapValues { $0[row] })
    }
    for (name, _) in lengths {
      guard let type = rows.first?[name]?.type,
        let row = rows.firstIndex(where: { $0[name]?.type != type })
      else { continue }
      throw MLModelError(
        .featureType,
        "Feature '\(name)' is of type \(type.name), but its value at index \(row) is of type "
          + "\(rows[row][name]?.type.name ?? "").")
    }
    self.init(array: rows)
  }

  /// The number of feature providers.
  public var count: Int { array.count }

  /// The feature provider at a position from 0 to `count - 1`.
  public func features(at index: Int) -> any MLFeatureProvider { array[index] }
}
