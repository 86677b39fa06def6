import Tables

/// A lap as one reading of the columns gives it.
struct TrialLap {
  var row: LapRow

  static func areSame(_ first: [TrialLap], _ second: [TrialLap]) -> Bool {
    first.count == second.count && zip(first, second).allSatisfy { $0.isSame(as: $1) }
  }

  private func isSame(as other: TrialLap) -> Bool {
    row.line == other.row.line && row.number == other.row.number
      && isNear(row.lapDistance, other.row.lapDistance)
      && isNear(row.cumDistance, other.row.cumDistance)
      && isNear(row.lapTime, other.row.lapTime) && isNear(row.cumTime, other.row.cumTime)
  }

  private func isNear(_ first: Double, _ second: Double) -> Bool {
    abs(first - second) <= 1e-6 + 1e-9 * abs(second)
  }
}

/// Reads the sample in one way and tells whether a person can have run like that.
struct Trial {
  private let layout: Layout
  private let header: Header
  private let sample: Sample
  private let limit: Int
  private let onTrial: Set<Feature>

  init(
    _ layout: Layout, header: Header, sample: Sample, limit: Int,
    onTrial: Set<Feature>
  ) {
    self.layout = layout
    self.header = header
    self.sample = sample
    self.limit = limit
    self.onTrial = onTrial
  }

  /// The laps of this reading; nil if it is not possible.
  func laps() -> [TrialLap]? {
    var reader = RowReader(layout, header)
    var rules = RunRules(layout)
    // A whole-run value on trial must not make its own runs.
    rules.ignoresWholeRun = onTrial.contains(.distance) || onTrial.contains(.duration)
    rules.fillsDistance = rules.fillsDistance && !onTrial.contains(.distance)
    rules.fillsDuration = rules.fillsDuration && !onTrial.contains(.duration)
    var assembler = RunAssembler(rules)
    var walker = RunWalker(rules)
    var laps: [TrialLap] = []
    var isPossible = true
    let finish = { (run: inout RunRows) in
      guard isPossible else { return }
      walker.walk(&run)
      isPossible = self.isPossible(run, walker)
      for index in run.rows.indices where walker.outcomes[index] == .lap {
        laps.append(TrialLap(row: run.rows[index]))
      }
    }
    let block = PreparedBlock(records: sample.block)
    for row in sample.rows.prefix(limit) {
      guard isPossible, let record = try? reader.read(block, row) else { return nil }
      switch record {
      case .repeatedHeader: assembler.close(finish: finish)
      case .row(let row): assembler.add(row, finish: finish)
      }
    }
    assembler.end(finish: finish)
    return isPossible && !laps.isEmpty ? laps : nil
  }

  private func isPossible(_ run: RunRows, _ walker: RunWalker) -> Bool {
    if walker.isBroken { return false }
    var distance = 0.0
    var time = 0.0
    var whole: LapRow?
    for index in walker.order {
      let row = run.rows[index]
      if walker.outcomes[index] != .lap {
        // A distance since the start rises, unless another column says that this was a rest.
        guard row.isNamedRest || layout.has(.lapDistance) else { return false }
      } else {
        guard row.lapTime > 0, row.lapDistance > 0, row.cumTime > time, row.cumDistance > distance
        else { return false }
        let speed = row.lapDistance / row.lapTime
        if row.lapDistance >= 100 && !(0.3...8 ~= speed) { return false }
      }
      distance = row.cumDistance
      time = row.cumTime
      if let first = whole {
        guard isSame(row.distance, first.distance), isSame(row.duration, first.duration) else {
          return false
        }
      } else {
        whole = row
      }
    }
    guard let whole else { return true }
    // Comparisons with an unknown value are false.
    if onTrial.contains(.distance) && whole.distance < 0.95 * distance { return false }
    if onTrial.contains(.duration) && whole.duration < 0.95 * time { return false }
    return true
  }

  private func isSame(_ first: Double, _ second: Double) -> Bool {
    first == second || first.isNaN || second.isNaN
  }
}
