import Tables

/// Decides for the columns that are used how their values are written: mark, clock, unit.
struct FormatDecision {
  /// A column that is used, or tried for a feature.
  struct Subject: Sendable {
    var column: Int
    var dimension: Dimension
    var isMapped = false
  }

  private let sample: Sample
  private let header: Header
  private let options: LapOptions
  private let producer: Producer
  private let rows: [Int]
  private var facts: [Int: ColumnFacts] = [:]
  private var commonMark: DecimalMark?

  init(
    _ subjects: [Subject], sample: Sample, rows: [Int], header: Header, options: LapOptions,
    producer: Producer
  ) {
    self.sample = sample
    self.rows = rows
    self.header = header
    self.options = options
    self.producer = producer
    let found = subjects.map { subject in
      let hoursAndMinutes = hoursAndMinutes(subject.column)
      let look = { @Sendable [block = sample.block] in
        ColumnFacts(
          block, column: subject.column, dimension: subject.dimension, rows: rows,
          hoursAndMinutes: hoursAndMinutes)
      }
      // Short files are not worth a thread.
      return options.threads > 1 && rows.count >= 1000 ? Promise(look) : Promise(fulfilled: look())
    }
    // In the order of the subjects: the last one that has a column is right.
    for (subject, facts) in zip(subjects, found) { self.facts[subject.column] = facts.wait() }
    let marks = Set(facts.values.compactMap(\.provenMark))
    commonMark = marks.count == 1 ? marks.first : nil
  }

  /// The format of a column; the unit of a distance may be proved by `stride`.
  func format(_ subject: Subject, stride: (ColumnFormat) -> Double?) throws -> ColumnFormat {
    let column = subject.column
    guard let facts = facts[column] else { return ColumnFormat() }
    var format = ColumnFormat()
    format.isMarkSaid = options.decimal != nil
    format.parser = NumberParser(try numberFormat(column, facts))
    let unit = header.names[column].unit
    switch subject.dimension {
    case .time:
      format.hasClock = facts.hasClock
      format.hoursAndMinutes = hoursAndMinutes(column)
      if case .time(let factor) = unit?.kind { format.factor = factor }
    case .distance:
      format.hasCellUnits = facts.hasCellUnits
      format.namedUnit = unit?.metres
      try checkCellUnits(column, format)
      format.factor = try format.hasCellUnits ? 1 : metres(subject, format, stride)
    }
    return format
  }

  /// Whether a used column really has decimal commas.
  func hasDecimalComma(_ column: Int, _ format: ColumnFormat) -> Bool {
    guard let facts = facts[column], format.parser.format.mark == .comma else { return false }
    return facts.firstComma != nil || facts.firstAmbiguous != nil
  }

  private func hoursAndMinutes(_ column: Int) -> Bool {
    header.names[column].unit?.kind == .clock(hoursAndMinutes: true)
  }

  /// The mark: said, proved by the column, proved by the others, or the dot.
  private func numberFormat(_ column: Int, _ facts: ColumnFacts) throws -> NumberFormat {
    if let decimal = options.decimal { return NumberFormat(mark: decimal) }
    if let dot = facts.firstDot, let comma = facts.firstComma {
      let row = max(dot, comma)
      throw cellProblem(
        "mixedDecimals", row, column,
        "has another decimal mark than the numbers above it",
        hint: "write all numbers of the column in one way, or say --decimal . or --decimal ,")
    }
    if let proven = facts.provenMark ?? commonMark { return NumberFormat(mark: proven) }
    if let row = facts.firstAmbiguous {
      let text = sample.block.text(row, column)
      let thousand = text.split(separator: ",").joined()
      let fraction = text.split(separator: ",").joined(separator: ".")
      throw cellProblem(
        "ambiguousNumber", row, column,
        "may be \(thousand) or \(fraction); nothing in the file tells which",
        hint: "--decimal . if it is \(thousand), --decimal , if it is \(fraction)")
    }
    return NumberFormat(mark: .dot, isProven: false)
  }

  /// If any cell has a unit, all need one, and it must agree with the unit of the name.
  private func checkCellUnits(_ column: Int, _ format: ColumnFormat) throws {
    guard format.hasCellUnits else { return }
    for row in rows {
      let reading = sample.block.withCell(row, column) { format.read($0, .distance) }
      guard case .fault(.mixedUnits) = reading else { continue }
      throw cellProblem(
        "mixedUnits", row, column,
        format.namedUnit == nil
          ? "has no unit, but other cells of the column have one"
          : "has another unit than the name of the column",
        hint: "write one unit into the name of the column and none into its cells")
    }
  }

  private func metres(
    _ subject: Subject, _ format: ColumnFormat, _ stride: (ColumnFormat) -> Double?
  ) throws -> Double {
    if let named = format.namedUnit { return named }
    if let known = producer.metresPerUnit { return known }
    if let units = options.units {
      if producer == .garminSwim { return units == .metric ? 1 : 0.9144 }
      return units.metres
    }
    let name = header.names[subject.column]
    if name.exact != nil || subject.isMapped { return 1 }
    if producer.hasStrideProof, let proven = stride(format) { return proven }
    throw header.problem(
      "unitUnknown", column: subject.column,
      message: producer == .garminSwim
        ? "column \(Quoted.text(name.folded)) does not say whether it is in metres or yards"
        : "column \(Quoted.text(name.folded)) does not say whether it is in kilometres or miles",
      hint: producer == .garminSwim
        ? "--units metric (metres) or --units imperial (yards)"
        : "--units metric (kilometres) or --units imperial (miles); or write the unit into the name:"
          + " \"\(name.folded) (km)\"")
  }

  private func cellProblem(
    _ kind: TableProblem.Kind, _ row: Int, _ column: Int, _ message: String, hint: String
  ) -> TableProblem {
    let name = header.names[column].folded
    return sample.block.problem(
      kind, row: row, cell: column, name: name,
      message:
        "\(Quoted.text(sample.block.text(row, column))) in column \(Quoted.text(name)) \(message)",
      hint: hint)
  }
}
