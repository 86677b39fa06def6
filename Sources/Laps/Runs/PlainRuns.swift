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

  /// Writes the duration of every plain row to `durations`.
  func find(_ block: PreparedBlock, durations: inout [Double]) -> [PlainRuns] {
    let count = block.records.rowCount
    let distance = block.fields[positions.distance]
    let lapDistance = block.fields[positions.lapDistance]
    let cumDistance = block.fields[positions.cumDistance]
    let lapTime = block.fields[positions.lapTime]
    let cumTime = block.fields[positions.cumTime]
    let said = positions.duration.map { block.fields[$0] }
    let columns =
      [distance, lapDistance, cumDistance, lapTime, cumTime] + (said.map { [$0] } ?? [])
    guard columns.allSatisfy({ $0.count == count }), block.lapNumbers.count == count else {
      return []
    }
    let courses = block.courses?.codes ?? []
    guard courses.count == (hasCourse ? count : 0) else { return [] }

    /// Whether all cells say something by themselves.
    func isReadable(_ row: Int) -> Bool {
      // Comparisons with an unknown value are false.
      let number = block.lapNumbers[row]
      return number >= 1 && number < 1e8 && distance[row] >= 0 && lapDistance[row] >= 0
        && cumDistance[row] >= 0 && lapTime[row] >= 0 && cumTime[row] >= 0
        && (said == nil || (said?[row] ?? .nan) >= 0) && (!hasCourse || courses[row] >= 0)
        && cells.contains(block.records.cellCount(row))
        && block.records.cellLength(row, numberColumn) <= 12
    }
    func startsRun(_ row: Int) -> Bool {
      (hasCourse && courses[row] != courses[row - 1]) || distance[row] != distance[row - 1]
        || (said.map { $0[row] != $0[row - 1] } ?? false)
        || block.lapNumbers[row] <= block.lapNumbers[row - 1]
    }
    func isLap(_ row: Int, isFirst: Bool) -> Bool {
      let number = isFirst ? 0 : block.lapNumbers[row - 1]
      let metres = isFirst ? 0 : cumDistance[row - 1]
      let seconds = isFirst ? 0 : cumTime[row - 1]
      let (length, time) = (lapDistance[row], lapTime[row])
      let mismatch = abs(cumDistance[row] - metres - length)
      let speed = length / time
      return block.lapNumbers[row] == number + 1 && length > 0 && (time >= 1 || length >= 10)
        && cumTime[row] >= seconds && cumDistance[row] >= metres
        && abs(cumTime[row] - seconds - time) <= 2
        && (mismatch <= 25 || mismatch <= 0.01 * length)
        && (length < 100 || (speed >= 0.1 && speed <= Speed.limit(length)))
        && cumDistance[row] <= 2 * distance[row] && distance[row] <= Longest.metres
        && cumDistance[row] <= Longest.metres && cumTime[row] <= Longest.seconds
        && (said.map { $0[row] <= Longest.seconds } ?? true)
    }
    /// Whether the run may end here as it is; gives its duration to all its rows.
    func end(_ run: Range<Int>) -> Bool {
      let last = run.upperBound - 1
      let (metres, seconds) = (cumDistance[last], cumTime[last])
      let speed = metres / seconds
      guard metres <= 1.05 * distance[last],
        seconds < 60 || (speed >= 0.3 && speed <= Speed.limit(metres))
      else { return false }
      let duration = metres >= 0.98 * distance[last] ? seconds : .nan
      if said == nil, duration.isNaN, purpose == .update { return false }
      for row in run { durations[row] = said.map { $0[row] } ?? duration }
      return true
    }

    var found: [PlainRuns] = []
    var isAboveReadable = false
    var start: Int?
    for row in 0..<count {
      let isReadable = isReadable(row)
      defer { isAboveReadable = isReadable }
      // Where a run begins is known only behind a row that can be read as well.
      guard isReadable, isAboveReadable else {
        start = nil
        continue
      }
      let isFirst = startsRun(row)
      if isFirst {
        if let start, end(start..<row) {
          if let last = found.indices.last, found[last].rows.upperBound == start {
            found[last].rows = found[last].rows.lowerBound..<row
            found[last].starts.append(start)
          } else {
            found.append(PlainRuns(rows: start..<row, starts: [start]))
          }
        }
        start = row
      }
      if !isLap(row, isFirst: isFirst) { start = nil }
    }
    return found
  }
}
