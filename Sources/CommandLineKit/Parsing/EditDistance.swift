/// The number of insertions, deletions, replacements and swaps of neighbours between two texts.
package func editDistance(_ first: String, _ second: String) -> Int {
  let first = Array(first.lowercased())
  let second = Array(second.lowercased())
  var beforePrevious: [Int] = []
  var previous = Array(0...second.count)
  for row in first.indices {
    var current = [row + 1]
    for column in second.indices {
      let replacement = previous[column] + (first[row] == second[column] ? 0 : 1)
      var best = min(replacement, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        best = min(best, beforePrevious[column - 1] + 1)
      }
      current.append(best)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[second.count]
}

/// The candidate that was probably meant, if one is near enough to say so.
package func nearest(to word: String, among candidates: [String]) -> String? {
  // Longer texts could not be near any name, and the distance takes their product in time.
  guard !word.isEmpty, word.count <= 64 else { return nil }
  let ranked = candidates.filter { $0.count <= 64 }
    .map { (candidate: $0, distance: editDistance(word, $0)) }
  guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
  let length = max(word.count, best.candidate.count)
  if best.distance * 5 <= length * 2, best.distance < length { return best.candidate }
  // "--verb" for "--verbose": what was typed so far is right.
  let begun = candidates.filter { word.count >= 3 && $0.lowercased().hasPrefix(word.lowercased()) }
  return begun.count == 1 ? begun[0] : nil
}
