import Tables

/// The columns of a table of race results, one row a runner.
struct RaceLayout {
  /// A column with a time, and where on the way it was taken.
  struct Split {
    var column: Int
    /// From the start.
    var metres: Double
    var isHalf = false
    var isFinish = false
    var format = ColumnFormat()
  }

  /// In the order of the way; the finish is the last.
  private(set) var splits: [Split] = []
  /// The length of the race.
  private(set) var distance = 0.0
  private(set) var course: Int?
  private(set) var hasFinish = false
  private var half = false

  /// Finds the splits by their names; `maps` holds what was bound by hand.
  init(
    _ header: Header, sample: Sample, options: LapOptions, maps: Layout, notes: inout LapNotes
  ) throws {
    try findSplits(header, sample, options)
    half = splits.contains { $0.isHalf }
    let finish = maps.columns[.duration] ?? RaceLayout.finish(header)
    splits.removeAll { $0.column == finish }
    try findDistance(
      header, options.distance ?? maps.constants[.distance], option: options.saidDistance, finish,
      &notes)
    if let finish {
      hasFinish = true
      splits.removeAll { $0.metres >= distance - 1 }
      splits.append(Split(column: finish, metres: distance, isFinish: true))
    }
    course = maps.columns[.course]
    if course != nil || maps.courseText != nil { return }
    course = header.names.firstIndex {
      if case .feature(.course, _) = $0.meaning { return true }
      return false
    }
  }

  mutating func setFormat(_ format: ColumnFormat, of index: Int) {
    splits[index].format = format
  }

  /// The best finish name that is there; equal ones in the order of the columns.
  private static func finish(_ header: Header) -> Int? {
    var best: (rank: Int, column: Int)?
    for (column, name) in header.names.enumerated() {
      if let finish = FinishName(name.folded), finish.rank < best?.rank ?? .max {
        best = (finish.rank, column)
      }
    }
    return best?.column
  }

  private mutating func findSplits(
    _ header: Header, _ sample: Sample, _ options: LapOptions
  ) throws {
    var found: [(column: Int, name: SplitName)] = []
    for (column, name) in header.names.enumerated() where !name.isNameless {
      if let split = SplitName(name.folded) { found.append((column, split)) }
    }
    let unit = try bareUnit(found, header, options)
    var places: [(split: Split, timeUnit: UnitWord?)] = found.map { column, name in
      (RaceLayout.split(column, name, unit), name.timeUnit)
    }
    places.sort { ($0.split.metres, $0.split.column) < ($1.split.metres, $1.split.column) }
    var lastUnit: UnitWord?
    for (split, timeUnit) in places {
      if let last = splits.last, split.metres - last.metres < 1 {
        if (lastUnit == nil) == (timeUnit == nil) {
          try checkEqual(last.column, split.column, header, sample)
          continue
        }
        // The name that says the unit of its times is preferred.
        if timeUnit == nil { continue }
        splits.removeLast()
      }
      splits.append(split)
      lastUnit = timeUnit
    }
  }

  private static func split(_ column: Int, _ name: SplitName, _ unit: Double) -> Split {
    switch name.position {
    case .metres(let metres): return Split(column: column, metres: metres, isHalf: name.isHalf)
    case .bare(let number):
      let metres = number * unit
      let isHalf = 21_000...21_200 ~= metres || (unit != 1000 && abs(number - 13.1) < 0.02)
      return Split(column: column, metres: isHalf ? SplitName.half : metres, isHalf: isHalf)
    }
  }

  /// Two columns for one place must not differ.
  private func checkEqual(
    _ first: Int, _ second: Int, _ header: Header, _ sample: Sample
  ) throws {
    if sample.cellsAreEqual(first, second) { return }
    let folded = header.names[second].folded
    throw header.problem(
      "duplicateColumn", column: second,
      message:
        "column \(Quoted.text(folded)) is a second one for the same place, and the two differ",
      hint: "leave one of them out, or take the laps by hand: --map cumTime=\"\(folded)\"")
  }

  /// Metres per unit of names that are mere numbers.
  private func bareUnit(
    _ found: [(column: Int, name: SplitName)], _ header: Header, _ options: LapOptions
  ) throws -> Double {
    var largest = 0.0
    var first: Int?
    var hasHalf = false
    for (column, name) in found {
      if name.isHalf { hasHalf = true }
      if case .bare(let number) = name.position {
        largest = max(largest, number)
        first = first ?? column
      }
    }
    guard let first else { return 1000 }
    if hasHalf && largest > 26.22 && largest <= 42.2 { return 1000 }
    if let units = options.units { return units.metres }
    throw header.problem(
      "unitUnknown", column: first,
      message:
        "column \(Quoted.text(header.names[first].folded)) does not say whether it is kilometres or miles",
      hint: "--units metric (kilometres) or --units imperial (miles)")
  }

  private mutating func findDistance(
    _ header: Header, _ said: Double?, option: (option: String, text: String)?, _ finish: Int?,
    _ notes: inout LapNotes
  ) throws {
    let last = splits.last?.metres ?? 0
    if let said {
      distance = said
      if let beyond = splits.first(where: { $0.metres > said + 1 }) {
        throw header.problem(
          "implausible", column: beyond.column,
          message:
            "column \(Quoted.text(header.names[beyond.column].folded)) lies behind the finish:"
            + " \(option.map { $0.option + $0.text } ?? "the race") is \(NumberText.text(said)) m",
          hint: "say how long the whole race is, with a unit: --distance half")
      }
    } else if half && last > SplitName.half {
      distance = 42_195
      notes.add(.distanceFromSplits, line: header.line)
    } else if let finish {
      throw header.problem(
        "missingDistance", column: finish,
        message: "nothing says how long the race is whose times are in column"
          + " \(Quoted.text(header.names[finish].folded))",
        hint: "--distance 10km (or half, marathon, 5mi …)")
    } else {
      distance = last
    }
  }
}
