import Tables

/// FIT files that FitCSVTool turned into CSV: message by message, or one column a field.
struct FitMachine: RowMachine {
  private let isWide: Bool
  private let wide: FitWideColumns
  private let messageColumn: Int
  private let typeColumn: Int?
  private let fields: [(name: Int, value: Int)]
  private var assembler: RunAssembler
  private var finisher: RunFinisher
  private var lastMark: [String?] = []
  private var lastSession: LapRow?
  private var number = 0
  var output: LapOutput
  let courses: [String] = []

  init(_ header: Header, _ producer: Producer, _ options: LapOptions, notes: LapNotes) {
    isWide = producer == .fitWide
    wide = FitWideColumns(header)
    messageColumn = header.column(keys: ["message"]) ?? 0
    typeColumn = header.column(keys: ["type"])
    fields = FitMachine.fields(header)
    let rules = RunRules(fit: producer)
    assembler = RunAssembler(rules)
    finisher = RunFinisher(rules, options)
    output = LapOutput(header, options, notes: notes)
  }

  mutating func add(_ prepared: PreparedBlock, _ row: Int, number: Int32, sequence: Int) throws {
    let block = prepared.records
    if isWide {
      addWide(block, row, number, sequence)
    } else {
      addMessage(block, row, number, sequence)
    }
  }

  mutating func endBlock(number: Int32) throws {
    output.forgetBlocks(before: assembler.firstWaiting?.block ?? number + 1)
  }

  mutating func end() throws {
    if let lastSession { add(lastSession) }
    assembler.end { finisher.finish(&$0, into: &output) }
  }

  private mutating func addMessage(
    _ block: RecordBlock, _ row: Int, _ number: Int32, _ sequence: Int
  ) {
    if let typeColumn, FoldedName.key(block.text(row, typeColumn)) != "data" { return }
    let kind = block.text(row, messageColumn)
    guard kind == "lap" || kind == "session" else { return }
    var message = FitMessage()
    for field in fields where field.value < block.cellCount(row) {
      message.set(FoldedName.key(block.text(row, field.name)), block, row, field.value)
    }
    guard var lap = kind == "lap" ? message.lap(next: self.number + 1) : message.session else {
      return
    }
    place(&lap, block, row, number, sequence)
    add(lap)
    self.number = kind == "lap" ? lap.number : 0
  }

  private mutating func addWide(
    _ block: RecordBlock, _ row: Int, _ number: Int32, _ sequence: Int
  ) {
    if var session = wide.message(wide.session, block, row).session {
      place(&session, block, row, number, sequence)
      if !session.lapDistance.isNaN || !session.lapTime.isNaN { lastSession = session }
    } else {
      lastSession = nil
    }
    let message = wide.message(wide.lap, block, row)
    let mark = [message.index.map { "\($0)" }, message.timestamp]
    if mark == [nil, nil] || mark == lastMark { return }
    lastMark = mark
    var lap = message.lap(next: self.number + 1)
    place(&lap, block, row, number, sequence)
    add(lap)
    self.number = lap.number
  }

  private mutating func add(_ row: LapRow) {
    assembler.add(row) { finisher.finish(&$0, into: &output) }
  }

  private func place(
    _ lap: inout LapRow, _ block: RecordBlock, _ row: Int, _ number: Int32, _ sequence: Int
  ) {
    lap.line = block.line(row)
    lap.row = Int32(row)
    lap.block = number
    lap.sequence = sequence
  }

  /// The pairs `Field n` and `Value n`.
  private static func fields(_ header: Header) -> [(name: Int, value: Int)] {
    var values: [String: Int] = [:]
    for (column, name) in header.names.enumerated() {
      let key = FoldedName.key(name.folded)
      if key.hasPrefix("value") && values[key] == nil { values[key] = column }
    }
    return header.names.enumerated().compactMap { column, name in
      let key = FoldedName.key(name.folded)
      guard key.hasPrefix("field") else { return nil }
      return values["value\(key.dropFirst(5))"].map { (column, $0) }
    }
  }
}

/// The columns of a FIT table with one column a field, such as `lap.total_distance`.
struct FitWideColumns {
  private(set) var lap: [(field: String, column: Int)] = []
  private(set) var session: [(field: String, column: Int)] = []

  init(_ header: Header) {
    for (column, name) in header.names.enumerated() {
      let key = name.key
      if key.hasPrefix("lap") { lap.append((String(key.dropFirst(3)), column)) }
      if key.hasPrefix("session") { session.append((String(key.dropFirst(7)), column)) }
    }
  }

  func message(
    _ columns: [(field: String, column: Int)], _ block: RecordBlock, _ row: Int
  ) -> FitMessage {
    var message = FitMessage()
    for (field, column) in columns { message.set(field, block, row, column) }
    return message
  }
}

extension Recogniser {
  static func fit(
    _ header: Header, _ producer: Producer, _ options: LapOptions, _ notes: LapNotes
  ) -> Recogniser {
    Recogniser(
      header: header, lastHeaderLine: header.line,
      machine: FitMachine(header, producer, options, notes: notes),
      file: LapFile(
        producer: producer, headerLine: header.line,
        bindings: [
          LapFile.Binding(feature: .lapNumber, column: "lap message_index", unit: nil),
          LapFile.Binding(feature: .lapDistance, column: "lap total_distance", unit: "metres"),
          LapFile.Binding(feature: .lapTime, column: "lap total_timer_time", unit: "seconds"),
        ], unusedColumns: []))
  }
}
