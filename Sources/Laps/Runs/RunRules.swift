/// The cells of the features in a row; -1 where a feature has no column.
struct FeatureCells: Sendable {
  var lapNumber = -1
  var lapDistance = -1
  var cumDistance = -1
  var lapTime = -1
  var cumTime = -1
  var distance = -1
  var duration = -1

  init(_ columns: [Feature: Int] = [:]) {
    lapNumber = columns[.lapNumber] ?? -1
    lapDistance = columns[.lapDistance] ?? -1
    cumDistance = columns[.cumDistance] ?? -1
    lapTime = columns[.lapTime] ?? -1
    cumTime = columns[.cumTime] ?? -1
    distance = columns[.distance] ?? -1
    duration = columns[.duration] ?? -1
  }

  /// The time of the lap, or else that since the start.
  var time: Int { lapTime >= 0 ? lapTime : cumTime }
  /// The length of the whole run, or else where the laps say how far they go.
  var lengthOfRun: Int {
    if distance >= 0 { return distance }
    return cumDistance >= 0 ? cumDistance : lapDistance
  }
  /// The length of the lap, or else that since the start.
  var length: Int { lapDistance >= 0 ? lapDistance : cumDistance }
}

/// What the layout of a table means for its runs.
struct RunRules: Sendable {
  var producer: Producer
  var hasKeys = false
  var hasNumbers = false
  var hasCumDistance = false
  var hasCumTime = false
  var fillsCourse = false
  var fillsDistance = false
  var fillsDuration = false
  /// Where the features stand, for the places of errors.
  var cells = FeatureCells()
  /// Whether the laps of a second run in the file may count on from those of the first.
  var numbersGoOn = false
  /// Columns on trial: a change in them starts no run.
  var ignoresWholeRun = false

  init(_ layout: Layout) {
    producer = layout.producer
    hasKeys = !layout.keys.isEmpty
    hasNumbers = layout.has(.lapNumber)
    hasCumDistance = layout.has(.cumDistance)
    hasCumTime = layout.has(.cumTime)
    fillsCourse = layout.columns[.course] != nil || layout.title != nil
    fillsDistance = layout.columns[.distance] != nil
    fillsDuration = layout.columns[.duration] != nil
    cells = FeatureCells(layout.columns)
  }

  init(fit producer: Producer) {
    self.producer = producer
    hasNumbers = true
    numbersGoOn = true
  }

  /// Whether a sum is needed for each lap.
  var needsSums: Bool { !hasCumDistance || !hasCumTime }
}
