import Tables

/// The error of a row, in words.
struct FaultProblem {
  private let fault: Fault
  private let row: LapRow
  private let block: RecordBlock?
  private let header: Header
  private let feature: Feature?
  private let said: (option: String, text: String)?

  /// - Parameters:
  ///   - fault: What is wrong.
  ///   - row: The row in which it is.
  ///   - block: The block of the row, for its cells.
  ///   - header: The names of the columns.
  ///   - feature: What the cell would be.
  ///   - said: The option that says how long the run is.
  init(
    _ fault: Fault, _ row: LapRow, block: RecordBlock?, header: Header, feature: Feature?,
    said: (option: String, text: String)?
  ) {
    self.fault = fault
    self.row = row
    self.block = block
    self.header = header
    self.feature = feature
    self.said = said
  }

  var problem: TableProblem {
    let kind = TableProblem.Kind(rawValue: fault.kind.rawValue)
    guard let block, fault.cell >= 0 else {
      return TableProblem(
        kind, at: Place(line: row.line),
        name: fault.isAboutOption ? Feature.distance.rawValue : nil,
        value: fault.isAboutOption ? said?.text : nil, message: message, hint: hint)
    }
    return block.problem(
      kind, row: Int(row.row), cell: Int(fault.cell), name: name, message: message, hint: hint)
  }

  private var name: String? {
    let cell = Int(fault.cell)
    return header.names.indices.contains(cell) ? header.names[cell].folded : nil
  }

  private var value: String {
    guard let block, fault.cell >= 0 else { return "" }
    return Quoted.text(block.text(Int(row.row), Int(fault.cell)))
  }

  /// The feature and the column of the cell.
  private var subject: String {
    guard let name else {
      if fault.kind == .lapGap { return "'lapNumber'" }
      return feature.map { "'\($0.rawValue)'" } ?? "the row"
    }
    guard let feature else { return "column \(Quoted.text(name))" }
    return feature.rawValue == name
      ? "'\(feature.rawValue)'" : "'\(feature.rawValue)' (column \(Quoted.text(name)))"
  }

  /// The unit of numbers in the message.
  private var unit: String { feature?.dimension == .distance ? "m" : "s" }

  private var message: String {
    switch fault.kind {
    case .wrongNumberOfColumns:
      return "the row has more cells than the header has names, the first of them is \(value)"
    case .badNumber:
      return feature == .lapNumber
        ? "\(subject) should be the number of a lap, found \(value)"
        : "\(subject) should be a number, found \(value)"
    case .notFinite: return "\(subject) should be a finite number, found \(value)"
    case .badTime:
      return "\(subject) should be a time (5:12.3, 1:02:33 or seconds), found \(value)"
    case .negative: return "\(subject) should not be below 0, found \(value)"
    case .missingValue where fault.cell < 0:
      return "the row does not say how long the lap was, or how long it took"
    case .missingValue: return "\(subject) is missing, and nothing else in the row says it"
    case .lapGap:
      return "\(subject) is \(row.number) where \(FaultProblem.text(fault.detail)) was expected:"
        + " the sums would be wrong"
    case .cumFalls:
      return "\(subject) is \(value), which is less than the \(FaultProblem.text(fault.detail))"
        + " \(unit) at the end of the lap before"
    case .cumMismatch:
      return "\(subject) is \(value) and makes this lap \(FaultProblem.text(fault.detail)) \(unit)"
        + " long, but the lap's own column says something else"
    case .implausible: return implausible
    case .mixedDecimals:
      return "\(subject) has another decimal mark than above it in this column, found \(value)"
    case .mixedUnits: return "\(subject) should be in the unit of its column, found \(value)"
    case .ambiguousNumber:
      return "\(subject) is \(value), which may be a thousand or a fraction"
    }
  }

