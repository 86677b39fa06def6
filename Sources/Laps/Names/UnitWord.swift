/// A word that names a unit of distance or time.
struct UnitWord: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// Metres per unit.
    case distance(Double)
    /// Seconds per unit.
    case time(Double)
    /// Clock values; with `hoursAndMinutes` two parts are hours and minutes.
    case clock(hoursAndMinutes: Bool)
  }

  var kind: Kind

  init?(_ word: String) {
    guard let found = UnitWord.words[word.lowercased()] else { return nil }
    self = found
  }

  /// Metres per unit, if it measures distance.
  var metres: Double? {
    if case .distance(let factor) = kind { return factor }
    return nil
  }

  /// All words, the longest first, for units glued to a name.
  static let longestFirst: [String] = words.keys.sorted {
    $0.count == $1.count ? $0 < $1 : $0.count > $1.count
  }

  /// The unit that is the last word of a name, after a blank or a sign, and what stands before it.
  ///
  /// Of several possible words the longest is taken, so that `l_sec` is found whole.
  static func lastWord(of name: String) -> (base: Substring, unit: UnitWord)? {
    // A whole line of a table in another format may stand here as one name.
    let end = name.suffix(longestFirst[0].count + 1)
    for (index, character) in zip(end.indices, end) where " _-.".contains(character) {
      if let unit = UnitWord(String(end[end.index(after: index)...])) {
        return (name[..<index], unit)
      }
    }
    return nil
  }

  private init(kind: Kind) {
    self.kind = kind
  }

  private static let words: [String: UnitWord] = {
    let table: [(Kind, [String])] = [
      (.distance(1), ["m", "meter", "meters", "metre", "metres", "metros", "mètres", "м"]),
      (
        .distance(1000),
        ["km", "kms", "kilometer", "kilometers", "kilometre", "kilometres", "км"]
      ),
      (.distance(1609.344), ["mi", "mile", "miles"]),
      (.distance(0.9144), ["yd", "yds", "yard", "yards"]),
      (
        .time(1),
        ["s", "sec", "secs", "second", "seconds", "sek", "sekunden", "с", "сек", "l_sec"]
      ),
      (.time(0.001), ["ms", "msec", "millisecond", "milliseconds"]),
      (.time(60), ["min", "mins", "minute", "minutes", "minuten"]),
      (.time(3600), ["h", "hr", "hrs", "hour", "hours", "std", "stunden"]),
      (
        .clock(hoursAndMinutes: false), ["hh:mm:ss", "h:mm:ss", "h:m:s", "hms", "mm:ss", "m:ss"]
      ),
      (.clock(hoursAndMinutes: true), ["hh:mm", "h:mm"]),
    ]
    var words: [String: UnitWord] = [:]
    for (kind, spellings) in table {
      for spelling in spellings { words[spelling] = UnitWord(kind: kind) }
    }
    return words
  }()
}
