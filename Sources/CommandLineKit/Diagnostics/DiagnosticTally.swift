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

  /// Such as "and 12 more: 10 × bad number, 2 × bad time", for programs with the kinds as they are;
  /// nil if all were told.
  package func remainder(_ form: DiagnosticPrinter.Form) -> String? {
    if untold.isEmpty { return nil }
    let total = untold.reduce(0) { $0 + $1.count }
    let parts = untold.map { kind, count in
      switch form {
      case .json: "\(count) \(kind)"
      case .text: untold.count == 1 ? kindInWords(kind) : "\(count) × \(kindInWords(kind))"
      }
    }
    return "and \(total) more: " + parts.joined(separator: ", ")
  }
}

/// The kind of a diagnostic as a person reads it: `bad number` for `badNumber`, `too deep` for `too-deep`.
package func kindInWords(_ kind: String) -> String {
  kind.replacing("JSON", with: "Json").reduce(into: "") { words, letter in
    if letter == "-" {
      words += " "
    } else {
      words += letter.isUppercase ? " \(letter.lowercased())" : "\(letter)"
    }
  }
}
