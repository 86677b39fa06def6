/// What became of a row of a run.
enum Outcome: Equatable {
  case lap
  case rest, empty
  /// An error in the row itself.
  case bad
  /// Its sums are unknown because of an error before it.
  case broken
  /// No lap: a total, a statistic …
  case other
}

/// Goes through the laps of one run in their order: numbers, sums, differences, checks.
struct RunWalker {
  private let rules: RunRules
  private(set) var outcomes: [Outcome] = []
  /// The laps of the run in lap order, as indexes of its rows.
  private(set) var order: [Int] = []
  private(set) var startsAtZero = false
  private(set) var isSorted = true
  private(set) var isBroken = false

  /// What is known at the end of the lap before.
  private var number = 0
  private var distance = 0.0
  private var time = 0.0
  private var isFirst = true

  init(_ rules: RunRules) {
    self.rules = rules
  }

  mutating func walk(_ run: inout RunRows) {
    start(run)
    if run.hasOtherSports {
      for index in lapsAndOthers(run) {
        if run.rows[index].kind == .lap {
          outcomes[index] = step(&run.rows[index])
        } else {
          pass(run.rows[index])
        }
      }
    } else {
      for index in order { outcomes[index] = step(&run.rows[index]) }
    }
  }

  /// Marks what a check of the whole run found out.
  mutating func set(_ outcome: Outcome, at index: Int) {
    outcomes[index] = outcome
    if outcome == .bad { isBroken = true }
  }

  private mutating func start(_ run: RunRows) {
    outcomes.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    isSorted = true
    isBroken = false
    var highest = LapRow.noNumber
    for (index, row) in run.rows.enumerated() {
      outcomes.append(.other)
      guard row.kind == .lap else { continue }
      order.append(index)
      guard row.number != LapRow.noNumber else { continue }
      if row.number < highest { isSorted = false }
      highest = max(highest, row.number)
    }
    if !isSorted && rules.hasKeys { order = sorted(order, run) } else { isSorted = true }
    if run.continues { return }
    let first = order.first { run.rows[$0].number != LapRow.noNumber }
    startsAtZero = first.map { run.rows[$0].number == 0 } ?? false
    number = run.numberBefore
    if let first, run.rows[first].number <= run.numberBefore { number = 0 }
    distance = 0
    time = 0
    isFirst = true
  }

  /// Rows without a number keep their place behind the row above them.
  private func sorted(_ order: [Int], _ run: RunRows) -> [Int] {
    var keys: [(number: Int, index: Int)] = []
    var above = LapRow.noNumber
    for index in order {
      if run.rows[index].number != LapRow.noNumber { above = run.rows[index].number }
      keys.append((above, index))
    }
    return keys.sorted { ($0.number, $0.index) < ($1.number, $1.index) }.map(\.index)
  }

  /// The laps and the rows of other sports between them, in lap order.
  private func lapsAndOthers(_ run: RunRows) -> [Int] {
    let rows = run.rows.indices.filter { index in
      run.rows[index].kind == .lap || run.rows[index].kind == .notRun
    }
    return isSorted ? rows : sorted(rows, run)
  }

  /// A row of another sport keeps its number; what it says since the start is where it ends.
  private mutating func pass(_ row: LapRow) {
    if row.number != LapRow.noNumber { number = row.number + (startsAtZero ? 1 : 0) }
    if !row.cumDistance.isNaN { distance = row.cumDistance }
    if !row.cumTime.isNaN { time = row.cumTime }
  }

