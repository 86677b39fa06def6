/// Which epochs get a line in the progress table: 1, 2, 4, 8 … and the last, so that it stays short.
struct EpochTable {
  private var next = 1

  /// Whether to show an epoch, counted from 1.
  mutating func shows(_ epoch: Int, isLast: Bool = false) -> Bool {
    guard epoch >= next || isLast else { return false }
    while next <= epoch { next *= 2 }
    return true
  }
}
