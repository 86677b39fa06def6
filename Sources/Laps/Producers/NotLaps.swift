import Tables

/// Tables that are about running and hold no laps.
struct NotLaps: Sendable {
  /// What the table is, or what was seen in it.
  var message: String
  var hint: String

  /// Lists of whole activities and other tables that are known by their names.
  static func known(_ header: Header) -> NotLaps? {
    let names = Names(header)
    for test in tests where test.matches(names) { return test.answer }
    return nil
  }

  /// Samples of a sensor, and tables with one row a run.
  static func general(_ header: Header, _ suggestion: MapSuggestion?) -> NotLaps? {
    let names = Names(header)
    if names.hasLapNumber { return nil }
    let sensors = header.names.filter { name in
      !name.isNameless
        && sampleKeys.contains { $0 == name.key || $0 == FoldedName.key(name.folded) }
    }.map(\.folded)
    if sampleKeys.filter({ names.has($0) }).count >= 2 {
      let measured = "what a watch measures all the time (\(Quoted.list(sensors)))"
      let export = "export the laps of the activity (Garmin Connect: Export Splits to CSV)"
      if !names.hasTime {
        return NotLaps(
          message: "no column holds the time or the number of a lap, only \(measured)",
          hint: suggestion?.ofPaces ?? export)
      }
      return NotLaps(
        message: "no column numbers the laps, and there is \(measured): the rows look like samples"
          + " of a sensor, one each second or so, and not like laps",
        hint: export + "; if each row is a lap: --map lapTime=COLUMN, or --map cumTime=COLUMN if"
          + " the times count from the start")
    }
    guard !names.hasLapFeature, names.hasTime,
      names.hasDate || names.hasTitle || names.hasSport || names.hasCourse || names.hasPlace
        || names.hasRunner
    else { return nil }
    return NotLaps(
      message: "this is a list of whole runs: each row is one run, there are no laps in it",
      hint: "to take each row as a run of one lap: --map lapDistance=COLUMN --map lapTime=COLUMN")
  }

  func problem(_ header: Header) -> TableProblem {
    header.problem("notLaps", message: message, hint: hint)
  }

  private struct Test: Sendable {
    var answer: NotLaps
    var matches: @Sendable (Names) -> Bool
  }

  private static let fitCSVTool =
    "export the original FIT file of the activity and turn it into CSV with FitCSVTool"

  private static let tests: [Test] = [
    Test(
      answer: NotLaps(
        message: "this is an export of all activities, which has no laps", hint: fitCSVTool),
      matches: {
        !$0.hasLapNumber
          && ($0.has("activityid", "activitydate", "activityname")
            || $0.has("aktivitätsid", "aktivitätsdatum"))
      }),
    Test(
      answer: NotLaps(
        message: "this is a list of activities: each row is a whole run, there are no laps in it",
        hint: "open one activity in Garmin Connect, then the gear, then \"Export Splits to CSV\""),
      matches: { $0.hasSport && $0.hasDate && $0.hasTitle && !$0.hasLapNumber }),
    Test(
      answer: NotLaps(
        message: "this is a list of activities without laps",
        hint: "this service exports laps only as GPX"),
      matches: { $0.has("date", "type", "routename", "duration") && !$0.hasLapNumber }),
    Test(
      answer: NotLaps(
        message: "this is one session and its samples, which has no laps",
        hint: "export the session as FIT, and turn it into CSV with FitCSVTool"),
      matches: { $0.has("sport", "starttime", "duration", "totaldistance") && !$0.hasLapNumber }),
    Test(
      answer: NotLaps(
        message: "this is a list of whole workouts, which has no laps", hint: fitCSVTool),
      matches: {
        !$0.hasLapNumber
          && ($0.has("activity", "date", "distance", "duration")
            || $0.has("workouttype", "timetotalinhours"))
      }),
    Test(
      answer: NotLaps(
        message: "this is the result of a triathlon: three sports are not three laps",
        hint: "take a table of the run's own laps or splits"),
      matches: { names in
        ["swimtime", "biketime", "runtime"].filter { names.has($0) }.count >= 2
      }),
    Test(
      answer: NotLaps(
        message: "this is an orienteering result: its controls have numbers, not distances",
        hint: "take a table that says how long each leg is"),
      matches: { $0.has("control1", "punch1") || $0.has("coursecontrols") }),
  ]

  private static let sampleKeys = [
    "heartrate", "hr", "hrbpm", "cadence", "power", "powerw", "watts", "latitude", "longitude",
    "lat", "lon", "speed", "speedkmh", "pace", "altitude", "pulse", "rpm",
  ]
}

/// What the names of a header say about the kind of table.
private struct Names {
  var keys: Set<String> = []
  var hasLapNumber = false, hasLapFeature = false, hasTime = false
  var hasDate = false, hasTitle = false, hasSport = false, hasCourse = false, hasRunner = false

  var hasPlace: Bool {
    ["place", "pos", "position", "rank", "platz"].contains { keys.contains($0) }
  }

  init(_ header: Header) {
    for name in header.names where !name.isNameless {
      keys.insert(name.key)
      keys.insert(FoldedName.key(name.folded))
      if FinishName(name.folded) != nil { hasTime = true }
      guard let meaning = name.meaning else { continue }
      if meaning.dimension == .time { hasTime = true }
      switch meaning {
      case .feature(.lapNumber, _), .counted: hasLapNumber = true
      case .feature(.lapTime, _), .feature(.cumTime, _), .feature(.lapDistance, _),
        .feature(.cumDistance, _):
        hasLapFeature = true
      case .feature(.course, _): hasCourse = true
      case .title: hasTitle = true
      case .date: hasDate = true
      case .runner: hasRunner = true
      case .sport: hasSport = true
      default: break
      }
    }
  }

  func has(_ wanted: String...) -> Bool { wanted.allSatisfy { keys.contains($0) } }
}
