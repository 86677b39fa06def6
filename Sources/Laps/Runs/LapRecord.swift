/// A finished record: a lap with everything that is known about its run.
struct LapRecord {
  var sequence: Int
  var line: Int
  /// Counts the runs of the file as they were finished.
  var run: Int
  var course: Int32
  var distance: Double
  var lapNumber: Double
  var lapDistance: Double
  var cumDistance: Double
  var lapTime: Double
  var cumTime: Double
  var duration: Double
  /// Keeps the place of a row with an error: all its values are unknown.
  var isRejected = false

  /// The record of a row with an error.
  static func rejected(_ row: LapRow, run: Int) -> LapRecord {
    LapRecord(
      sequence: row.sequence, line: row.line, run: run, course: -1, distance: .nan,
      lapNumber: .nan, lapDistance: .nan, cumDistance: .nan, lapTime: .nan, cumTime: .nan,
      duration: .nan, isRejected: true)
  }
}

/// Why a row is left out by rule.
package enum LeftOutReason: String {
  case summary, statistic, notRun, parent, length, rest, empty, noTimes, unfinished, brokenRun

  var message: String {
    switch self {
    case .summary: return "a total, not a lap"
    case .statistic: return "a statistic, not a lap"
    case .notRun: return "another sport"
    case .parent: return "sums up other laps of the file"
    case .length: return "a single length of an interval"
    case .rest: return "a rest; its time counts in the sums"
    case .empty: return "shorter than a second: the button was pressed twice"
    case .noTimes: return "a runner without any time"
    case .unfinished: return "how long the whole run took is not known"
    case .brokenRun: return "the sums of its run are unknown because of an error in the run"
    }
  }
}
