/// The rows of one run, in the order of the file.
struct RunRows {
  var rows: [LapRow] = []
  var hasLaps = false
  /// A total was read: the next lap belongs to another run.
  var isClosed = false
  /// The rows continue those given out before, and more will follow: nothing has to wait.
  var continues = false
  var isPartial = false
  var firstNumber = LapRow.noNumber
  var last = LapRow()

  mutating func reset() {
    rows.removeAll(keepingCapacity: true)
    hasLaps = false
    isClosed = false
    continues = false
    isPartial = false
    firstNumber = LapRow.noNumber
    last = LapRow()
  }
}

/// Puts rows together to runs.
struct RunAssembler {
  private let rules: RunRules
  private var current = RunRows()
  /// With keys: all runs, and for each key the one that is open.
  private var runs: [RunRows] = []
  private var open: [Int32: Int] = [:]
  /// Cells of course, distance or duration that took the value above.
  private(set) var filled = 0
  private(set) var firstFilledLine = 0

  init(_ rules: RunRules) {
    self.rules = rules
  }

  /// The number of rows that wait for the end of their run.
  var waiting: Int { current.rows.count }

  /// The first row that waits, to know which blocks are still needed.
  var firstWaiting: LapRow? { rules.hasKeys ? runs.first?.rows.first : current.rows.first }

  /// Adds a row; `finish` gets the run before it if that has ended.
  mutating func add(
    _ row: consuming LapRow, finish: (inout RunRows) throws -> Void
  ) rethrows {
    if rules.hasKeys {
      addByKey(row)
      return
    }
    if row.kind == .lap {
      if current.hasLaps || current.isClosed, startsRun(row, after: current) {
        let parents = removeParents(of: row)
        try finish(&current)
        current.reset()
        current.rows.append(contentsOf: parents)
      }
      fill(&row, from: current)
    }
    Self.append(row, to: &current)
  }

  /// Ends the current run, for a repeated header or because it must not wait any longer.
  mutating func close(finish: (inout RunRows) throws -> Void) rethrows {
    if rules.hasKeys {
      open.removeAll()
    } else {
      try finish(&current)
      current.reset()
    }
  }

  /// Gives out the rows of a run that goes on, where no record has to wait for its end.
  mutating func giveOut(finish: (inout RunRows) throws -> Void) rethrows {
    current.isPartial = true
    try finish(&current)
    current.rows.removeAll(keepingCapacity: true)
    current.continues = true
    current.isPartial = false
  }

  /// Ends all runs.
  mutating func end(finish: (inout RunRows) throws -> Void) rethrows {
    if !rules.hasKeys { return try close(finish: finish) }
    for index in runs.indices { try finish(&runs[index]) }
    runs.removeAll()
    open.removeAll()
  }

  private mutating func addByKey(_ row: consuming LapRow) {
    var index = open[row.key]
    if let found = index, row.kind == .lap {
      let run = runs[found]
      let comesAgain =
        run.hasLaps && row.number != LapRow.noNumber && row.number == run.firstNumber
      if run.isClosed || comesAgain { index = nil }
    }
    let run = index ?? runs.count
    if index == nil { runs.append(RunRows()) }
    open[row.key] = run
    if row.kind == .lap { fill(&row, from: runs[run]) }
    Self.append(row, to: &runs[run])
  }

  /// Belongs to no assembler: one whose run is being changed would be copied with all its runs.
  private static func append(_ row: LapRow, to run: inout RunRows) {
    run.rows.append(row)
    switch row.kind {
    case .lap:
      if !run.hasLaps { run.firstNumber = row.number }
      run.hasLaps = true
      let above = run.last
      run.last = row
      if row.number == LapRow.noNumber { run.last.number = above.number }
      if row.cumDistance.isNaN { run.last.cumDistance = above.cumDistance }
      if row.cumTime.isNaN { run.last.cumTime = above.cumTime }
    case .summary, .session: run.isClosed = true
    case .statistic, .notRun, .parent, .length, .header: break
    }
  }

  private func startsRun(_ row: LapRow, after run: RunRows) -> Bool {
    if run.isClosed { return true }
    let last = run.last
    if row.course >= 0 && last.course >= 0 && row.course != last.course { return true }
    if !rules.ignoresWholeRun {
      // Comparisons with an unknown value are false.
      if row.distance < last.distance || row.distance > last.distance { return true }
      if row.duration < last.duration || row.duration > last.duration { return true }
    }
    if rules.hasNumbers {
      return row.number != LapRow.noNumber && row.number <= last.number
    }
    if rules.hasCumDistance {
      return row.cumDistance <= last.cumDistance && !(row.isNamedRest || row.lapDistance == 0)
    }
    return row.cumTime < last.cumTime
  }

  /// Parent rows stand before their laps: those at the end belong to the run that begins.
  private mutating func removeParents(of row: LapRow) -> [LapRow] {
    var count = 0
    for parent in current.rows.reversed() {
      guard parent.kind == .parent, parent.number <= row.number, row.number <= parent.lastNumber
      else { break }
      count += 1
    }
    let parents = Array(current.rows.suffix(count))
    current.rows.removeLast(count)
    return parents
  }

  private mutating func fill(_ row: inout LapRow, from run: RunRows) {
    guard run.hasLaps else { return }
    var count = 0
    if rules.fillsCourse && row.course < 0 && run.last.course >= 0 {
      row.course = run.last.course
      count += 1
    }
    if rules.fillsDistance && row.distance.isNaN && !run.last.distance.isNaN {
      row.distance = run.last.distance
      count += 1
    }
    if rules.fillsDuration && row.duration.isNaN && !run.last.duration.isNaN {
      row.duration = run.last.duration
      count += 1
    }
    if count > 0 {
      if filled == 0 { firstFilledLine = row.line }
      filled += count
    }
  }
}
