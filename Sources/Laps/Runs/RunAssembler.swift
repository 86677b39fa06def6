/// The rows of one run, in the order of the file.
struct RunRows {
  var rows: [LapRow] = []
  var hasLaps = false
  var hasOtherSports = false
  /// The number of the lap before the run, where numbers go on from run to run.
  var numberBefore = 0
  /// A total was read: the next lap belongs to another run.
  var isClosed = false
  /// The rows continue those given out before, and more will follow: nothing has to wait.
  var continues = false
  var isPartial = false
  var firstNumber = LapRow.noNumber
  var last = LapRow()

  mutating func append(_ row: LapRow) {
    rows.append(row)
    switch row.kind {
    case .lap:
      if !hasLaps { firstNumber = row.number }
      hasLaps = true
      let above = last
      last = row
      if row.number == LapRow.noNumber { last.number = above.number }
      if row.cumDistance.isNaN { last.cumDistance = above.cumDistance }
      if row.cumTime.isNaN { last.cumTime = above.cumTime }
    case .summary, .session: isClosed = true
    case .notRun: hasOtherSports = true
    case .statistic, .parent, .length, .header: break
    }
  }

  /// Whether a lap with this number begins the run anew.
  func comesAgain(_ number: Int) -> Bool {
    hasLaps && number != LapRow.noNumber && number == firstNumber
  }

  mutating func reset() {
    rows.removeAll(keepingCapacity: true)
    hasLaps = false
    hasOtherSports = false
    numberBefore = 0
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
    if row.kind == .lap || row.kind == .notRun {
      let isNext = row.kind == .lap && current.hasLaps && startsRun(row, after: current.last)
      if current.isClosed || isNext {
        let parents = removeParents(of: row)
        let number = current.isClosed && rules.numbersGoOn ? current.last.number : 0
        try finish(&current)
        current.reset()
        current.numberBefore = max(0, number)
        current.rows.append(contentsOf: parents)
      }
      if row.kind == .lap && current.hasLaps { fill(&row, from: current.last) }
    }
    current.append(row)
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
    if let found = index, row.kind == .lap,
      runs[found].isClosed || runs[found].comesAgain(row.number)
    {
      index = nil
    }
    let run = index ?? runs.count
    if index == nil {
      runs.append(RunRows())
      open[row.key] = run
    }
    if row.kind == .lap && runs[run].hasLaps { fill(&row, from: runs[run].last) }
    runs[run].append(row)
  }

  private func startsRun(_ row: LapRow, after last: LapRow) -> Bool {
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

  /// Gives a row what the row above it in the same run says.
  private mutating func fill(_ row: inout LapRow, from above: LapRow) {
    var count = 0
    if rules.fillsCourse && row.course < 0 && above.course >= 0 {
      row.course = above.course
      count += 1
    }
    if rules.fillsDistance && row.distance.isNaN && !above.distance.isNaN {
      row.distance = above.distance
      count += 1
    }
    if rules.fillsDuration && row.duration.isNaN && !above.duration.isNaN {
      row.duration = above.duration
      count += 1
    }
    if count > 0 {
      if filled == 0 { firstFilledLine = row.line }
      filled += count
    }
  }
}