  private mutating func step(_ row: inout LapRow) -> Outcome {
    if !rules.hasNumbers {
      row.number = number + 1
    } else if row.number != LapRow.noNumber && startsAtZero {
      row.number += 1
    }
    let isNumbered = row.number != LapRow.noNumber
    let follows = !isNumbered || row.number == number + 1
    let isInMiddle = isFirst && !follows
    isFirst = false
    if isInMiddle {
      // The run begins with a later lap: what was before it is not known.
      distance = .nan
      time = .nan
    }
    defer { if isNumbered { number = row.number } }
    if row.fault != nil { return fail() }
    var lap = LapPair(
      lap: row.lapDistance, cumulative: row.cumDistance, before: distance, follows: follows)
    var clock = LapPair(lap: row.lapTime, cumulative: row.cumTime, before: time, follows: follows)

    if isRest(row, lap, clock) {
      lap.completeRest(before: distance)
      clock.completeRest(before: time)
      take(lap, clock, &row)
      return .rest
    }
    if 0..<1 ~= clock.length && 0..<10 ~= lap.length {
      take(lap, clock, &row)
      return .empty
    }
    if !isNumbered {
      row.note(.missingValue, cell: rules.cells.lapNumber)
    } else if !follows && (needsBefore(lap, isInMiddle) || needsBefore(clock, isInMiddle)) {
      row.note(.lapGap, cell: rules.cells.lapNumber, detail: Double(number + 1))
    } else {
      noteMissingPair(lap, clock, &row)
    }
    if row.fault != nil { return fail() }
    if !lap.isComplete || !clock.isComplete {
      distance = lap.cumulative
      time = clock.cumulative
      return .broken
    }
    check(lap, clock, &row)
    if row.fault != nil { return fail() }
    take(lap, clock, &row)
    return .lap
  }

  /// Whether a lap that does not follow the one before needs to know its end.
  private func needsBefore(_ pair: LapPair, _ isInMiddle: Bool) -> Bool {
    pair.needsSum || (isInMiddle && pair.isDifference && !pair.isUnknown)
  }

  private mutating func fail() -> Outcome {
    isBroken = true
    distance = .nan
    time = .nan
    return .bad
  }

  private mutating func take(_ lap: LapPair, _ clock: LapPair, _ row: inout LapRow) {
    row.lapDistance = lap.length
    row.cumDistance = lap.cumulative
    row.lapTime = clock.length
    row.cumTime = clock.cumulative
    distance = lap.cumulative
    time = clock.cumulative
  }

  private func isRest(_ row: LapRow, _ lap: LapPair, _ clock: LapPair) -> Bool {
    if row.isNamedRest || (lap.length == 0 && clock.length >= 1) { return true }
    return rules.producer.hasTimedRests && lap.isUnknown && clock.length > 0
  }

  /// The leftmost dimension of which neither column says anything.
  private func noteMissingPair(_ lap: LapPair, _ clock: LapPair, _ row: inout LapRow) {
    let cells = rules.cells
    if clock.isUnknown && (!lap.isUnknown || cells.time < cells.length) {
      row.note(.missingValue, cell: cells.time)
    } else if lap.isUnknown {
      row.note(.missingValue, cell: cells.length)
    }
  }

  private func check(_ lap: LapPair, _ clock: LapPair, _ row: inout LapRow) {
    let cumTime = rules.cells.cumTime
    let cumDistance = rules.cells.cumDistance
    if clock.cumulative < time { row.note(.cumFalls, cell: cumTime, detail: time) }
    if lap.cumulative < distance { row.note(.cumFalls, cell: cumDistance, detail: distance) }
    if clock.mismatch > 2 {
      row.note(.cumMismatch, cell: cumTime, detail: clock.cumulative - time)
    }
    if lap.mismatch > 25 && lap.mismatch > 0.01 * lap.length {
      row.note(.cumMismatch, cell: cumDistance, detail: lap.cumulative - distance)
    }
    if lap.cumulative > Longest.metres { row.note(.implausible, cell: rules.cells.length) }
    if clock.cumulative > Longest.seconds { row.note(.implausible, cell: rules.cells.time) }
    if lap.length >= 100 {
      let speed = lap.length / clock.length
      if speed > Speed.limit(lap.length) || speed < 0.1 {
        let cell = clock.isDifference ? cumTime : rules.cells.time
        row.note(.implausible, cell: cell, detail: speed)
      }
    }
  }
}

/// What no run exceeds: models cannot count that far.
enum Longest {
  /// Twice around the earth and more.
  static let metres = 1e8
  /// Some thirty years.
  static let seconds = 1e9
}

/// The speeds that no runner exceeds.
enum Speed {
  /// Metres per second over a distance; the fastest 1,000 m ever run average 7.6.
  static func limit(_ distance: Double) -> Double { distance >= far ? 8 : 12 }
  static let far = 1000.0
}
