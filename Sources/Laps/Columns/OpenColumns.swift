import Tables

/// A column whose name has several meanings.
struct OpenColumn: Sendable {
  var column: Int
  var dimension: Dimension
  var readings: [Reading]
  /// A reading that is tried only if no other is possible.
  var last: Reading?
}

/// Decides by the values what columns with open names hold, all of them together.
struct OpenColumns {
  /// What was decided for one column.
  struct Decided {
    var column: Int
    var feature: Feature
    var format: ColumnFormat
  }

  private let open: [OpenColumn]
  private let sample: Sample
  private let header: Header
  private let decision: FormatDecision
  private let rows: [Int]

  init(
    _ open: [OpenColumn], sample: Sample, header: Header,
    decision: FormatDecision, rows: [Int]
  ) {
    self.open = open
    self.sample = sample
    self.header = header
    self.decision = decision
    self.rows = rows
  }

  func decide(_ layout: Layout) throws -> [Decided] {
    if open.isEmpty { return [] }
    let candidates = try convertible(layout)
    if candidates.isEmpty { return [] }
    for withLast in [false, true] {
      let combinations = combinations(candidates, layout, withLast: withLast)
      if let found = try choose(combinations, candidates, layout) { return found }
    }
    let all = combinations(candidates, layout, withLast: true)
    // Nobody needs any of them, and none fits.
    if all.contains(where: { $0.used == 0 }) { return [] }
    // Nothing is possible: the first readings, so that the error falls on a cell.
    guard let first = all.max(by: { $0.used < $1.used }) else { return [] }
    return decided(first, candidates)
  }

  private func combinations(
    _ candidates: [Candidate], _ layout: Layout, withLast: Bool
  ) -> [Combination] {
    let dimensions = candidates.map(\.open.dimension)
    return Combination.all(
      candidates.map { candidate in
        // Where there are more columns than features, some must stay unused.
        let rivals = dimensions.filter { $0 == candidate.open.dimension }.count
        return candidate.open.choices(
          layout, withLast: withLast, mayBeUnused: rivals > Reading.allCases.count)
      }, dimensions: dimensions, layout: layout)
  }

  private struct Candidate {
    var open: OpenColumn
    var format: ColumnFormat
  }

  /// The columns that can be read; one that nobody needs is dropped if it cannot.
  private func convertible(_ layout: Layout) throws -> [Candidate] {
    var candidates: [Candidate] = []
    for column in open {
      let isNeeded = !layout.hasLaps(column.dimension)
      let format: ColumnFormat
      do {
        format = try decision.format(
          FormatDecision.Subject(column: column.column, dimension: column.dimension)
        ) { _ in nil }
      } catch {
        if isNeeded { throw error }
        continue
      }
      let isClean = rows.allSatisfy { row in
        let reading = sample.block.withCell(row, column.column) {
          format.read($0, column.dimension)
        }
        if case .fault = reading { return false }
        return true
      }
      if isClean || isNeeded {
        candidates.append(Candidate(open: column, format: format))
      }
    }
    return candidates
  }

  /// The only possible combination among those that use most columns; nil if none is possible.
  private func choose(
    _ combinations: [Combination], _ candidates: [Candidate], _ layout: Layout
  ) throws -> [Decided]? {
    let limit = max(1, 5_000_000 / max(1, combinations.count))
    for used in stride(from: candidates.count, through: 1, by: -1) {
      var possible: [(combination: Combination, laps: [TrialLap])] = []
      for combination in combinations where combination.used == used {
        let trial = Trial(
          applying(decided(combination, candidates), to: layout), header: header, sample: sample,
          limit: limit,
          onTrial: Set(decided(combination, candidates).map(\.feature)))
        guard let laps = trial.laps() else { continue }
        if !possible.contains(where: { TrialLap.areSame($0.laps, laps) }) {
          possible.append((combination, laps))
        }
      }
      if possible.count > 1 { throw ambiguous(possible.map(\.combination), candidates) }
      if let only = possible.first { return decided(only.combination, candidates) }
    }
    return nil
  }

  private func applying(_ decided: [Decided], to layout: Layout) -> Layout {
    var layout = layout
    for reading in decided {
      layout.columns[reading.feature] = reading.column
      layout.formats[reading.feature] = reading.format
    }
    return layout
  }

  private func decided(_ combination: Combination, _ candidates: [Candidate]) -> [Decided] {
    zip(combination.choices, candidates).compactMap { choice, candidate in
      choice.map {
        Decided(
          column: candidate.open.column, feature: $0.feature(candidate.open.dimension),
          format: candidate.format)
      }
    }
  }

  /// The columns on which the possible readings differ, at the leftmost; the hint answers for all.
  private func ambiguous(_ possible: [Combination], _ candidates: [Candidate]) -> TableProblem {
    let differing = candidates.indices.filter { index in
      possible.contains { $0.choices[index] != possible[0].choices[index] }
    }.sorted { candidates[$0].open.column < candidates[$1].open.column }
    let questions = differing.map { index in
      let candidate = candidates[index].open
      let features = Reading.allCases.filter { reading in
        possible.contains { $0.choices[index] == reading }
      }.map { $0.feature(candidate.dimension).explanation }
      return "column \(Quoted.text(header.names[candidate.column].folded)) may be "
        + features.joined(separator: " or ")
    }
    // Most tables are of one kind throughout: all of the lap, or all since the start.
    let ordered =
      possible.filter { isUniform($0, differing) } + possible.filter { !isUniform($0, differing) }
    let answers = ordered.map { combination in
      differing.compactMap { index -> String? in
        let candidate = candidates[index].open
        return combination.choices[index].map {
          "--map \($0.feature(candidate.dimension).rawValue)="
            + "\"\(header.names[candidate.column].folded)\""
        }
      }.joined(separator: " ")
    }.filter { !$0.isEmpty }
    return header.problem(
      "ambiguousColumn", column: candidates[differing.first ?? 0].open.column,
      message: questions.joined(separator: ", and ") + "; the values fit "
        + (possible.count == 2 ? "both" : "each of these"),
      hint: answers.prefix(OpenColumns.answers).joined(separator: "; or "))
  }

  /// So many answers are offered at most.
  private static let answers = 4

  private func isUniform(_ combination: Combination, _ columns: [Int]) -> Bool {
    columns.allSatisfy { combination.choices[$0] == combination.choices[columns[0]] }
  }
}

extension OpenColumn {
  /// The readings whose feature is still free; nil, for not using the column, only where nobody
  /// needs it.
  fileprivate func choices(
    _ layout: Layout, withLast: Bool, mayBeUnused: Bool
  ) -> [Reading?] {
    var possible: [Reading?] = readings
    if withLast, let last { possible.append(last) }
    possible.removeAll { $0.map { layout.has($0.feature(dimension)) } ?? true }
    if mayBeUnused || layout.hasLaps(dimension) || possible.isEmpty { possible.append(nil) }
    return possible
  }
}
