import Tables

/// Tells totals, statistics and rows of other sports from laps by the words in their cells.
struct RowLabels: Sendable {
  enum Label { case none, summary, statistic, notRun }

  /// Courses and titles may hold any word.
  private let named: Set<Int>
  private let sport: Int?
  /// Without a lap number only these are looked at.
  private let labelled: [Int]

  /// Whether a row may be of another sport.
  var checksSport: Bool { sport != nil }

  init(_ layout: Layout, _ header: Header) {
    var named = Set([layout.columns[.course], layout.title].compactMap { $0 })
    for (column, name) in header.names.enumerated() {
      switch name.meaning {
      case .title, .feature(.course, _): named.insert(column)
      default: break
      }
    }
    self.named = named
    sport = layout.producer.checksSport ? layout.sport : nil
    let bound = Set(layout.columns.filter { $0.key.dimension != nil }.values)
    labelled = header.names.indices.filter {
      header.names[$0].isNameless || header.names[$0].isMeasuring || bound.contains($0)
    }
  }

  /// What a row is; `number` is its lap number cell, nil where there is no such column.
  func label(_ block: RecordBlock, _ row: Int, number: LapNumberReading?) -> Label {
    switch number {
    case .number: break
    case nil:
      for cell in labelled {
        if let label = label(block, row, cell) { return label }
      }
    default:
      for cell in 0..<block.cellCount(row) where !named.contains(cell) {
        if let label = label(block, row, cell) { return label }
      }
    }
    return notRun(block, row)
  }

  private func notRun(_ block: RecordBlock, _ row: Int) -> Label {
    guard let sport, !block.isMissing(row, sport) else { return .none }
    return RowWords.isRunning(block.text(row, sport)) ? .none : .notRun
  }

  private func label(_ block: RecordBlock, _ row: Int, _ cell: Int) -> Label? {
    let mayBeWord = block.withCell(row, cell) { text in
      !text.isEmpty && text.count <= 64 && !NumberCell.isDigit(text[0])
    }
    guard mayBeWord else { return nil }
    let text = block.text(row, cell)
    if RowWords.isTotal(text) { return .summary }
    return RowWords.isStatistic(text) ? .statistic : nil
  }
}
