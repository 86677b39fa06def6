import CommandLineKit
import Laps
import Tables

/// Gathers what a person wants to hear about a lap file in one line.
struct LapDigest {
  private var lapCount = 0
  private var runCount = 0
  private var course: String?
  private var distance: Double?
  private var leftOut: [(why: String, count: Int, firstLine: Int?)] = []

  /// Adds a batch, up to which the file has so many runs.
  mutating func add(_ batch: LapBatch, runs: Int) {
    lapCount += batch.records.rowCount
    runCount = runs
    for problem in batch.leftOut {
      let why = problem.kind.rawValue
      if let index = leftOut.firstIndex(where: { $0.why == why }) {
        leftOut[index].count += 1
      } else {
        leftOut.append((why, 1, problem.place?.line))
      }
    }
    if distance == nil, let column = batch.records.column("distance"),
      case .doubles(let values) = column.values
    {
      distance = values.first { !$0.isNaN }
    }
    if course == nil, let column = batch.records.column("course"),
      case .strings(let texts) = column.values
    {
      course = texts.dictionary.first
    }
  }

  /// Such as "Garmin laps: 5 laps of one run of 5 km on Park, distances in km; left out: 1 total".
  func sentence(_ file: LapFile) -> String {
    var text = "\(file.producer.title): \(count(lapCount, "lap"))"
    if runCount == 1 {
      text += " of one run"
      if let distance { text += " of \(RunText.distance(distance, article: "a"))" }
      if let course, !course.isEmpty { text += " on \(course)" }
    } else {
      text += " of \(count(runCount, "run"))"
    }
    let units = file.bindings.compactMap { binding in
      "\(binding.feature)".hasSuffix("Distance") ? binding.unit : nil
    }
    if let unit = units.first { text += ", distances \(LapUnit.phrase(unit))" }
    if !leftOut.isEmpty {
      text +=
        "; left out: "
        + leftOut.map { entry in
          let place = entry.count == 1 ? entry.firstLine.map { " (line \($0))" } ?? "" : ""
          return "\(LeftOutWords.text(entry.why, count: entry.count))\(place)"
        }.joined(separator: ", ")
    }
    return text
  }
}

/// Rows that were left out, as a person counts them.
enum LeftOutWords {
  static func text(_ kind: String, count: Int) -> String {
    let number = grouped(count)
    let isOne = count == 1
    switch LeftOutReason(rawValue: kind) {
    case .summary: return runpredict.count(count, "total")
    case .statistic: return runpredict.count(count, "statistic")
    case .notRun: return "\(number) of another sport"
    case .parent: return "\(number) that \(isOne ? "sums" : "sum") up other laps"
    case .length: return runpredict.count(count, "single length")
    case .rest: return runpredict.count(count, "rest")
    case .empty: return "\(number) shorter than a second"
    case .noTimes: return runpredict.count(count, "runner") + " without times"
    case .unfinished: return "\(number) of runs that are not finished"
    case .brokenRun: return "\(number) of \(isOne ? "a run" : "runs") with an error"
    case nil: return runpredict.count(count, "bad row") + " (\(kindInWords(kind)))"
    }
  }
}

/// The unit of a column behind the words that it needs.
enum LapUnit {
  /// `in kilometres`; `as the cells say` and `at 5000 m` stand for themselves.
  static func phrase(_ unit: String) -> String {
    unit.hasPrefix("as ") || unit.hasPrefix("at ") ? unit : "in \(unit)"
  }
}

extension TableBatch {
  func column(_ name: String) -> Column? { columns.first { $0.name == name } }
}

extension Producer {
  /// What a person calls its files.
  fileprivate var title: String {
    switch self {
    case .canonical, .lapTable: "lap table"
    case .garminLaps: "Garmin laps"
    case .garminWorkout: "Garmin workout"
    case .garminSwim: "Garmin swim"
    case .polarLaps: "Polar laps"
    case .corosLaps: "COROS laps"
    case .apiLaps: "laps of a web service"
    case .fitMessages, .fitWide: "FIT table"
    case .raceWide: "race results"
    }
  }
}
