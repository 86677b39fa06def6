/// Length and sum of a lap in one dimension, each as given or worked out from the other.
struct LapPair {
  /// Of the lap; NaN is unknown.
  private(set) var length: Double
  /// From the start to the end of the lap; NaN is unknown.
  private(set) var cumulative: Double
  /// How far the two columns are apart, where both are given and the lap before is known.
  private(set) var mismatch = 0.0
  /// Whether the length is the difference to the lap before.
  let isDifference: Bool
  /// Whether the sum has to be worked out from the length.
  let needsSum: Bool
  /// Whether neither is given.
  let isUnknown: Bool

  /// - Parameters:
  ///   - lap: The length as given.
  ///   - cumulative: The sum as given.
  ///   - before: The sum at the end of the lap before.
  ///   - follows: Whether that lap is the one before this.
  init(lap: Double, cumulative: Double, before: Double, follows: Bool) {
    isUnknown = lap.isNaN && cumulative.isNaN
    needsSum = cumulative.isNaN && !lap.isNaN
    isDifference = lap.isNaN
    // Over a gap a difference is still what lies between two rows, but a sum would be wrong.
    length = lap.isNaN ? cumulative - before : lap
    self.cumulative = cumulative.isNaN ? (follows ? before + lap : .nan) : cumulative
    if follows && !lap.isNaN && !cumulative.isNaN && !before.isNaN {
      mismatch = abs(cumulative - before - lap)
    }
  }

  var isComplete: Bool { !length.isNaN && !cumulative.isNaN }

  /// What a rest does not say about itself is nothing.
  mutating func completeRest(before: Double) {
    if length.isNaN { length = isUnknown ? 0 : cumulative - before }
    if cumulative.isNaN { cumulative = before + length }
  }
}
