import Tables

/// Reads the rows of a table of laps by its layout.
struct RowReader {
  private struct Field {
    var column: Int
    var feature: Feature
    var dimension: Dimension
    var format: ColumnFormat
  }

  let layout: Layout
  let header: Header
  private let labels: RowLabels
  /// The columns of numbers, leftmost first.
  private let fields: [Field]
  /// The columns that measure something, used or not.
  private let valueColumns: [Int]
  private let numberColumn: Int?
  private let courseColumn: Int?
  private let constants: [(feature: Feature, value: Double)]
  /// Which columns are read as a whole before the rows are.
  private(set) var preparation: BlockPreparation
  /// The codes of the courses of the block that is being read; -1 where not yet known.
  private var blockCourses: [Int32] = []
  private var knowsBlockCourses = false
  private(set) var courses = Interner()
  private var keys: KeyReader
  private(set) var shape = RowShape()

  /// Cells of run id, date or runner that took the value above, and the line of the first.
  var filledKeys: Int { keys.filled }
  var firstFilledKeyLine: Int { keys.firstFilledLine }

  init(_ layout: Layout, _ header: Header) {
    self.layout = layout
    self.header = header
    labels = RowLabels(layout, header)
    numberColumn = layout.columns[.lapNumber]
    courseColumn = layout.columns[.course] ?? layout.title
    keys = KeyReader(layout.keys.map(\.column))
    let bound = layout.columns.filter { $0.key.dimension != nil }.values
    valueColumns = header.names.indices.filter {
      header.names[$0].isMeasuring || bound.contains($0)
    }
    fields = layout.columns.compactMap { feature, column in
      feature.dimension.map {
        Field(
          column: column, feature: feature, dimension: $0,
          format: layout.formats[feature] ?? ColumnFormat())
      }
    }.sorted { ($0.column, $0.feature.rawValue) < ($1.column, $1.feature.rawValue) }
    constants = layout.constants.map { ($0.key, $0.value) }
    preparation = BlockPreparation(
      fields: fields.map { field in
        field.format.plainFactor.map { (field.column, field.format.parser.format.mark, $0) }
      }, numberColumn: numberColumn, courseColumn: courseColumn)
  }

  /// Has plain runs found that need not be read row by row.
  mutating func findPlainRuns(for purpose: LapOptions.Purpose) {
    func position(_ feature: Feature) -> Int? { fields.firstIndex { $0.feature == feature } }
    guard layout.isComplete, layout.keys.isEmpty, constants.isEmpty, layout.steps == nil,
      !labels.checksSport, let numberColumn, let distance = position(.distance),
      let lapDistance = position(.lapDistance), let cumDistance = position(.cumDistance),
      let lapTime = position(.lapTime), let cumTime = position(.cumTime)
    else { return }
    preparation.plainRuns = PlainRunFinder(
      positions: .init(
        distance: distance, lapDistance: lapDistance, cumDistance: cumDistance, lapTime: lapTime,
        cumTime: cumTime, duration: position(.duration)),
      hasCourse: courseColumn != nil, numberColumn: numberColumn,
      cells: min(header.width, header.names.count)...header.names.count, purpose: purpose)
  }

  /// The codes of the courses of the block that is being read, by their codes in the block.
  mutating func courseCodes(_ prepared: PreparedBlock) -> [Int32] {
    guard let texts = prepared.courses, !knowsBlockCourses else { return blockCourses }
    knowsBlockCourses = true
    for (code, text) in texts.dictionary.enumerated() where blockCourses[code] < 0 {
      blockCourses[code] = courses.code(text)
    }
    return blockCourses
  }

  /// What a record is besides a row of laps.
  enum Record {
    case row(LapRow)
    case repeatedHeader
  }

  mutating func read(_ prepared: PreparedBlock, _ index: Int) throws -> Record {
    let block = prepared.records
    var row = LapRow()
    row.line = block.line(index)
    row.row = Int32(index)
    let number = self.number(prepared, index)
    guard let kind = kind(block, index, number) else { return .repeatedHeader }
    row.kind = kind
    shape.check(block, index, header, &row)
    switch kind {
    case .statistic, .session: row.fault = nil
    case .notRun:
      row.key = keys.read(block, index, countsMissing: false)
      readTotals(block, index, &row)
      if case .number(let value) = number { row.number = value }
    case .summary:
      row.key = keys.read(block, index, countsMissing: false)
      readTotals(block, index, &row)
    case .parent:
      row.key = keys.read(block, index, countsMissing: false)
      if case .range(let first, let last) = number {
        row.number = first
        row.lastNumber = last
      }
    case .header: throw Header.secondTable(line: row.line)
    case .lap, .length:
      row.key = keys.read(block, index, countsMissing: true)
      if case .number(let value) = number { row.number = value }
      readValues(prepared, index, &row)
      note(number, &row)
    }
    return .row(row)
  }

