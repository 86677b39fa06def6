/// Finds the name that somebody may have meant.
package enum EditDistance {
  /// The nearest of some names, if at most a quarter of the letters (at least one) differ.
  ///
  /// Names are compared by what `key` makes of them, so that upper and lower case count as equal;
  /// among equally near names the first is taken.
  package static func nearest(
    to name: String, among candidates: [String], key: (String) -> String = { $0.lowercased() }
  ) -> String? {
    let wanted = Array(key(name))
    let limit = max(1, wanted.count / 4)
    var best: (name: String, distance: Int)?
    for candidate in candidates where !candidate.isEmpty {
      let letters = Array(key(candidate))
      // The work is the product of both lengths, and a cell may be as long as a file.
      guard abs(letters.count - wanted.count) <= limit else { continue }
      let distance = between(wanted, letters)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// How many characters must be inserted, removed or replaced to turn one text into the other.
  package static func between(_ first: [Character], _ second: [Character]) -> Int {
    var row = Array(0...second.count)
    for (index, character) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (other, candidate) in second.enumerated() {
        let replaced = diagonal + (character == candidate ? 0 : 1)
        diagonal = row[other + 1]
        row[other + 1] = min(replaced, row[other] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}
