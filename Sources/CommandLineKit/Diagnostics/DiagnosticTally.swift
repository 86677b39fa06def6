/// Counts diagnostics: the first ones are told in full, of the others how many there are of a kind.
package struct DiagnosticTally: Sendable {
  private var told = 0
  private let limit: Int
  private var untold: [(kind: String, count: Int)] = []
  /// How many there were.
  package private(set) var count = 0

  package init(limit: Int = 10) { self.limit = limit }

  /// Counts one and says whether it is to be told in full.
  package mutating func admit(kind: String) -> Bool {
    count += 1
    if told < limit {
      told += 1
      return true
    }
    leaveUntold(kind, 1)
    return false
  }

  /// Counts some that nobody gave in full.
  package mutating func add(kind: String, count: Int) {
    self.count += count
    if count > 0 { leaveUntold(kind, count) }
  }

  private mutating func leaveUntold(_ kind: String, _ count: Int) {
    if let index = untold.firstIndex(where: { $0.kind == kind }) {
      untold[index].count += count
    } else {
      untold.append((kind, count))
    }
  }

  /// Such as "and 12 more: 10 badNumber, 2 badTime"; nil if all were told.
  package var remainder: String? {
    if untold.isEmpty { return nil }
    let total = untold.reduce(0) { $0 + $1.count }
    return "and \(total) more: "
      + untold.map { "\($0.count) \($0.kind)" }.joined(separator: ", ")
  }
}
