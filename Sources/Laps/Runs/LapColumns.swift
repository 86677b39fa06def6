import Tables

/// Finished records, column by column, in the order in which they will be given out.
struct LapColumns {
  /// The features that are numbers, in the order of their columns in a batch.
  static let features: [Feature] = [
    .distance, .lapNumber, .lapDistance, .cumDistance, .lapTime, .cumTime, .duration,
  ]

  private(set) var sequences: [Int] = []
  private(set) var lines: [Int] = []
  private(set) var runs: [Int] = []
  private(set) var courses: [Int32] = []
  private(set) var isRejected: [Bool] = []
  private(set) var values: [[Double]] = Array(repeating: [], count: features.count)
  /// How many records at the beginning are given out already.
  private var given = 0

  var count: Int { lines.count - given }

  mutating func append(_ record: LapRecord) {
    sequences.append(record.sequence)
    lines.append(record.line)
    runs.append(record.run)
    courses.append(record.course)
    isRejected.append(record.isRejected)
    values[0].append(record.distance)
    values[1].append(record.lapNumber)
    values[2].append(record.lapDistance)
    values[3].append(record.cumDistance)
    values[4].append(record.lapTime)
    values[5].append(record.cumTime)
    values[6].append(record.duration)
  }

  /// Adds the rows of plain runs; `run` is the number of the first, `courses` has a code for each row.
  mutating func append(
    _ block: PreparedBlock, _ plain: PlainRuns, courses: some Sequence<Int32>, sequence: Int,
    run: Int
  ) {
    let rows = plain.rows
    sequences.append(contentsOf: sequence..<sequence + rows.count)
    block.records.appendLines(rows, to: &lines)
    for (index, start) in plain.starts.enumerated() {
      let end = index + 1 < plain.starts.count ? plain.starts[index + 1] : rows.upperBound
      runs.append(contentsOf: repeatElement(run + index, count: end - start))
    }
    self.courses.append(contentsOf: courses)
    isRejected.append(contentsOf: repeatElement(false, count: rows.count))
    for (index, column) in block.plainColumns.enumerated() {
      values[index].append(contentsOf: column[rows])
    }
  }

  mutating func removeAll() { self = LapColumns() }

  /// Puts the records into the order of the file.
  mutating func sort() {
    let order = sequences.indices.sorted { (sequences[$0], $0) < (sequences[$1], $1) }
    sequences = order.map { sequences[$0] }
    lines = order.map { lines[$0] }
    runs = order.map { runs[$0] }
    courses = order.map { courses[$0] }
    isRejected = order.map { isRejected[$0] }
    values = values.map { column in order.map { column[$0] } }
  }

  /// Removes at most so many records from the beginning.
  mutating func take(_ limit: Int) -> LapColumns {
    if given == 0, count <= limit {
      let all = self
      removeAll()
      return all
    }
    let range = given..<given + min(limit, count)
    var taken = LapColumns()
    taken.sequences = Array(sequences[range])
    taken.lines = Array(lines[range])
    taken.runs = Array(runs[range])
    taken.courses = Array(courses[range])
    taken.isRejected = Array(isRejected[range])
    taken.values = values.map { Array($0[range]) }
    given = range.upperBound
    // What is given out is dropped when it is most of what is kept, so that nothing moves often.
    if given * 2 >= lines.count {
      sequences.removeFirst(given)
      lines.removeFirst(given)
      runs.removeFirst(given)
      courses.removeFirst(given)
      isRejected.removeFirst(given)
      for index in values.indices { values[index].removeFirst(given) }
      given = 0
    }
    return taken
  }
}
