import Foundation
import ModelSpec
import TabularML

/// Mean absolute errors of the base model at each split of a race.
struct Evaluation {
  /// One split: its mark, and the mean absolute error in minutes of each predictor.
  struct Split {
    var kilometres: Int
    var model: Double
    var evenPace: Double
    var riegel: Double
    /// The model's mean absolute error as a share of the run's time.
    var modelShare: Double
  }

  let runners: Int
  let splits: [Split]

  init(_ plan: Plan, races: [Race]) throws {
    let laps = races.map(\.splits)
    runners = laps.count
    splits = try (laps.first ?? []).indices.map { index in
      let laps = laps.map { $0[index] }
      let predictions = try plan.durations(laps)
      let mark = laps[0].cumDistance
      return Split(
        kilometres: Int(mark / 1000),
        model: Self.error(predictions, laps),
        evenPace: Self.error(laps.map { $0.cumTime * $0.distance / $0.cumDistance }, laps),
        riegel: Self.error(laps.map(\.riegel), laps),
        modelShare: zip(predictions, laps).reduce(0) {
          $0 + abs($1.0 / $1.1.duration - 1)
        } / Double(laps.count))
    }
  }

  /// In minutes.
  private static func error(_ predictions: [Double], _ laps: [LapSample]) -> Double {
    let sum = zip(predictions, laps).reduce(0) { $0 + abs($1.0 - $1.1.duration) }
    return sum / Double(laps.count) / 60
  }
}

extension LapSample {
  /// Riegel's rule: times grow with the 1.06th power of the distance.
  fileprivate var riegel: Double { cumTime * pow(distance / cumDistance, 1.06) }
}

extension Plan {
  /// The predicted times of the runs that laps belong to.
  func durations(_ laps: [LapSample]) throws -> [Double] {
    let result = try predict(FeatureBatch(laps))
    guard result.problems.isEmpty, case .doubles(let values)? = result.outputs.columns.first?.values
    else { throw ModelError(.interface, at: "duration", "the model does not predict a duration") }
    return values
  }
}
