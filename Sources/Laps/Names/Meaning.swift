/// What a known name stands for.
enum Meaning: Equatable, Sendable {
  /// One meaning; `rank` is the place in the table of names, for when several columns fit.
  case feature(Feature, rank: Int)
  /// `split`, `interval` or `segment`: the lap number if its cells count, and `split` else a time.
  case counted(rank: Int, isTime: Bool)
  /// Several meanings; `last` is a reading that is tried only if no other is possible.
  case open(Dimension, readings: [Reading], last: Reading?)
  case title(rank: Int)
  case runID(rank: Int), date(rank: Int), runner(rank: Int)
  case sport(rank: Int), stepType(rank: Int)

  /// Whether the name says that the column measures time or distance.
  var isMeasuring: Bool { dimension != nil }

  var dimension: Dimension? {
    switch self {
    case .feature(let feature, _): return feature.dimension
    case .open(let dimension, _, _): return dimension
    case .counted(_, let isTime): return isTime ? .time : nil
    default: return nil
    }
  }

  /// Whether the name helps to recognise a header; those of runners do not.
  var marksHeader: Bool {
    if case .runner = self { return false }
    return true
  }
}

/// The names that are understood, by key.
enum Vocabulary {
  static func meaning(ofKey key: String) -> Meaning? { meanings[key] }

  private static let meanings: [String: Meaning] = {
    var result: [String: Meaning] = [:]
    func add(_ names: [String], _ meaning: (Int) -> Meaning) {
      for (rank, name) in names.enumerated() {
        let key = FoldedName.key(FoldedName.fold(name))
        if result[key] == nil { result[key] = meaning(rank) }
      }
    }
    for (feature, names) in NameTables.features {
      add(names) { .feature(feature, rank: $0) }
    }
    add(["split"]) { .counted(rank: 100 + $0, isTime: true) }
    add(["interval", "segment"]) { .counted(rank: 101 + $0, isTime: false) }
    add(NameTables.titles) { .title(rank: $0) }
    add(NameTables.runIDs) { .runID(rank: $0) }
    add(NameTables.dates) { .date(rank: $0) }
    add(NameTables.runners) { .runner(rank: $0) }
    add(NameTables.sports) { .sport(rank: $0) }
    add(NameTables.stepTypes) { .stepType(rank: $0) }
    add(NameTables.times) { _ in .open(.time, readings: [.lap, .sinceStart, .whole], last: nil) }
    add(NameTables.distances) { _ in
      .open(.distance, readings: [.lap, .sinceStart, .whole], last: nil)
    }
    add(NameTables.totalTimes) { _ in .open(.time, readings: [.sinceStart, .whole], last: .lap) }
    add(NameTables.totalDistances) { _ in
      .open(.distance, readings: [.sinceStart, .whole], last: .lap)
    }
    add(NameTables.splitTimes) { _ in .open(.time, readings: [.lap, .sinceStart], last: nil) }
    add(NameTables.bareUnits) { _ in .open(.distance, readings: [.lap, .sinceStart], last: nil) }
    return result
  }()
}
