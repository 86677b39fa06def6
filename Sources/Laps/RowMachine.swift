import Tables

/// Turns the records of one kind of table into laps.
protocol RowMachine {
  var output: LapOutput { get set }
  /// The texts of the courses, by their codes.
  var courses: [String] { get }

  /// Which columns of a block are read as a whole.
  var preparation: BlockPreparation { get }

  /// Takes one record of a block; `number` counts the blocks, `sequence` the records.
  mutating func add(_ block: PreparedBlock, _ row: Int, number: Int32, sequence: Int) throws
  /// Called before each block.
  mutating func beginBlock(_ block: PreparedBlock)
  /// Takes plain runs of a block, the rows before them having been added.
  mutating func add(
    _ block: PreparedBlock, _ plain: consuming PlainRecords, number: Int32, sequence: Int) throws
  /// Called after each block: what need not wait any longer may be given out.
  mutating func endBlock(number: Int32) throws
  /// Ends all runs and says the last notes.
  mutating func end() throws
}

extension RowMachine {
  var preparation: BlockPreparation { BlockPreparation() }
  mutating func beginBlock(_ block: PreparedBlock) {}
  mutating func add(
    _ block: PreparedBlock, _ plain: consuming PlainRecords, number: Int32, sequence: Int
  ) throws {
    for row in plain.runs.rows {
      let before = row - plain.runs.rows.lowerBound
      try add(block, row, number: number, sequence: sequence + before)
    }
  }
}

/// Tables with one row a lap.
struct TableMachine: RowMachine {
  /// So many rows wait at most where nothing has to wait.
  private static let patience = 16_384

  private var reader: RowReader
  private var assembler: RunAssembler
  private var finisher: RunFinisher
  private let canGiveOut: Bool
  private let isKeyed: Bool
  var output: LapOutput

  init(_ header: Header, _ layout: Layout, _ options: LapOptions, notes: LapNotes) {
    let rules = RunRules(layout)
    reader = RowReader(layout, header)
    assembler = RunAssembler(rules)
    finisher = RunFinisher(rules, options)
    if options.distance == nil { reader.findPlainRuns(for: options.purpose) }
    isKeyed = rules.hasKeys
    canGiveOut =
      layout.isComplete && !isKeyed
      && (options.purpose == .predict || layout.columns[.duration] != nil)
    output = LapOutput(
      header, options, columns: layout.columns, courseText: layout.courseText,
      areRunsMixed: rules.hasKeys, notes: notes)
  }

  var courses: [String] { reader.courses.texts }

  var preparation: BlockPreparation { reader.preparation }

  mutating func beginBlock(_ block: PreparedBlock) { reader.begin(block) }

  mutating func add(
    _ block: PreparedBlock, _ plain: consuming PlainRecords, number: Int32, sequence: Int
  ) throws {
    assembler.close { finisher.finish(&$0, into: &output) }
    plain.records.place(
      sequence: sequence, run: finisher.skipRuns(plain.runs.starts.count),
      courses: reader.courseCodes(block))
    output.take(plain.records)
  }

  mutating func add(_ block: PreparedBlock, _ row: Int, number: Int32, sequence: Int) throws {
    switch try reader.read(block, row) {
    case .repeatedHeader:
      output.note(.repeatedHeader, line: block.records.line(row))
      assembler.close { finisher.finish(&$0, into: &output) }
    case .row(var lap):
      lap.block = number
      lap.sequence = sequence
      assembler.add(lap) { finisher.finish(&$0, into: &output) }
    }
  }

  mutating func endBlock(number: Int32) throws {
    if canGiveOut && assembler.waiting > TableMachine.patience {
      assembler.giveOut { finisher.finish(&$0, into: &output) }
    }
    if !isKeyed { output.forgetBlocks(before: assembler.firstWaiting?.block ?? number + 1) }
  }

  mutating func end() throws {
    assembler.end { finisher.finish(&$0, into: &output) }
    if isKeyed { output.sort() }
    reader.shape.say(in: &output.notes)
    let filled = assembler.filled + reader.filledKeys
    let lines = [assembler.firstFilledLine, reader.firstFilledKeyLine].filter { $0 > 0 }
    output.notes.add(.filledDown, line: lines.min() ?? 0, count: filled)
  }
}
