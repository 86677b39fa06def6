import Tables

/// Gathers finished records until they are enough for a batch.
struct LapOutput: LapSink {
  /// So many records at once are a batch of their own.
  private static let wholeBatch = 1024

  private let header: Header
  private let options: LapOptions
  /// The course that holds for all records.
  private let course: String?
  /// Records that are batches as they are, before the others.
  private var batches: [LapColumns] = []
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

  var hasRecords: Bool { !batches.isEmpty || !records.isEmpty }
  var isEmpty: Bool { !hasRecords && leftOut.isEmpty && failed.isEmpty }

  /// Whether a batch can be given out that has so many records, or is one as it is.
  func hasBatch(_ size: Int) -> Bool { !batches.isEmpty || records.count >= size }

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

  /// Takes many records at once; where they are a batch already, nothing is copied.
  mutating func take(_ others: consuming LapColumns) {
    // Nor should a batch have very few records.
    let areFew = !records.isEmpty && records.count < LapOutput.wholeBatch
    if others.count < LapOutput.wholeBatch || areFew {
      records.append(others)
      return
    }
    if !records.isEmpty { batches.append(records.take(.max)) }
    records = others
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
    batches.removeAll()
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
    let isEmpty = summary.records == 0 && !hasRecords
    let hasErrors = summary.leftOut.contains { LeftOutReason(rawValue: $0.kind.rawValue) == nil }
    if isEmpty && !hasErrors { throw noRows }
  }

  /// The error of a file without a lap.
  private var noRows: TableProblem {
    func leavesOut(_ reason: LeftOutReason) -> Bool {
      summary.leftOut.contains { $0.kind.rawValue == reason.rawValue }
    }
    let sport = header.names.first { if case .sport = $0.meaning { true } else { false } }
    let message: String
    var hint: String?
    if leftOutRows == 0 {
      message = "there are no rows under the header"
    } else if leavesOut(.unfinished) {
      message =
        "how long the runs took as a whole is not known: there is nothing to learn from them"
      hint =
        "a run needs a duration column, or laps up to its end; if the file says a wrong length:"
        + " --distance, such as --distance 10km"
    } else {
      message = "all rows were left out: none of them is a lap"
      if leavesOut(.notRun), let sport {
        let name = Quoted.text(sport.folded)
        hint =
          "column \(name) is taken for the sport, and says no word for running; if it says something else,"
          + " give it another name"
      }
    }
    return TableProblem("noRows", at: Place(line: header.line), message: message, hint: hint)
  }

  /// Puts everything into the order of the file, where runs lie between each other.
  mutating func sort() {
    records.sort()
    leftOut.sort { $0.sequence < $1.sequence }
    failed.sort { $0.sequence < $1.sequence }
  }

  /// The next batch, and what was left out up to there.
  ///
  /// Records that are no batch as they are make one of at most so many.
  mutating func batch(_ limit: Int, courses: [String]) -> LapBatch {
    var taken = batches.isEmpty ? records.take(limit) : batches.removeFirst()
    let isAll = !hasRecords
    let lastSequence = isAll ? Int.max : taken.sequences.last ?? .max
    let batch = LapBatch(
      records: table(taken, courses), runs: number(taken.takeRuns()),
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
  private mutating func number(_ runs: consuming [Int]) -> [Int] {
    var (run, number) = (lastRun, lastNumber)
    var span = runs.mutableSpan
    for row in span.indices {
      if span[row] != run {
        run = span[row]
        number = self.number(ofRun: run)
      }
      span[row] = number
    }
    (lastRun, lastNumber) = (run, number)
    return runs
  }

  private mutating func number(ofRun run: Int) -> Int {
    if areRunsMixed, let known = numbers[run] { return known }
    let number = summary.runs
    summary.runs += 1
    if areRunsMixed { numbers[run] = number }
    return number
  }

  private func table(_ taken: LapColumns, _ courses: [String]) -> TableBatch {
    let numbers = LapColumns.features.indices.map { index in
      Column(
        name: LapColumns.features[index].rawValue, values: .doubles(taken.values[index]),
        missing: taken.hasUnknown[index] ? taken.values[index].map(\.isNaN) : nil)
    }
    return TableBatch(
      rowCount: taken.count, columns: [courseColumn(taken, courses)] + numbers, lines: taken.lines)
  }

  private func courseColumn(_ taken: LapColumns, _ courses: [String]) -> Column {
    var dictionary: [String] = []
    var codes = taken.courses
    if let course {
      dictionary = [course]
      codes = taken.isRejected.map { $0 ? -1 : 0 }
    } else {
      var known: [Int32: Int32] = [:]
      // Equal courses follow one another: one look-up a run.
      var last: (course: Int32, code: Int32) = (-1, -1)
      var span = codes.mutableSpan
      for row in span.indices {
        let course = span[row]
        if course != last.course {
          last = (course, course < 0 ? -1 : known[course] ?? Int32(dictionary.count))
          if Int(last.code) == dictionary.count {
            known[course] = last.code
            dictionary.append(courses[Int(course)])
          }
        }
        span[row] = last.code
      }
    }
    return Column(
      name: Feature.course.rawValue,
      values: .strings(StringColumn(codes: codes, dictionary: dictionary)),
      missing: codes.contains(-1) ? codes.map { $0 < 0 } : nil)
  }

  private func problem(_ fault: Fault, _ row: LapRow) -> TableProblem {
    FaultProblem(
      fault, row, block: blocks[row.block], header: header, feature: features[Int(fault.cell)],
      said: options.saidDistance
    ).problem
  }
}
