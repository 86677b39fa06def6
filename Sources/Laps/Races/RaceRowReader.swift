import Tables

/// Reads the times of one runner.
struct RaceRowReader {
  private let splits: [RaceLayout.Split]
  /// For splits that are times of day: the columns of the finish and of the net time.
  private let clock: (finish: Int, net: RaceLayout.Split)?

  init(_ splits: [RaceLayout.Split], clock: (finish: Int, net: RaceLayout.Split)?) {
    self.splits = splits
    self.clock = clock
  }

  /// The times as they stand in the row, NaN where one is missing; notes the first that is none.
  func times(_ block: RecordBlock, _ index: Int, _ row: inout LapRow) -> [Double] {
    var faults: [(column: Int, kind: FaultKind)] = []
    let start = clock.map { self.start(block, index, $0.finish, $0.net) }
    let times = splits.map { split -> Double in
      if let start, !(split.isFinish && split.column == clock?.net.column) {
        guard let start, let time = DayTime(block.text(index, split.column)) else { return .nan }
        return time.seconds(since: start.finish) + start.net
      }
      return time(block, index, split, &faults)
    }
    if let first = faults.min(by: { $0.column < $1.column }) {
      row.note(first.kind, cell: first.column)
    }
    return times
  }

  private func time(
    _ block: RecordBlock, _ index: Int, _ split: RaceLayout.Split,
    _ faults: inout [(column: Int, kind: FaultKind)]
  ) -> Double {
    switch block.withCell(index, split.column, { split.format.read($0, .time) }) {
    case .value(let value): return value == 0 ? .nan : value
    case .missing: return .nan
    case .fault(let kind):
      if !RowWords.isNoResult(block.text(index, split.column)) {
        faults.append((split.column, kind))
      }
      return .nan
    }
  }

  /// The finish as a time of day, and the seconds from the start to it.
  private func start(
    _ block: RecordBlock, _ index: Int, _ finish: Int, _ net: RaceLayout.Split
  ) -> (finish: DayTime, net: Double)? {
    guard let time = DayTime(block.text(index, finish)),
      case .value(let seconds) = block.withCell(index, net.column, { net.format.read($0, .time) })
    else { return nil }
    return (time, seconds)
  }
}
