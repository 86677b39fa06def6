/// What an app tells of how it will use a model; without effect here.
public struct MLOptimizationHints: Equatable, Sendable {
  /// How often the shape of a model's inputs changes.
  public enum ReshapeFrequency: Int, Sendable {
    /// From one prediction to the next.
    case frequent
    /// Hardly ever.
    case infrequent
  }

  /// What is to be fast.
  public enum SpecializationStrategy: Int, Sendable {
    /// Loading and predicting, in a balance.
    case `default`
    /// Predicting, even if loading takes longer.
    case fastPrediction
  }

  /// How often the shape of the inputs will change.
  public var reshapeFrequency = ReshapeFrequency.frequent
  /// What is to be fast.
  public var specializationStrategy = SpecializationStrategy.default

  /// Creates hints as they are when nobody gives any.
  public init() {}
}
