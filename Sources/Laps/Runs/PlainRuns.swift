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
    let metres = block.fields[positions.cumDistance]
    let seconds = block.fields[positions.cumTime]
    let distances = block.fields[positions.distance]
    // What no column says is the same everywhere; a distance is never longer than the longest duration.
    let said = positions.duration.map { block.fields[$0] } ?? distances
    let columns = LapSigns(
      number: block.lapNumbers, distance: distances,
      length: block.fields[positions.lapDistance], metres: metres,
      time: block.fields[positions.lapTime], seconds: seconds, said: said,
      course: hasCourse ? block.courses?.codes ?? [] : [Int32](repeating: 0, count: count))
    guard columns.number.count == count else { return [] }
    var signs = columns.all()
    if !block.records.isRegular(cells: cells, column: numberColumn, length: 12) {
      for row in signs.indices where !hasUsualCells(block.records, row) { signs[row] = 0 }
    }

    /// Gives the rows of a run its duration, if it may end here as it is.
    func end(_ run: Range<Int>) -> Bool {
      let last = run.upperBound - 1
      let speed = metres[last] / seconds[last]
      guard metres[last] <= 1.05 * distances[last],
        seconds[last] < 60 || (speed >= 0.3 && speed <= Speed.limit(metres[last]))
      else { return false }
      var duration = metres[last] >= 0.98 * distances[last] ? seconds[last] : .nan
      if positions.duration != nil { duration = said[last] }
      if duration.isNaN, purpose == .update { return false }
      for row in run { durations[row] = duration }
      return true
    }

    var found: [PlainRuns] = []
    var start: Int?
    var above: Int64 = 0
    for (row, sign) in signs.enumerated() {
      defer { above = sign }
      // Where a run begins is known only behind a row that can be read as well.
      guard sign & above & LapSigns.isReadable != 0 else {
        start = nil
        continue
      }
      if sign & LapSigns.startsRun != 0 {
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
      if sign & LapSigns.follows == 0 { start = nil }
    }
    return found
  }

  private func hasUsualCells(_ block: RecordBlock, _ row: Int) -> Bool {
    cells.contains(block.cellCount(row)) && block.cellLength(row, numberColumn) <= 12
  }
}
