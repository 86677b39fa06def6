public import Foundation

/// A feature provider over a dictionary.
public final class MLDictionaryFeatureProvider: NSObject, MLFeatureProvider {
  /// The values by name.
  public let dictionary: [String: MLFeatureValue]

  /// Creates a provider from values by name.
  ///
  /// Integers become `.int64`, floating-point numbers `.double`, texts `.string`, dictionaries of
  /// numbers `.dictionary`, arrays of texts or integers `.sequence`; an ``MLMultiArray``, an
  /// ``MLSequence`` or an ``MLFeatureValue`` stays what it is.
  ///
  /// - Parameter dictionary: The values by name.
  /// - Throws: ``MLModelError`` with code `featureType`, naming the feature, for any other value.
  public init(dictionary: [String: Any]) throws {
    if let values = dictionary as? [String: MLFeatureValue] {
      self.dictionary = values
    } else {
      var values: [String: MLFeatureValue] = [:]
      values.reserveCapacity(dictionary.count)
      var failures: [String: any Error] = [:]
      for (name, value) in dictionary {
        do { values[name] = try FeatureConversion.value(value) } catch { failures[name] = error }
      }
      // A dictionary has no order of its own: of several failures always the same one is told.
      if let (name, error) = failures.min(by: { $0.key < $1.key }) {
        throw MLModelError(
          .featureType, "Feature '\(name)': \(error.localizedDescription)", cause: error)
      }
      self.dictionary = values
    }
  }

  /// Creates a provider with the values of another one, such as a row of a table.
  ///
  /// Not in Core ML.
  ///
  /// - Parameter provider: Any provider.
  public init(copying provider: any MLFeatureProvider) {
    var values: [String: MLFeatureValue] = [:]
    for name in provider.featureNames { values[name] = provider.featureValue(for: name) }
    dictionary = values
  }

  /// The names of all values.
  public var featureNames: Set<String> { Set(dictionary.keys) }

  /// The value of that name, nil where there is none.
  public func featureValue(for featureName: String) -> MLFeatureValue? { dictionary[featureName] }

  /// A line with name, type and content for each value, sorted by name.
  public override var description: String { ProviderText.of(self) }

  /// The value of that name, nil where there is none.
  public subscript(featureName: String) -> MLFeatureValue? { dictionary[featureName] }
}
