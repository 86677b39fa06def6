/// A name of the header as it is read: its unit, its key, its meaning.
struct ColumnName: Sendable {
  /// The readable name, as messages print it.
  var folded: String
  /// The name without its unit.
  var base: String
  var unit: UnitWord?
  var key: String
  var meaning: Meaning?

  /// One of the eight features' own names, letter for letter.
  var exact: Feature? { Feature(rawValue: base) }
  var isNameless: Bool { folded.isEmpty || folded == "[]" }
  var isMeasuring: Bool { meaning?.isMeasuring ?? false }

  init(folded: String) {
    self.folded = folded
    let parts = ColumnName.split(folded)
    base = parts.base
    unit = parts.unit
    key = FoldedName.key(parts.base)
    meaning = Vocabulary.meaning(ofKey: key)
    // A name that is a unit word measures in that unit.
    if unit == nil, case .open(.distance, readings: [.lap, .sinceStart], last: _) = meaning {
      unit = UnitWord(base)
    }
  }

  /// All names of a header; a number that another program put behind doubled names is dropped.
  static func read(_ cells: [String]) -> [ColumnName] {
    let folded = cells.map(FoldedName.fold)
    let names = Set(folded)
    return folded.map { name in
      var column = ColumnName(folded: withoutCounter(name, names))
      column.folded = name
      return column
    }
  }

  private static func withoutCounter(_ name: String, _ names: Set<String>) -> String {
    guard let dot = name.lastIndex(of: ".") else { return name }
    let digits = name[name.index(after: dot)...]
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return name }
    let rest = String(name[..<dot])
    return names.contains(rest) ? rest : name
  }

  private static func split(_ name: String) -> (base: String, unit: UnitWord?) {
    if FoldedName.isTooLong(name) { return (name, nil) }
    if let bracketed = bracketed(name) { return bracketed }
    if Vocabulary.meaning(ofKey: FoldedName.key(name)) != nil { return (name, nil) }
    return lastWord(name) ?? glued(name) ?? (name, nil)
  }

  /// `Lap Distance (km)`, `Lap Distance [m]`.
  private static func bracketed(_ name: String) -> (String, UnitWord?)? {
    let open: Character
    switch name.last {
    case ")": open = "("
    case "]": open = "["
    default: return nil
    }
    guard let start = name.lastIndex(of: open) else { return nil }
    let inside = name[name.index(after: start)...].dropLast()
    guard let unit = UnitWord(trim(inside)) else { return nil }
    return (trim(name[..<start]), unit)
  }

  /// `Distance km`, `lap_distance_m`, `lap-time-sec`.
  private static func lastWord(_ name: String) -> (String, UnitWord?)? {
    guard let (rest, unit) = UnitWord.lastWord(of: name) else { return nil }
    let base = trim(rest)
    return base.isEmpty ? nil : (withoutIn(base) ?? base, unit)
  }

  /// `Distancemi`, `lapTimeSec`, `DistanceInMeters`.
  private static func glued(_ name: String) -> (String, UnitWord?)? {
    let lower = name.lowercased()
    guard lower.count == name.count else { return nil }
    for word in UnitWord.longestFirst where lower.hasSuffix(word) && lower.count > word.count {
      let base = String(name.dropLast(word.count))
      for rest in [base, withoutIn(base) ?? base] where measures(rest, in: UnitWord(word)) {
        return (rest, UnitWord(word))
      }
    }
    return nil
  }

  /// The name without a left-over `In`, if what is left measures something.
  private static func withoutIn(_ base: String) -> String? {
    guard base.lowercased().hasSuffix("in") else { return nil }
    let shorter = trim(base.dropLast(2))
    return isMeasuring(shorter) ? shorter : nil
  }

  private static func isMeasuring(_ base: String) -> Bool {
    Vocabulary.meaning(ofKey: FoldedName.key(base))?.isMeasuring ?? false
  }

  /// Whether the name measures what the unit is a unit of.
  private static func measures(_ base: String, in unit: UnitWord?) -> Bool {
    guard let unit, let dimension = Vocabulary.meaning(ofKey: FoldedName.key(base))?.dimension
    else { return false }
    return (dimension == .distance) == (unit.metres != nil)
  }

  private static func trim(_ text: some StringProtocol) -> String {
    var slice = Substring(text)
    while let first = slice.first, " _-.".contains(first) { slice = slice.dropFirst() }
    while let last = slice.last, " _-.".contains(last) { slice = slice.dropLast() }
    return String(slice)
  }
}
