import Foundation

/// The functions between a linear score and what a model answers.
enum LinkFunction {
  /// `1 / (1 + e^-x)`, without overflow for a large negative x.
  static func logistic(_ score: Double) -> Double {
    if score >= 0 { return 1 / (1 + exp(-score)) }
    let power = exp(score)
    return power / (1 + power)
  }

  /// The standard normal distribution function `Φ(x) = erfc(-x / √2) / 2`.
  static func normalDistribution(_ score: Double) -> Double {
    0.5 * erfc(-score * 0.5.squareRoot())
  }
}
