import Tables

/// Gathers finished records until they are enough for a batch.
struct LapOutput: LapSink {
  private let header: Header
  private let options: LapOptions
  /// The course that holds for all records.
  private let course: String?
  private var records = LapColumns()
  private var leftOut: [(sequence: Int, problem: TableProblem)] = []
  private var failed: [(sequence: Int, problem: TableProblem)] = []
  /// The blocks of rows that wait for the end of their run.
  private var blocks: [Int32: RecordBlock] = [:]
  private var firstBlock: Int32 = 0
  private(set) var errors: LapErrors
  private var fileError: (sequence: Int, problem: TableProblem)?
  var notes: LapNotes
  private(set) var summary = LapSummary()
  /// What the cells of a column are, for messages.
  private var features: [Int: Feature] = [:]
  /// Whether rows of several runs lie between each other.
  private let areRunsMixed: Bool
  private var numbers: [Int: Int] = [:]
  private var lastRun = -1
  private var lastNumber = 0
  private var leftOutRows = 0
  /// The last run whose laps are too long for the length that an option says.
  private var lastToldRun = -1

  init(
    _ header: Header, _ options: LapOptions, columns: [Feature: Int] = [:],
    courseText: String? = nil, areRunsMixed: Bool = false,
    notes: LapNotes
  ) {
    self.areRunsMixed = areRunsMixed
    for feature in Feature.allCases {
      guard let column = columns[feature] else { continue }
      // A column may serve twice; then it is that of the lap.
      let isOfRun = feature == .distance || feature == .duration
      if features[column] == nil || !isOfRun { features[column] = feature }
    }
    self.header = header
    self.options = options
    errors = LapErrors(listsAll: options.listsAllErrors)
    self.notes = notes
    self.notes.isDistanceSaid = options.saidDistance != nil
    course = options.course ?? courseText
  }

  var count: Int { records.count }
  var isEmpty: Bool { count == 0 && leftOut.isEmpty && failed.isEmpty }

  mutating func add(_ block: RecordBlock, number: Int32) {
    blocks[number] = block
  }

  /// Forgets the blocks before the one that is still needed.
  mutating func forgetBlocks(before number: Int32) {
    while firstBlock < number {
      blocks[firstBlock] = nil
      firstBlock += 1
    }
  }

  mutating func take(_ record: LapRecord) {
    records.append(record)
  }

  /// Takes the records of plain runs; `run` is the number of the first.
  mutating func take(
    _ block: PreparedBlock, _ plain: PlainRuns, courses: some Sequence<Int32>, sequence: Int,
    run: Int
  ) {
    records.append(block, plain, courses: courses, sequence: sequence, run: run)
  }

  mutating func leaveOut(_ row: LapRow, _ reason: LeftOutReason, run: Int) {
    if reason == .brokenRun {
      // With an error that stops everything, only the errors are said.
      if options.onError == .stop { return }
      if options.onError == .null { records.append(.rejected(row, run: run)) }
    }
    let kind = TableProblem.Kind(rawValue: reason.rawValue)
    let problem = TableProblem(
      kind, severity: .leftOut, at: Place(line: row.line), message: reason.message)
    if reason == .brokenRun && options.onError == .null {
      failed.append((row.sequence, problem))
      return
    }
    if reason != .brokenRun { leftOutRows += 1 }
    summary.count(kind)
    leftOut.append((row.sequence, problem))
  }

  mutating func fail(_ row: LapRow, run: Int) {
    guard let fault = row.fault else { return }
    if fault.kind.isAboutFile {
      if row.sequence < fileError?.sequence ?? .max {
        fileError = (row.sequence, problem(fault, row))
      }
      return
    }
    let kind = TableProblem.Kind(rawValue: fault.kind.rawValue)
    switch options.onError {
    case .stop:
      // What is wrong with an option is told once for a run, and counted for every row.
      let isTold = fault.isAboutOption && run == lastToldRun
      if fault.isAboutOption { lastToldRun = run }
      let isShown = !isTold && errors.shows(row.sequence)
      errors.add(kind, sequence: row.sequence, isShown ? problem(fault, row) : nil)
    case .skip:
      var problem = problem(fault, row)
      problem.severity = .leftOut
      summary.count(kind)
      leftOut.append((row.sequence, problem))
    case .null:
      failed.append((row.sequence, problem(fault, row)))
      records.append(.rejected(row, run: run))
    }
  }

  mutating func note(_ note: LapNote, line: Int) {
    notes.add(note, line: line)
  }

  /// Forgets what will never be given out because an error stops everything.
  mutating func discard() {
    records.removeAll()
    leftOut.removeAll()
  }

