import Tables

/// The error of a row, in words.
struct FaultProblem {
  private let fault: Fault
  private let row: LapRow
  private let block: RecordBlock?
  private let header: Header

  init(_ fault: Fault, _ row: LapRow, block: RecordBlock?, header: Header) {
    self.fault = fault
    self.row = row
    self.block = block
    self.header = header
  }

  var problem: TableProblem {
    let kind = TableProblem.Kind(rawValue: fault.kind.rawValue)
    let cell = Int(fault.cell)
    guard let block, cell >= 0 else {
      return TableProblem(kind, at: Place(line: row.line), message: message, hint: hint)
    }
    let name = header.names.indices.contains(cell) ? header.names[cell].folded : nil
    return block.problem(
      kind, row: Int(row.row), cell: cell, name: name, message: message, hint: hint)
  }

  private var value: String {
    guard let block, fault.cell >= 0 else { return "" }
    return "\"\(block.text(Int(row.row), Int(fault.cell)))\""
  }

  private var message: String {
    switch fault.kind {
    case .wrongNumberOfColumns:
      return
        "stands beyond the last name of the header: the row has more cells than there are names"
    case .badNumber: return "\(value) should be a number"
    case .notFinite: return "\(value) should be a finite number"
    case .badTime: return "\(value) should be a time, such as 5:12.3, 1:02:33 or seconds"
    case .negative: return "\(value) is below 0"
    case .missingValue: return "is missing, and nothing in the row says how much it is"
    case .lapGap:
      return "is lap \(row.number) where lap \(FaultProblem.text(fault.detail)) was expected: the"
        + " sums would be wrong"
    case .cumFalls:
      return
        "\(value) is less than at the end of the lap before (\(FaultProblem.text(fault.detail)))"
    case .cumMismatch:
      return
        "\(value) is \(FaultProblem.text(fault.detail)) after the lap before; the column of the"
        + " lap itself says something else"
    case .implausible: return implausible
    case .mixedDecimals:
      return "\(value) has another decimal mark than the numbers above it in this column"
    case .mixedUnits: return "\(value) is not in the unit of its column"
    case .ambiguousNumber:
      return "\(value) may be a thousand or a fraction; nothing in the file tells which"
    }
  }

  private var implausible: String {
    let speed = fault.detail
    guard !speed.isNaN else {
      return "\(value): the laps are more than twice as long as the whole run"
    }
    let text = "\(value) gives \(FaultProblem.text(speed)) m/s, which no runner does"
    if FaultProblem.isRunning(speed * 1000) {
      return text + "; in kilometres it would be \(FaultProblem.text(speed * 1000)) m/s"
    }
    if FaultProblem.isRunning(speed / 60) {
      return text + "; it looks like minutes: write the unit into the name"
    }
    if FaultProblem.isRunning(speed * 60) {
      return text + "; it looks like seconds taken for minutes"
    }
    return text + ""
  }

  private var hint: String? {
    switch fault.kind {
    case .cumFalls, .cumMismatch:
      return "--map only one of the two columns; or --raw if the rows are no laps of one run"
    case .implausible:
      if FaultProblem.isRunning(fault.detail * 1000) { return "--units metric" }
      return FaultProblem.isRunning(fault.detail / 60) ? "name the column \"… (min)\"" : nil
    case .mixedDecimals, .ambiguousNumber: return "--decimal . or --decimal ,"
    case .mixedUnits: return "write one unit into the name of the column and none into its cells"
    case .badTime where value.contains("+"):
      return "a gap to somebody else is no time: take the column of the runner's own times"
    default: return nil
    }
  }

  private static func isRunning(_ speed: Double) -> Bool { 0.5...12 ~= speed }

  private static func text(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "infinite" }
    // Two decimals, and two digits of what is smaller than that.
    var scale = 100.0
    while value != 0, abs(value) * scale < 10, scale < 1e9 { scale *= 10 }
    return NumberText.text((value * scale).rounded() / scale)
  }
}
