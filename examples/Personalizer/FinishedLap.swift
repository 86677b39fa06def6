import CoreML

/// A lap of a run that is over, so that its duration is known.
struct FinishedLap: Sendable {
  var number: Int
  var seconds: Double
  var secondsSoFar: Double
  var runSeconds: Double

  /// The ten laps of 1 km of a run over 10 km, each slower than the one before by the same factor.
  static func run(firstLap seconds: Double, slowingBy factor: Double) -> [FinishedLap] {
    var laps: [FinishedLap] = []
    var (lap, total) = (seconds, 0.0)
    for number in 1...10 {
      total += lap
      laps.append(
        FinishedLap(number: number, seconds: lap, secondsSoFar: total, runSeconds: 0))
      lap *= factor
    }
    return laps.map {
      FinishedLap(
        number: $0.number, seconds: $0.seconds, secondsSoFar: $0.secondsSoFar, runSeconds: total)
    }
  }

  /// What the model predicts from, and the truth to learn.
  var features: any MLFeatureProvider {
    get throws {
      try MLDictionaryFeatureProvider(dictionary: [
        "course": "road", "distance": 10_000.0, "lapNumber": Double(number),
        "lapDistance": 1_000.0, "cumDistance": 1_000.0 * Double(number),
        "lapTime": seconds, "cumTime": secondsSoFar,
        "duration_true": MLFeatureValue(
          shapedArray: MLShapedArray(scalars: [runSeconds], shape: [1])),
      ])
    }
  }
}
