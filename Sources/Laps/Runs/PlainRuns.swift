import Tables

/// Consecutive whole runs in a block of which every rule holds, so that their records are their cells.
struct PlainRuns: Sendable {
  var rows: Range<Int>
  /// The first row of each run.
  var starts: [Int]
}

/// Finds plain runs in the columns of a block, on any thread.
///
/// A run is plain only if `RunAssembler`, `RunWalker` and `RunFinisher` would make a record of each of its
/// rows, with the values of the cells and nothing to say about them. Whoever is in doubt says no: then
/// those three decide.
struct PlainRunFinder: Sendable {
  /// The positions of the features among the fields of a block.
  struct Positions: Sendable {
    var distance: Int
    var lapDistance: Int
    var cumDistance: Int
    var lapTime: Int
    var cumTime: Int
    var duration: Int?
  }

  let positions: Positions
  let hasCourse: Bool
  let numberColumn: Int
  /// How many cells a row has at least and at most.
  let cells: ClosedRange<Int>
  let purpose: LapOptions.Purpose

  /// What the cells of a row say; a course or duration that no column has is 0 everywhere.
  private struct Lap {
    var number: Double
    var distance: Double
    var length: Double
    var metres: Double
    var time: Double
    var seconds: Double
    var said: Double
    var course: Int32

    /// Before the first lap of a run.
    static let start = Lap(
      number: 0, distance: 0, length: 0, metres: 0, time: 0, seconds: 0, said: 0, course: 0)

    /// Whether all cells say something by themselves.
    var isReadable: Bool {
      // Comparisons with an unknown value are false.
      number >= 1 && number < 1e8 && distance >= 0 && length >= 0 && metres >= 0 && time >= 0
        && seconds >= 0 && said >= 0 && course >= 0
    }

    func startsRun(after above: Lap) -> Bool {
      course != above.course || distance != above.distance || said != above.said
        || number <= above.number
    }

    /// Whether no rule of a lap has anything to say.
    func follows(_ above: Lap) -> Bool {
      let mismatch = abs(metres - above.metres - length)
      let speed = length / time
      return number == above.number + 1 && length > 0 && (time >= 1 || length >= 10)
        && seconds >= above.seconds && metres >= above.metres
        && abs(seconds - above.seconds - time) <= 2
        && (mismatch <= 25 || mismatch <= 0.01 * length)
        && (length < 100 || (speed >= 0.1 && speed <= Speed.limit(length)))
        && metres <= 2 * distance && distance <= Longest.metres
        && metres <= Longest.metres && seconds <= Longest.seconds && said <= Longest.seconds
    }
  }

  /// Writes the duration of every plain row to `durations`.
  func find(_ block: PreparedBlock, durations: inout [Double]) -> [PlainRuns] {
    let count = block.records.rowCount
    let zeros = { [Double](repeating: 0, count: count) }
    let numbers = block.lapNumbers
    let distances = block.fields[positions.distance]
    let lengths = block.fields[positions.lapDistance]
    let metres = block.fields[positions.cumDistance]
    let times = block.fields[positions.lapTime]
    let seconds = block.fields[positions.cumTime]
    let said = positions.duration.map { block.fields[$0] } ?? zeros()
    let columns = [numbers, distances, lengths, metres, times, seconds, said]
    guard columns.allSatisfy({ $0.count == count }) else { return [] }
    let courses = hasCourse ? block.courses?.codes ?? [] : [Int32](repeating: 0, count: count)
    guard courses.count == count else { return [] }
    let isRegular = block.records.isRegular(cells: cells, column: numberColumn, length: 12)

    /// Gives the rows of a run its duration, if it may end here as it is.
    func end(_ run: Range<Int>, _ last: Lap) -> Bool {
      let speed = last.metres / last.seconds
      guard last.metres <= 1.05 * last.distance,
        last.seconds < 60 || (speed >= 0.3 && speed <= Speed.limit(last.metres))
      else { return false }
      var duration = last.metres >= 0.98 * last.distance ? last.seconds : .nan
      if positions.duration != nil { duration = last.said }
      if duration.isNaN, purpose == .update { return false }
      for row in run { durations[row] = duration }
      return true
    }

    var found: [PlainRuns] = []
    var above = Lap.start
    var isAboveReadable = false
    var start: Int?
    for row in 0..<count {
      let lap = Lap(
        number: numbers[row], distance: distances[row], length: lengths[row], metres: metres[row],
        time: times[row], seconds: seconds[row], said: said[row], course: courses[row])
      let isReadable = lap.isReadable && (isRegular || hasUsualCells(block.records, row))
      defer {
        above = lap
        isAboveReadable = isReadable
      }
      // Where a run begins is known only behind a row that can be read as well.
      guard isReadable, isAboveReadable else {
        start = nil
        continue
      }
      let isFirst = lap.startsRun(after: above)
      if isFirst {
        if let start, end(start..<row, above) {
          if let last = found.indices.last, found[last].rows.upperBound == start {
            found[last].rows = found[last].rows.lowerBound..<row
            found[last].starts.append(start)
          } else {
            found.append(PlainRuns(rows: start..<row, starts: [start]))
          }
        }
        start = row
      }
      if !lap.follows(isFirst ? Lap.start : above) { start = nil }
    }
    return found
  }

  private func hasUsualCells(_ block: RecordBlock, _ row: Int) -> Bool {
    cells.contains(block.cellCount(row)) && block.cellLength(row, numberColumn) <= 12
  }
}