  /// An error of the file that only a row deep inside it showed.
  func throwFileError() throws {
    if let fileError { throw fileError.problem }
  }

  /// Throws what stands against the file once all of it is read.
  func checkEnd() throws {
    try throwFileError()
    if errors.count > 0 { throw errors }
    let isEmpty = summary.records == 0 && count == 0
    let isUnfinished = summary.leftOut.contains { $0.kind == "unfinished" }
    let hasErrors = summary.leftOut.contains { LeftOutReason(rawValue: $0.kind.rawValue) == nil }
    if isEmpty && !hasErrors {
      throw TableProblem(
        "noRows", at: Place(line: header.line),
        message: leftOutRows == 0
          ? "there are no rows under the header"
          : isUnfinished
            ? "how long the runs took as a whole is not known: there is nothing to learn from them"
            : "all rows were left out: none of them is a lap",
        hint: isUnfinished
          ? "a run needs a duration column, or laps up to its end; if the file says a wrong length:"
            + " --distance, such as --distance 10km"
          : nil)
    }
  }

  /// Puts everything into the order of the file, where runs lie between each other.
  mutating func sort() {
    records.sort()
    leftOut.sort { $0.sequence < $1.sequence }
    failed.sort { $0.sequence < $1.sequence }
  }

  /// The next batch of at most so many records; what was left out up to there goes with it.
  mutating func batch(_ limit: Int, courses: [String]) -> LapBatch {
    let taken = records.take(limit)
    let isAll = records.count == 0
    let lastSequence = isAll ? Int.max : taken.sequences.last ?? .max
    let batch = LapBatch(
      records: table(taken, courses), runs: runs(of: taken),
      leftOut: LapOutput.remove(&leftOut, upTo: lastSequence),
      rejected: options.onError == .null
        ? taken.isRejected.indices.filter { taken.isRejected[$0] } : [],
      errors: LapOutput.remove(&failed, upTo: lastSequence))
    summary.records += taken.count
    if let distance = taken.values[0].last {
      summary.lastDistance = distance.isNaN ? nil : distance
    }
    return batch
  }

  private static func remove(
    _ problems: inout [(sequence: Int, problem: TableProblem)], upTo last: Int
  ) -> [TableProblem] {
    let count = problems.prefix { $0.sequence <= last }.count
    defer { problems.removeFirst(count) }
    return problems.prefix(count).map(\.problem)
  }

  /// Runs are numbered by their first records.
  private mutating func runs(of taken: LapColumns) -> [Int] {
    taken.runs.map { run in
      if run != lastRun {
        lastRun = run
        if areRunsMixed, let known = numbers[run] {
          lastNumber = known
        } else {
          lastNumber = summary.runs
          summary.runs += 1
          if areRunsMixed { numbers[run] = lastNumber }
        }
      }
      return lastNumber
    }
  }

  private func table(_ taken: LapColumns, _ courses: [String]) -> TableBatch {
    let numbers = zip(LapColumns.features, taken.values).map { feature, values in
      Column(
        name: feature.rawValue, values: .doubles(values),
        missing: hasUnknown(values) ? values.map(\.isNaN) : nil)
    }
    return TableBatch(
      rowCount: taken.count, columns: [courseColumn(taken, courses)] + numbers, lines: taken.lines)
  }

  private func courseColumn(_ taken: LapColumns, _ courses: [String]) -> Column {
    var dictionary: [String] = []
    var codes: [Int32: Int32] = [:]
    // Equal courses follow one another: one look-up a run.
    var last: (course: Int32, code: Int32) = (-1, -1)
    let result: [Int32]
    if let course {
      dictionary = [course]
      result = taken.isRejected.map { $0 ? -1 : 0 }
    } else {
      result = taken.courses.map { course in
        if course == last.course { return last.code }
        if course < 0 { return -1 }
        let code = codes[course] ?? Int32(dictionary.count)
        if Int(code) == dictionary.count {
          codes[course] = code
          dictionary.append(courses[Int(course)])
        }
        last = (course, code)
        return code
      }
    }
    return Column(
      name: Feature.course.rawValue,
      values: .strings(StringColumn(codes: result, dictionary: dictionary)),
      missing: result.contains(-1) ? result.map { $0 < 0 } : nil)
  }

  /// Whether one of many values is NaN; all are looked at, as vectors.
  private func hasUnknown(_ values: [Double]) -> Bool {
    var count = 0
    for value in values { count &+= value == value ? 0 : 1 }
    return count > 0
  }

  private func problem(_ fault: Fault, _ row: LapRow) -> TableProblem {
    FaultProblem(
      fault, row, block: blocks[row.block], header: header, feature: features[Int(fault.cell)],
      said: options.saidDistance
    ).problem
  }
}
