/// What the format leaves open and nobody outside Apple knows, decided in one place.
///
/// The standard readings are those that the cases of `Tests/Cases/models` follow where they depend on
/// one at all. Each of them can be chosen anew for a plan.
package struct Conventions: Sendable, Equatable {
  package enum NeighborDistance: Sendable, Equatable {
    /// A neighbour at the Euclidean distance d weighs 1 / d.
    case euclidean
    /// It weighs 1 / d², for the index measures squared distances.
    case squared
  }

  package enum UnknownKeys: Sendable, Equatable {
    case ignored
    case error
  }

  /// What an inverse distance is the inverse of.
  ///
  /// A distance of zero outweighs everything else: if some of the neighbours are at zero, they alone
  /// vote.
  package var neighborDistance = NeighborDistance.euclidean
  /// Keys of a dictionary that a dictVectorizer does not list.
  package var unknownKeys = UnknownKeys.ignored
  /// Whether the norm LMax is the largest magnitude, or the largest number as it is.
  package var largestNormIsOfMagnitudes = true
  /// Whether an imputer that replaces another number also replaces what is not a number.
  package var imputerAlwaysReplacesNaN = false
  /// Whether the inputs of trees whose thresholds and leaves are all of 32 bits are rounded to that.
  package var treesRoundInputs = false

  package init() {}

  package static let standard = Conventions()
}
