/// Where finished records, rows left out and errors go.
protocol LapSink {
  mutating func take(_ record: LapRecord)
  mutating func leaveOut(_ row: LapRow, _ reason: LeftOutReason, run: Int)
  /// A row with an error, in a run with the number `run`.
  mutating func fail(_ row: LapRow, run: Int)
  mutating func note(_ note: LapNote, line: Int)
}

/// Makes the records of a run once all its rows are there.
struct RunFinisher {
  private let rules: RunRules
  private let goal: Double?
  /// Whether an option says how long the run is.
  private let isDistanceSaid: Bool
  private let purpose: LapOptions.Purpose
  private var walker: RunWalker
  private var run = 0

  init(_ rules: RunRules, _ options: LapOptions) {
    self.rules = rules
    goal = options.distance
    isDistanceSaid = options.saidDistance != nil
    purpose = options.purpose
    walker = RunWalker(rules)
  }

  mutating func finish(_ run: inout RunRows, into sink: inout some LapSink) {
    resolveParents(&run)
    walker.walk(&run)
    let total = run.rows.first { $0.kind == .summary || $0.kind == .session }
    var whole = WholeRun(run, walker, total: total)
    if let first = walker.order.first {
      let line = run.rows[first].line
      if walker.startsAtZero && !rules.producer.countsFromZero {
        sink.note(.lapNumberFromZero, line: line)
      }
      if !walker.isSorted { sink.note(.sorted, line: line) }
      if whole.totalDisagrees { sink.note(.summaryMismatch, line: total?.line ?? line) }
    }
    if let goal { whole.distance = goal }
    checkPace(&run, whole)
    breakIfUnknown(run, whole)
    emit(&run, whole, into: &sink)
    if !run.isPartial { self.run += 1 }
  }

  /// Gives away the numbers of some runs that need no finishing; the first of them.
  mutating func skipRuns(_ count: Int) -> Int {
    defer { run += count }
    return run
  }

  /// A row `a - b` is a parent if laps a and b have rows of their own.
  private func resolveParents(_ run: inout RunRows) {
    guard run.rows.contains(where: { $0.kind == .parent }) else { return }
    let laps = Set(run.rows.lazy.filter { $0.kind == .lap }.map(\.number))
    for index in run.rows.indices where run.rows[index].kind == .parent {
      let row = run.rows[index]
      if !laps.contains(row.number) || !laps.contains(row.lastNumber) {
        run.rows[index].kind = .lap
        run.rows[index].number = LapRow.noNumber
        run.rows[index].note(.badNumber, cell: rules.cells.lapNumber)
      }
    }
  }

  /// A whole run from lap 1 that no runner could have run means a wrong unit.
  private mutating func checkPace(_ run: inout RunRows, _ whole: WholeRun) {
    guard !walker.isBroken, !run.continues, let first = walker.order.first,
      run.rows[first].number == 1,
      whole.lastTime >= 60, whole.lastDistance > 0 || whole.lastTime > 0,
      let lap = walker.order.first(where: { walker.outcomes[$0] == .lap })
    else { return }
    let speed = whole.lastDistance / whole.lastTime
    guard speed < 0.3 || speed > Speed.limit(whole.lastDistance) else { return }
    run.rows[lap].note(.implausible, cell: rules.cells.time, detail: speed)
    walker.set(.bad, at: lap)
    for index in walker.order where walker.outcomes[index] == .lap {
      walker.set(.broken, at: index)
    }
  }

  /// Laps before an error have no distance either if it would come from the laps.
  private mutating func breakIfUnknown(_ run: RunRows, _ whole: WholeRun) {
    guard walker.isBroken, rules.needsSums || !whole.knowsEnd, whole.distance.isNaN else { return }
    for index in walker.order where walker.outcomes[index] == .lap && run.rows[index].distance.isNaN
    {
      walker.set(.broken, at: index)
    }
  }

  private mutating func emit(
    _ run: inout RunRows, _ whole: WholeRun, into sink: inout some LapSink
  ) {
    var isBeyond = false
    for index in run.rows.indices {
      switch walker.outcomes[index] {
      case .lap:
        emitLap(&run.rows[index], whole, &isBeyond, into: &sink)
      case .rest: sink.leaveOut(run.rows[index], .rest, run: self.run)
      case .empty: sink.leaveOut(run.rows[index], .empty, run: self.run)
      case .bad: sink.fail(run.rows[index], run: self.run)
      case .broken: sink.leaveOut(run.rows[index], .brokenRun, run: self.run)
      case .other:
        if let reason = run.rows[index].kind.reason {
          sink.leaveOut(run.rows[index], reason, run: self.run)
        }
      }
    }
  }

  private func emitLap(
    _ row: inout LapRow, _ whole: WholeRun, _ isBeyond: inout Bool, into sink: inout some LapSink
  ) {
    var distance = goal ?? row.distance
    if distance.isNaN { distance = whole.distance }
    if distance.isNaN {
      distance = whole.lastDistance
      sink.note(.distanceFromLaps, line: row.line)
    }
    if distance > Longest.metres || row.duration > Longest.seconds {
      row.note(
        .implausible,
        cell: distance > Longest.metres ? rules.cells.distance : rules.cells.duration)
      return sink.fail(row, run: run)
    }
    if row.cumDistance > 2 * distance {
      row.noteBeyond(
        cell: isDistanceSaid ? -1 : rules.cells.lengthOfRun,
        lastDistance: max(row.cumDistance, whole.lastDistance), runDistance: distance)
      return sink.fail(row, run: run)
    }
    if !isBeyond && whole.lastDistance > 1.05 * distance && row.cumDistance > distance {
      isBeyond = true
      sink.note(.beyondDistance, line: row.line)
    }
    var duration = row.duration
    if duration.isNaN && whole.lastDistance >= 0.98 * distance { duration = whole.duration }
    if duration.isNaN && purpose == .update { return sink.leaveOut(row, .unfinished, run: run) }
    sink.take(
      LapRecord(
        sequence: row.sequence, line: row.line, run: run, course: row.course, distance: distance,
        lapNumber: Double(row.number), lapDistance: row.lapDistance, cumDistance: row.cumDistance,
        lapTime: row.lapTime, cumTime: row.cumTime, duration: duration))
  }
}

extension LapRow.Kind {
  /// Why a row of this kind is left out; nil if it is no row of the file or may be a lap.
  fileprivate var reason: LeftOutReason? {
    switch self {
    case .lap, .session, .header: return nil
    case .summary: return .summary
    case .statistic: return .statistic
    case .notRun: return .notRun
    case .parent: return .parent
    case .length: return .length
    }
  }
}
