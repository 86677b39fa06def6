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
  /// How a message names the unit.
  var name: String

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

  private init(kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  private static let words: [String: UnitWord] = {
    let table: [(Kind, String, [String])] = [
      (
        .distance(1), "metres",
        ["m", "meter", "meters", "metre", "metres", "metros", "mètres", "м"]
      ),
      (
        .distance(1000), "kilometres",
        ["km", "kms", "kilometer", "kilometers", "kilometre", "kilometres", "км"]
      ),
      (.distance(1609.344), "miles", ["mi", "mile", "miles"]),
      (.distance(0.9144), "yards", ["yd", "yds", "yard", "yards"]),
      (
        .time(1), "seconds",
        ["s", "sec", "secs", "second", "seconds", "sek", "sekunden", "с", "сек", "l_sec"]
      ),
      (.time(0.001), "milliseconds", ["ms", "msec", "millisecond", "milliseconds"]),
      (.time(60), "minutes", ["min", "mins", "minute", "minutes", "minuten"]),
      (.time(3600), "hours", ["h", "hr", "hrs", "hour", "hours", "std", "stunden"]),
      (
        .clock(hoursAndMinutes: false), "clock values",
        ["hh:mm:ss", "h:mm:ss", "h:m:s", "hms", "mm:ss", "m:ss"]
      ),
      (.clock(hoursAndMinutes: true), "hours and minutes", ["hh:mm", "h:mm"]),
    ]
    var words: [String: UnitWord] = [:]
    for (kind, name, spellings) in table {
      for spelling in spellings { words[spelling] = UnitWord(kind: kind, name: name) }
    }
    return words
  }()
}