  private var implausible: String {
    let speed = fault.detail
    guard fault.runDistance.isNaN else {
      let end = "the laps go to \(FaultProblem.text(fault.detail)) m"
      let length = "\(FaultProblem.text(fault.runDistance)) m"
      if fault.isAboutOption, let said {
        return "\(said.option)\(said.text) is \(length), but \(end)"
      }
      return feature == .distance
        ? "\(subject) is \(value), which is \(length), but \(end)"
        : "\(end), more than twice as far as the whole run (\(length))"
    }
    if speed.isNaN {
      return
        "\(subject) is \(value): nobody runs that \(feature?.dimension == .time ? "long" : "far")"
    }
    let text =
      "\(subject) is \(value), which makes \(FaultProblem.text(speed)) m/s: nobody runs like that"
    if FaultProblem.isRunning(speed * 1000) {
      return text + "; in kilometres it would be \(FaultProblem.text(speed * 1000)) m/s"
    }
    if FaultProblem.isRunning(speed / 60) {
      return text + "; in minutes it would be \(FaultProblem.text(speed / 60)) m/s"
    }
    if FaultProblem.isRunning(speed / 1000) {
      return text + "; in metres it would be \(FaultProblem.text(speed / 1000)) m/s"
    }
    if FaultProblem.isRunning(speed / FaultProblem.day) && !value.contains(":") {
      return text + "; as a spreadsheet's part of a day it would be"
        + " \(FaultProblem.text(speed / FaultProblem.day)) m/s"
    }
    return text
  }

  /// The way out where the laps go far beyond the run.
  private var longerRun: String {
    guard fault.isAboutOption, let said else {
      return "say how long the whole run is, such as --distance 10km"
    }
    // A number without a unit is metres, which nobody means who says 21.
    let inKilometres = "\(said.text)km"
    if NumberReading.isNumber(said.text.utf8Span.span),
      let metres = DistanceText.metres(inKilometres), fault.detail <= 1.05 * metres
    {
      return "did you mean \(said.option)\(inKilometres)?"
    }
    return "say how long the whole run is, with a unit: \(said.option)10km"
  }

  private var hint: String? {
    switch fault.kind {
    case .implausible where !fault.runDistance.isNaN: return longerRun
    case .badNumber where feature?.dimension == .distance:
      guard let block, let metres = DistanceText.word(block.text(Int(row.row), Int(fault.cell)))
      else { return nil }
      return "write it as a number with a unit: \(NumberText.text(metres / 1000)) km"
    case .lapGap where fault.cell < 0:
      return "export the file again from the watch: laps are missing before this one"
    case .lapGap:
      return "if laps are missing in the file, distances and times since the start are needed:"
        + " --map cumDistance=COLUMN --map cumTime=COLUMN"
    case .cumFalls, .cumMismatch:
      return
        "take only one of the two columns with --map; or --raw if the rows are not laps of one run"
    case .implausible:
      if FaultProblem.isRunning(fault.detail * 1000) { return "--units metric" }
      if FaultProblem.isRunning(fault.detail / 1000) {
        return "if the distances are metres, write it into the name of their column, as in"
          + " \"Distance (m)\""
      }
      if FaultProblem.isRunning(fault.detail / FaultProblem.day) && !value.contains(":") {
        return "format the column as text before saving, or use the file as it was exported"
      }
      guard FaultProblem.isRunning(fault.detail / 60) else { return nil }
      // The unit of a name does not touch clock values.
      return value.contains(":")
        ? "write minutes and seconds as in 5:12, which is 5 minutes and 12 seconds"
        : "if the times are minutes, write it into the name of the column:"
          + " \"\(name ?? "Time") (min)\""
    case .mixedDecimals, .ambiguousNumber: return "--decimal . or --decimal ,"
    case .mixedUnits: return "write one unit into the name of the column and none into its cells"
    case .badTime where value.contains("+"):
      return "a gap to somebody else is no time: take the column of the runner's own times"
    case .badTime where isTimeOfDay:
      return
        "a date or a time of day is not how long a lap took: take the column of the laps' times;"
        + " if a spreadsheet wrote it, format the column as text before saving"
    default: return nil
    }
  }

  private var isTimeOfDay: Bool {
    guard let block, fault.cell >= 0 else { return false }
    let text = block.text(Int(row.row), Int(fault.cell))
    return ValueLike.isDate(text.utf8Span.span) && text.contains { "-/aApP".contains($0) }
  }

  private static let day = 86_400.0

  private static func isRunning(_ speed: Double) -> Bool { 0.5...12 ~= speed }

  private static func text(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "infinite" }
    // Two decimals, and two digits of what is smaller than that.
    var scale = 100.0
    while value != 0, abs(value) * scale < 10, scale < 1e9 { scale *= 10 }
    return NumberText.text((value * scale).rounded() / scale)
  }
}
