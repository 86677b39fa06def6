import Tables

/// What the cells of one column of the sample say about how they are written.
struct ColumnFacts: Sendable {
  private(set) var firstDot: Int?
  private(set) var firstComma: Int?
  /// The first `1,234` that may be a thousand or a fraction; where commas are proven, not surely known.
  private(set) var firstAmbiguous: Int?
  private(set) var hasClock = false
  private(set) var hasCellUnits = false

  /// Looks at all cells of the rows that become laps, rests or totals, as far as they may tell something
  /// new: digits never do, nor numbers with a mark once it is proven.
  init(
    _ block: RecordBlock, column: Int, dimension: Dimension?, rows: [Int], hoursAndMinutes: Bool
  ) {
    var knownMark: DecimalMark?
    var plain = block.decimals(column, mark: nil).values
    for row in rows where plain[row].isNaN {
      look(block, row, column, dimension, hoursAndMinutes)
      if knownMark == nil, let provenMark {
        knownMark = provenMark
        plain = block.decimals(column, mark: provenMark).values
      }
    }
  }

  private mutating func look(
    _ block: RecordBlock, _ row: Int, _ column: Int, _ dimension: Dimension?,
    _ hoursAndMinutes: Bool
  ) {
    block.withCell(row, column) { text in
      if MissingValue.isMissing(text) { return }
      if dimension == .time && ClockCell.seconds(text, hoursAndMinutes: hoursAndMinutes) != nil {
        hasClock = true
        return
      }
      if dimension == .distance, let unit = DistanceCell.unit(text) {
        hasCellUnits = true
        note(DecimalEvidence(text.extracting(0..<unit.start)), row)
      } else {
        note(DecimalEvidence(text), row)
      }
    }
  }

  /// The mark that the column proves by itself.
  var provenMark: DecimalMark? {
    if firstDot != nil { return .dot }
    return firstComma == nil ? nil : .comma
  }

  private mutating func note(_ evidence: DecimalEvidence, _ row: Int) {
    switch evidence {
    case .nothing, .ambiguousDot: break
    case .dot: firstDot = firstDot ?? row
    case .comma: firstComma = firstComma ?? row
    case .ambiguousComma: firstAmbiguous = firstAmbiguous ?? row
    }
  }
}
