/// The name of a split in a table of race results: where on the way the time was taken.
struct SplitName: Sendable, Equatable {
  enum Position: Sendable, Equatable {
    case metres(Double)
    /// A number without a unit: kilometres or miles.
    case bare(Double)
  }

  var position: Position
  var isHalf = false
  /// Whether the name is a word or has a unit, and so is no mere number.
  var isCertain: Bool {
    if case .bare = position { return false }
    return true
  }
  /// The unit of the times in the column.
  var timeUnit: UnitWord?

  static let half = 21_097.5

  init?(_ folded: String) {
    if FoldedName.isTooLong(folded) { return nil }
    let (name, unit) = SplitName.withoutTimeUnit(folded)
    timeUnit = unit
    let core = SplitName.core(name)
    if SplitName.halfWords.contains(core) {
      position = .metres(SplitName.half)
      isHalf = true
      return
    }
    guard let (number, word) = SplitName.parts(core), number > 0 else { return nil }
    if word.isEmpty {
      position = .bare(number)
      return
    }
    let factor: Double
    if word == "k" {
      factor = 1000
    } else if let metres = UnitWord(word)?.metres {
      factor = metres
    } else {
      return nil
    }
    let metres = number * factor
    isHalf = 21_000...21_200 ~= metres || (factor == 1609.344 && abs(number - 13.1) < 0.02)
    position = .metres(isHalf ? SplitName.half : metres)
  }

  /// Splits a name into what is measured and the time unit at its end.
  static func withoutTimeUnit(_ folded: String) -> (name: String, unit: UnitWord?) {
    if let last = folded.last, last == ")" || last == "]",
      let open = folded.lastIndex(of: last == ")" ? "(" : "[")
    {
      let inside = folded[folded.index(after: open)...].dropLast()
      if let unit = UnitWord(String(inside)), unit.metres == nil {
        return (String(folded[..<open]), unit)
      }
    }
    if let (base, unit) = UnitWord.lastWord(of: folded), unit.metres == nil {
      return (String(base), unit)
    }
    return (folded, nil)
  }

  private static let longestName = 64

  private static let halfWords: Set<String> = [
    "half", "hm", "halfway", "halfmarathon", "halbmarathon", "semi",
  ]

  /// Lowercase without blanks and signs, and without `time`, `split` and `at` around.
  private static func core(_ name: String) -> String {
    var core = ""
    if name.utf8.count > longestName { return core }
    let letters = Array(name.lowercased())
    for (index, letter) in letters.enumerated() {
      if letter.isLetter || letter.isNumber {
        core.append(letter)
      } else if letter == "." || letter == ",", index > 0, letters[index - 1].isNumber,
        index + 1 < letters.count, letters[index + 1].isNumber
      {
        core.append(".")
      } else if letter != " " && !"_-.".contains(letter) {
        return ""
      }
    }
    for ending in ["time", "split"] where core.hasSuffix(ending) && core != ending {
      core.removeLast(ending.count)
    }
    for beginning in ["split", "at"] where core.hasPrefix(beginning) && core != beginning {
      core.removeFirst(beginning.count)
    }
    return core
  }

  /// `5km`, `km5`, `5`: the number and the word beside it.
  private static func parts(_ core: String) -> (number: Double, word: String)? {
    let isDigit = { (character: Character) in character.isASCII && character.isNumber }
    guard let first = core.first else { return nil }
    let number: Substring
    let word: Substring
    if isDigit(first) {
      number = core.prefix { isDigit($0) || $0 == "." }
      word = core[number.endIndex...]
    } else {
      word = core.prefix { $0.isLetter }
      number = core[word.endIndex...]
      guard !number.isEmpty, ["km", "k", "mi", "mile", "miles"].contains(String(word)) else {
        return nil
      }
    }
    guard word.allSatisfy({ $0.isLetter }), number.allSatisfy({ isDigit($0) || $0 == "." }),
      number.count <= 8, let value = Double(number), number.last != "."
    else { return nil }
    return (value, String(word))
  }
}

/// The name of the column that holds the time at the finish.
struct FinishName: Sendable, Equatable {
  /// The smaller, the better.
  var rank: Int
  var timeUnit: UnitWord?

  init?(_ folded: String) {
    if FoldedName.isTooLong(folded) { return nil }
    let (name, unit) = SplitName.withoutTimeUnit(folded)
    guard let rank = FinishName.ranks[FoldedName.key(name)] else { return nil }
    self.rank = rank
    timeUnit = unit
  }

  /// Net and chip times, which together with the time of day at the finish give the start.
  var isNet: Bool { rank < 3 }

  private static let ranks: [String: Int] = [
    "nettime": 0, "chiptime": 1, "finishnet": 2, "official": 3, "officialtime": 3, "finish": 4,
    "finishtime": 4, "final": 5, "finaltime": 5, "overalltime": 6, "guntime": 7, "grosstime": 8,
  ]
}
