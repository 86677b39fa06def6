import Tables

/// Finds times that a spreadsheet moved from minutes and seconds to hours and minutes.
///
/// It shows 34:47 and saves 34:47:00. They are flagged and never repaired: columns that were moved
/// in part cannot be repaired safely.
struct ExcelTrap {
  private let layout: Layout
  private let sample: Sample
  private let rows: [Int]
  private let header: Header

  init(_ layout: Layout, sample: Sample, rows: [Int], header: Header) {
    self.layout = layout
    self.sample = sample
    self.rows = rows
    self.header = header
  }

  func check() throws {
    for (time, distance) in [(Feature.lapTime, Feature.lapDistance), (.cumTime, .cumDistance)] {
      guard let column = layout.columns[time], let format = layout.formats[time], format.hasClock
      else { continue }
      try check(column, format, distances: distances(distance))
    }
  }

  /// Checks one column against the distance of each row; NaN is unknown.
  func check(_ column: Int, _ format: ColumnFormat, distances: [Double]) throws {
    var first: Int?
    var isImpossible = false
    for (row, distance) in zip(rows, distances) {
      let isWhole = sample.block.withCell(row, column) { ExcelTrap.endsInZeroSeconds($0) }
      guard let isWhole else { continue }
      if !isWhole { return }
      first = first ?? row
      let reading = sample.block.withCell(row, column) { format.read($0, .time) }
      if case .value(let seconds) = reading, distance >= 100, distance / seconds < 0.3,
        0.3...12 ~= distance / (seconds / 60)
      {
        isImpossible = true
      }
    }
    guard isImpossible, let first else { return }
    let text = sample.block.text(first, column)
    throw sample.block.problem(
      "excelTime", row: first, cell: column, name: header.names[column].folded,
      message:
        "\(Quoted.text(text)) in column \(Quoted.text(header.names[column].folded)) is \(text.dropLast(3)) in minutes and seconds that a spreadsheet turned"
        + " into hours: nobody runs that slowly",
      hint: "format the column as text before saving, or use the file as it was exported")
  }

  private func distances(_ feature: Feature) -> [Double] {
    guard let column = layout.columns[feature], let format = layout.formats[feature] else {
      return rows.map { _ in layout.constants[feature] ?? .nan }
    }
    return rows.map { row in
      let reading = sample.block.withCell(row, column) { format.read($0, .distance) }
      if case .value(let metres) = reading { return metres }
      return .nan
    }
  }

  /// For a clock value of three parts whether it ends in `:00`; nil for everything else.
  private static func endsInZeroSeconds(_ text: Span<UInt8>) -> Bool? {
    var colons = 0
    for index in text.indices where text[index] == UInt8(ascii: ":") { colons += 1 }
    guard colons == 2, ClockCell.seconds(text) != nil, text.count > 3 else { return nil }
    return text[text.count - 3] == UInt8(ascii: ":") && text[text.count - 2] == UInt8(ascii: "0")
      && text[text.count - 1] == UInt8(ascii: "0")
  }
}
