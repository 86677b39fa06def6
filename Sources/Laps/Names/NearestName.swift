/// The name that somebody may have meant.
enum NearestName {
  /// The candidate whose key is nearest to the name: at most a quarter of its letters differ.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    let key = Array(FoldedName.key(name))
    let limit = max(1, key.count / 4)
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let distance = editDistance(key, Array(FoldedName.key(candidate)))
      if distance <= limit && distance < (best?.distance ?? .max) { best = (distance, candidate) }
    }
    return best?.name
  }

  /// The number of letters to insert, remove or replace.
  private static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    if abs(first.count - second.count) > max(1, first.count) { return .max }
    var row = Array(0...second.count)
    for (line, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in second.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[second.count]
  }
}
