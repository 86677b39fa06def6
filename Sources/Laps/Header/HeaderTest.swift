/// Whether a record is the header of a table of laps, and how much it knows.
struct HeaderTest {
  var isHeader = false
  /// The number of different known names.
  var known = 0
  /// How many of them measure time or distance.
  var measuring = 0
  var holdsValue = false

  /// - Parameters:
  ///   - cells: The cells of the record.
  ///   - isFirst: Whether it is the first record of the file that is not blank.
  ///   - mapped: The names that stand in `--map`, by key, and whether they measure.
  ///   - allowsSplits: Whether splits of a race count as names.
  init(_ cells: [String], isFirst: Bool, mapped: [String: Bool], allowsSplits: Bool = true) {
    let names = ColumnName.read(cells)
    let splits = names.map { SplitName($0.folded) }
    let isRace = allowsSplits && HeaderTest.isRace(splits, names)
    var groups: Set<String> = []
    var isFIT = (message: false, field: false)
    for (index, name) in names.enumerated() where !name.isNameless {
      if isRace, let split = splits[index] {
        if groups.insert("split \(split.position)").inserted { measuring += 1 }
        continue
      }
      let fullKey = FoldedName.key(name.folded)
      if fullKey == "message" { isFIT.message = true }
      if fullKey == "field1" { isFIT.field = true }
      if let measures = mapped[fullKey] ?? mapped[name.key] {
        if groups.insert("mapped \(name.key)").inserted && measures { measuring += 1 }
        continue
      }
      if let meaning = name.meaning, meaning.marksHeader {
        if groups.insert(name.key).inserted && meaning.isMeasuring { measuring += 1 }
      } else if isRace, FinishName(name.folded) != nil {
        if groups.insert("finish").inserted { measuring += 1 }
      } else if ValueLike.matches(cells[index].utf8Span.span) {
        holdsValue = true
      }
    }
    known = groups.count
    let isLapHeader = measuring >= 1 && !holdsValue && (known >= 2 || isFirst)
    isHeader = isLapHeader || (isFIT.message && isFIT.field)
  }

  /// Two splits, or one and a finish; and one of them is more than a mere number.
  static func isRace(_ splits: [SplitName?], _ names: [ColumnName]) -> Bool {
    let found = splits.compactMap { $0 }
    let hasFinish = names.contains { FinishName($0.folded) != nil }
    guard found.count >= 2 || (found.count == 1 && hasFinish) else { return false }
    return hasFinish || found.contains { $0.isCertain }
  }
}
