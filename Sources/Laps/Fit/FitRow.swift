import Tables

/// What a lap or session message of a FIT file says.
struct FitMessage {
  var index: Double?
  var distance: Double?
  var timerTime: Double?
  var elapsedTime: Double?
  var timestamp: String?
  /// 1 is running.
  var sport: String?
  /// The first cell that should be a number and is none.
  var badCell: Int?

  /// The time that the watch shows, which stops with it.
  var time: Double? { timerTime ?? elapsedTime }

  mutating func set(_ field: String, _ block: RecordBlock, _ row: Int, _ cell: Int) {
    switch field {
    case "messageindex": index = number(block, row, cell)
    case "totaldistance": distance = number(block, row, cell)
    case "totaltimertime": timerTime = number(block, row, cell)
    case "totalelapsedtime": elapsedTime = number(block, row, cell)
    case "timestamp": timestamp = block.isMissing(row, cell) ? nil : block.text(row, cell)
    case "sport": sport = block.isMissing(row, cell) ? nil : block.text(row, cell)
    default: break
    }
  }

  private mutating func number(_ block: RecordBlock, _ row: Int, _ cell: Int) -> Double? {
    if block.isMissing(row, cell) { return nil }
    let reading = block.withCell(row, cell) { NumberReading($0, NumberParser()) }
    if case .value(let value) = reading { return value }
    badCell = badCell ?? cell
    return nil
  }

  var isRunning: Bool { sport.map { $0 == "1" || FoldedName.key($0) == "running" } ?? true }

  /// The row of a lap message; `next` is its number if the message does not count.
  func lap(next: Int) -> LapRow {
    var row = LapRow()
    if !isRunning { row.kind = .notRun }
    row.number = index.flatMap { Int(exactly: min($0, 1e9)) }.map { $0 + 1 } ?? next
    row.lapDistance = distance ?? .nan
    row.lapTime = time ?? .nan
    if let badCell { row.note(.badNumber, cell: badCell) }
    return row
  }

  /// The total of the run, which is no row of the file; nil for that of another sport.
  var session: LapRow? {
    if !isRunning { return nil }
    var row = LapRow()
    row.kind = .session
    row.lapDistance = distance ?? .nan
    row.lapTime = time ?? .nan
    return row
  }
}
