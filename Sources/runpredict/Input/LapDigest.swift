import Laps
import Tables

/// Gathers what a person wants to hear about a lap file in one line.
struct LapDigest {
  private var lapCount = 0
  private var runCount = 0
  private var course: String?
  private var distance: Double?
  private var leftOut: [(why: String, count: Int, firstLine: Int?)] = []

  mutating func add(_ batch: LapBatch) {
    lapCount += batch.records.rowCount
    runCount = max(runCount, (batch.runs.max() ?? -1) + 1)
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

  /// Such as "Garmin laps: 5 laps of one run of 5 km on Park, distances in km; left out: 1 summary".
  func sentence(_ file: LapFile) -> String {
    var text = "\(file.producer.title): \(count(lapCount, "lap"))"
    if runCount == 1 {
      text += " of one run"
      if let distance { text += " of \(RunText.distance(distance, article: "a"))" }
      if let course { text += " on \(course)" }
    } else {
      text += " of \(count(runCount, "run"))"
    }
    let units = file.bindings.compactMap { binding in
      "\(binding.feature)".hasSuffix("Distance") ? binding.unit : nil
    }
    if let unit = units.first { text += ", distances in \(unit)" }
    if !leftOut.isEmpty {
      text +=
        "; left out: "
        + leftOut.map { entry in
          let place = entry.count == 1 ? entry.firstLine.map { " (line \($0))" } ?? "" : ""
          return "\(grouped(entry.count)) \(entry.why)\(place)"
        }.joined(separator: ", ")
    }
    return text
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
