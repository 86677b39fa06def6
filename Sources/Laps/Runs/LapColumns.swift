import Tables

/// Finished records, column by column, in the order in which they will be given out.
struct LapColumns: Sendable {
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
  /// For each column of values whether some may be unknown; surely none is where it says no.
  private(set) var hasUnknown: [Bool] = Array(repeating: false, count: features.count)
  /// How many records at the beginning are given out already.
  private var given = 0

  var count: Int { lines.count - given }
  var isEmpty: Bool { count == 0 }

  init() {}

  mutating func append(_ record: LapRecord) {
    sequences.append(record.sequence)
    lines.append(record.line)
    runs.append(record.run)
    courses.append(record.course)
    isRejected.append(record.isRejected)
    append(record.distance, to: 0)
    append(record.lapNumber, to: 1)
    append(record.lapDistance, to: 2)
    append(record.cumDistance, to: 3)
    append(record.lapTime, to: 4)
    append(record.cumTime, to: 5)
    append(record.duration, to: 6)
  }

  private mutating func append(_ value: Double, to column: Int) {
    values[column].append(value)
    if value.isNaN { hasUnknown[column] = true }
  }

  /// Adds the records of others, of which none is given out.
  mutating func append(_ others: LapColumns) {
    sequences += others.sequences
    lines += others.lines
    runs += others.runs
    courses += others.courses
    isRejected += others.isRejected
    for column in values.indices {
      values[column] += others.values[column]
      if others.hasUnknown[column] { hasUnknown[column] = true }
    }
  }

  /// Gives the runs away, so that they can be changed without a copy.
  mutating func takeRuns() -> [Int] {
    defer { runs = [] }
    return runs
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
      var all = LapColumns()
      swap(&all, &self)
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
    taken.hasUnknown = taken.values.map { $0.contains(where: \.isNaN) }
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

// MARK: Plain runs

extension LapColumns {
  /// Room for the rows between the plain runs of two blocks, so that they can be added in place.
  private static let room = 64

  /// The records of plain runs of a block, whose columns of numbers are in the order of `features`.
  ///
  /// Sequences and runs are counted from 0 and courses have the codes of the block until they are placed.
  init(_ block: RecordBlock, _ plain: PlainRuns, columns: [[Double]], courses: [Int32]?) {
    let rows = plain.rows
    func part<Value>(_ values: some Collection<Value>) -> [Value] {
      var part: [Value] = []
      part.reserveCapacity(rows.count + LapColumns.room)
      part.append(contentsOf: values)
      return part
    }
    sequences = part(0..<rows.count)
    lines = part([])
    block.appendLines(rows, to: &lines)
    runs = part([])
    for (index, start) in plain.starts.enumerated() {
      let end = index + 1 < plain.starts.count ? plain.starts[index + 1] : rows.upperBound
      runs.append(contentsOf: repeatElement(index, count: end - start))
    }
    self.courses = courses.map { part($0[rows]) } ?? part(repeatElement(-1, count: rows.count))
    isRejected = part(repeatElement(false, count: rows.count))
    values = columns.map { part($0[rows]) }
    // A plain row knows everything but perhaps the duration of its run.
    hasUnknown[LapColumns.features.count - 1] = values.last?.contains(where: \.isNaN) ?? false
  }

  /// Puts the records behind others of the file; `codes` has the courses by the codes of the block.
  mutating func place(sequence: Int, run: Int, courses codes: [Int32]) {
    var span = sequences.mutableSpan
    for row in span.indices { span[row] += sequence }
    span = runs.mutableSpan
    for row in span.indices { span[row] += run }
    var codesOfRows = courses.mutableSpan
    for row in codesOfRows.indices where codesOfRows[row] >= 0 {
      codesOfRows[row] = codes[Int(codesOfRows[row])]
    }
  }
}
