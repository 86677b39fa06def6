import ModelSpec
import Tables
import TabularML

@testable import runpredict

/// Invented runs of a runner, as training records of the bundled model.
enum SampleRuns {
  /// Runs of 10 km that slow down by three tenths from start to end, each a little faster or slower.
  ///
  /// The bundled model expects another slowing down, so there is something to learn. `targets` changes
  /// the durations, which makes them wrong.
  static func records(
    _ count: Int, targets: (Int, Double) -> Double = { $1 }
  ) -> TrainingRecords {
    var laps: [[Double]] = []
    var durations: [Double] = []
    var runs: [Int] = []
    for run in 0..<count {
      let pace = 0.300 + 0.002 * Double(run * 7 % 23)
      let times = (0..<10).map { 1000 * pace * (1 + 0.3 * Double($0) / 9) }
      var sum = 0.0
      for (lap, time) in times.enumerated() {
        sum += time
        laps.append([10_000, Double(lap + 1), 1000, Double(lap + 1) * 1000, time, sum])
        durations.append(targets(run, times.reduce(0, +)))
        runs.append(run)
      }
    }
    let course = StringColumn(
      codes: [Int32](repeating: 0, count: laps.count), dictionary: ["road"])
    let columns =
      [FeatureColumn(.strings(course))]
      + (0..<6).map { column in FeatureColumn(.doubles(laps.map { $0[column] })) }
      + [FeatureColumn(.arrays(ArrayColumn(shape: [1], elements: .doubles(durations))))]
    return TrainingRecords(
      batch: FeatureBatch(rowCount: laps.count, columns: columns), runs: runs,
      fingerprints: RunFingerprints.make(
        columns: Array(columns.dropFirst()), runs: runs, files: [Int](repeating: 0, count: count)))
  }
}
