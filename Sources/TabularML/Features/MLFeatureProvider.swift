/// A set of named feature values: the input of a prediction, or its output.
///
/// A class of your own may conform: a model asks it for the names that it needs and ignores all
/// others, so an unknown name may be answered with any value and the outputs may be listed too.
public protocol MLFeatureProvider: AnyObject {
  /// The names of all features that the provider has.
  var featureNames: Set<String> { get }

  /// The value of the feature of that name.
  ///
  /// - Parameter featureName: The name of a feature, as in the model's description.
  /// - Returns: The value; nil where the provider has none.
  func featureValue(for featureName: String) -> MLFeatureValue?
}

/// A list of feature providers: the input of many predictions, or their output.
public protocol MLBatchProvider: AnyObject {
  /// The number of feature providers.
  var count: Int { get }

  /// The feature provider at a position.
  ///
  /// - Parameter index: A position from 0 to `count - 1`.
  /// - Returns: The provider at that position.
  func features(at index: Int) -> any MLFeatureProvider
}
