import Laps
import Tables

/// Everything that comes out of a lap file.
struct LapResult {
  struct Row {
    var line: Int
    var course: String?
    var values: [Double?]
  }

  var producer = ""
  var headerLine = 1
  var rows: [Row] = []
  var runs: [Int] = []
  var leftOut: [LapCase.Expected.LeftOut] = []
  var notes: [String] = []
  var error: TableProblem?
  var rejected: [Int] = []
  var rowErrors: [TableProblem] = []

  init(_ bytes: [UInt8], _ options: LapOptions, pieceSize: Int = 65536) {
    do {
      let reader = try LapReader(.bytes(bytes, pieceSize: pieceSize), options: options)
      producer = reader.file.producer.rawValue
      headerLine = reader.file.headerLine
      while let batch = try reader.next() { add(batch) }
      notes = reader.notes.map(\.kind.rawValue).sorted()
    } catch let problem as TableProblem {
      error = problem
    } catch let errors as LapErrors {
      error = errors.problems.first
      rowErrors = errors.problems
    } catch {
      self.error = TableProblem("input", message: "\(error)")
    }
  }

  private mutating func add(_ batch: LapBatch) {
    let first = rows.count
    for index in 0..<batch.records.rowCount {
      var row = Row(line: batch.records.lines[index], course: nil, values: [])
      for column in batch.records.columns {
        let isMissing = column.missing?[index] ?? false
        switch column.values {
        case .strings(let strings):
          row.course = isMissing ? nil : strings.dictionary[Int(strings.codes[index])]
        case .doubles(let values): row.values.append(isMissing ? nil : values[index])
        case .int64s(let values): row.values.append(isMissing ? nil : Double(values[index]))
        }
      }
      rows.append(row)
      while runs.count <= batch.runs[index] { runs.append(0) }
      runs[batch.runs[index]] += 1
    }
    leftOut += batch.leftOut.map {
      LapCase.Expected.LeftOut(line: $0.place?.line ?? 0, why: $0.kind.rawValue)
    }
    rejected += batch.rejected.map { $0 + first }
    rowErrors += batch.errors
  }

  /// What differs from what is expected, in words; empty if nothing does.
  func differences(from lapCase: LapCase, ignoringColumns: Bool = false) -> [String] {
    if let expected = lapCase.error {
      return differences(from: expected, ignoringColumns: ignoringColumns)
    }
    guard let expected = lapCase.expect else { return ["the case expects nothing"] }
    if let error {
      return [
        "error \(error.kind.rawValue) at \(String(describing: error.place)): \(error.message)"
      ]
    }
    var found: [String] = []
    func compare<T: Equatable>(_ what: String, _ value: T, _ expected: T) {
      if value != expected { found.append("\(what): \(value), expected \(expected)") }
    }
    compare("producer", producer, expected.producer)
    compare("runs", runs, expected.runs)
    compare("leftOut", leftOut, expected.leftOut)
    compare("notes", notes, expected.notes.sorted())
    compare("number of rows", rows.count, expected.rows.count)
    for (row, wanted) in zip(rows, expected.rows) {
      compare("line", row.line, wanted.line)
      compare("course of line \(row.line)", row.course, wanted.course)
      let values = [
        wanted.distance, wanted.lapNumber, wanted.lapDistance, wanted.cumDistance, wanted.lapTime,
        wanted.cumTime, wanted.duration,
      ]
      let names = [
        "distance", "lapNumber", "lapDistance", "cumDistance", "lapTime", "cumTime", "duration",
      ]
      for ((value, wantedValue), name) in zip(zip(row.values, values), names)
      where !LapResult.isNear(value, wantedValue) {
        found.append(
          "\(name) of line \(row.line): \(String(describing: value)), expected"
            + " \(String(describing: wantedValue))")
      }
    }
    return found
  }

  private func differences(from expected: LapCase.Failure, ignoringColumns: Bool) -> [String] {
    guard let error else { return ["no error, expected \(expected.kind)"] }
    var found: [String] = []
    func compare<T: Equatable>(_ what: String, _ value: T?, _ wanted: T?) {
      if let wanted, value != wanted {
        found.append("\(what): \(String(describing: value)), expected \(wanted)")
      }
    }
    compare("kind", error.kind.rawValue, expected.kind)
    compare("line", error.place?.line, expected.line)
    if !ignoringColumns { compare("column", error.place?.column, expected.column) }
    compare("name", error.name, expected.name)
    compare("value", error.value, expected.value)
    compare("didYouMean", error.didYouMean, expected.didYouMean)
    if !found.isEmpty { found.append("message: \(error.message)") }
    return found
  }

  private static func isNear(_ value: Double?, _ expected: Double?) -> Bool {
    guard let value, let expected else { return value == nil && expected == nil }
    return abs(value - expected) <= 1e-6 + 1e-9 * abs(expected)
  }
}

extension LapResult {
  /// All of it on one line, for tables of short cases.
  ///
  /// An error is `kind line:column`. Else the laps as `number distance/since start time/since start`,
  /// `|` between runs, then what was left out and the notes.
  var brief: String {
    if let error {
      let place = error.place.map { place in
        " \(place.line)" + (place.column.map { ":\($0)" } ?? "")
      }
      return error.kind.rawValue + (place ?? "")
    }
    var run = 0
    var inRun = 0
    var text = ""
    for row in rows {
      if inRun == runs[run] {
        run += 1
        inRun = 0
        text += " |"
      }
      inRun += 1
      let number = { (index: Int) in row.values[index].map { LapResult.text($0) } ?? "-" }
      text += " \(number(1)) \(number(2))/\(number(3)) \(number(4))/\(number(5))"
    }
    for row in leftOut { text += " -\(row.line) \(row.why)" }
    for note in notes { text += " +\(note)" }
    return String(text.dropFirst())
  }

  private static func text(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