  /// What a row is by its words; nil if it repeats the header.
  func kind(_ block: RecordBlock, _ index: Int) -> LapRow.Kind? {
    kind(block, index, number(block, index))
  }

  private func number(_ block: RecordBlock, _ index: Int) -> LapNumberReading? {
    numberColumn.map { block.withCell(index, $0) { LapNumberCell.read($0) } }
  }

  private func number(_ prepared: PreparedBlock, _ index: Int) -> LapNumberReading? {
    if index < prepared.lapNumbers.count, let numberColumn {
      let value = prepared.lapNumbers[index]
      // A sign and more than twelve digits are judged by the cell.
      if value >= 0, value.sign == .plus, value < 1e8,
        prepared.records.cellLength(index, numberColumn) <= 12
      {
        return .number(Int(value))
      }
    }
    return number(prepared.records, index)
  }

  private func kind(
    _ block: RecordBlock, _ index: Int, _ number: LapNumberReading?
  ) -> LapRow.Kind? {
    if case .number = number {
    } else if !holdsValue(block, index) {
      switch header.comesAgain(in: block, index) {
      case .same: return nil
      case .other: return .header
      case .none: break
      }
    }
    switch labels.label(block, index, number: number) {
    case .summary: return .summary
    case .statistic: return .statistic
    case .notRun: return .notRun
    case .none: break
    }
    if case .range = number { return .parent }
    if number == .missing && layout.producer == .garminSwim && !isRest(block, index) {
      return .length
    }
    return .lap
  }

  private func isRest(_ block: RecordBlock, _ index: Int) -> Bool {
    guard let steps = layout.steps, !block.isMissing(index, steps) else { return false }
    return RowWords.isRest(block.text(index, steps))
  }

  private mutating func readValues(_ prepared: PreparedBlock, _ index: Int, _ row: inout LapRow) {
    let block = prepared.records
    for (position, field) in fields.enumerated() {
      if position < prepared.fields.count, index < prepared.fields[position].count {
        let value = prepared.fields[position][index]
        // Unknown and negative values are judged by the cell.
        if value >= 0 {
          row.set(field.feature, value)
          continue
        }
      }
      let reading = block.withCell(index, field.column) { field.format.read($0, field.dimension) }
      switch reading {
      case .value(let value): row.set(field.feature, value)
      case .missing: break
      case .fault(let kind): row.note(kind, cell: field.column)
      }
    }
    for (feature, value) in constants {
      row.set(feature, value)
      if feature == .lapNumber { row.number = Int(value) }
    }
    readCourse(prepared, index, &row)
    row.isNamedRest = isRest(block, index)
  }

  private mutating func readCourse(
    _ prepared: PreparedBlock, _ index: Int, _ row: inout LapRow
  ) {
    guard let courseColumn else { return }
    guard let texts = prepared.courses else {
      if !prepared.records.isMissing(index, courseColumn) {
        row.course = prepared.records.withCell(index, courseColumn) { courses.code($0) }
      }
      return
    }
    let code = Int(texts.codes[index])
    guard code >= 0 else { return }
    if blockCourses[code] < 0 { blockCourses[code] = courses.code(texts.dictionary[code]) }
    row.course = blockCourses[code]
  }

  /// Begins a block.
  mutating func begin(_ prepared: PreparedBlock) {
    blockCourses = Array(repeating: -1, count: prepared.courses?.dictionary.count ?? 0)
    knowsBlockCourses = false
  }

  /// The values of a row that is no lap; what cannot be read there is not known.
  private func readTotals(_ block: RecordBlock, _ index: Int, _ row: inout LapRow) {
    row.fault = nil
    for field in fields {
      let reading = block.withCell(index, field.column) { field.format.read($0, field.dimension) }
      if case .value(let value) = reading { row.set(field.feature, value) }
    }
  }

  private func note(_ number: LapNumberReading?, _ row: inout LapRow) {
    guard let number, let numberColumn else { return }
    switch number {
    case .number, .range, .missing: break
    case .negative: row.note(.negative, cell: numberColumn)
    case .notFinite: row.note(.notFinite, cell: numberColumn)
    case .bad: row.note(.badNumber, cell: numberColumn)
    }
  }

  /// Whether a cell of a measuring column begins like a number: names do not.
  private func holdsValue(_ block: RecordBlock, _ index: Int) -> Bool {
    valueColumns.contains { column in
      block.withCell(index, column) { !$0.isEmpty && NumberCell.isDigit($0[0]) }
    }
  }
}
