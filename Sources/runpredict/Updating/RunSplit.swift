/// Which of the runs at hand are trained on, which are held out, and which were trained on before.
struct RunSplit: Equatable {
  /// Indexes of the runs to train on, rising.
  var training: [Int] = []
  /// Indexes of the runs that the error is measured on, rising.
  var heldOut: [Int] = []
  /// Indexes of the runs that the model was trained on before, rising.
  var alreadyUsed: [Int] = []
  /// For each run whether the model has never seen it, neither to train on nor to be measured on.
  var isNew: [Bool] = []

  var newCount: Int { isNew.count(where: \.self) }

  /// Divides whole runs, the same way for the same runs and seed whatever their order.
  ///
  /// A run once held out stays so, which keeps it a fair test when a longer export of the same history
  /// comes next time. With a share of 0 nothing is held out and such runs are trained on after all.
  init(
    _ runs: [Fingerprint], trainedBefore: Set<Fingerprint> = [],
    heldOutBefore: Set<Fingerprint> = [], share: Double, seed: UInt64
  ) {
    var new: [Int] = []
    var seen: Set<Fingerprint> = []
    for (index, run) in runs.enumerated() {
      if trainedBefore.contains(run) || !seen.insert(run).inserted {
        alreadyUsed.append(index)
      } else if share > 0, heldOutBefore.contains(run) {
        heldOut.append(index)
      } else {
        new.append(index)
      }
    }
    isNew = [Bool](repeating: false, count: runs.count)
    for index in new { isNew[index] = true }
    let chosen = Self.choice(of: new, runs, share: share, seed: seed)
    training = new.filter { !chosen.contains($0) }
    heldOut = (heldOut + chosen).sorted()
  }

  /// A share of the runs, at least one of two or more, never all.
  private static func choice(
    of indexes: [Int], _ runs: [Fingerprint], share: Double, seed: UInt64
  ) -> Set<Int> {
    guard share > 0, indexes.count >= 2 else { return [] }
    let wanted = (Double(indexes.count) * share).rounded()
    let count = min(max(Int(wanted), 1), indexes.count - 1)
    let shuffled = indexes.map { (runs[$0].mixed(with: seed), $0) }.sorted { $0 < $1 }
    return Set(shuffled.prefix(count).map(\.1))
  }

  /// Divides runs into groups of about equal size for cross-validation; each entry is a run's group.
  static func groups(_ runs: [Fingerprint], count: Int, seed: UInt64) -> [Int] {
    var groups = [Int](repeating: 0, count: runs.count)
    let shuffled = runs.indices.map { (runs[$0].mixed(with: seed), $0) }.sorted { $0 < $1 }
    for (place, (_, index)) in shuffled.enumerated() { groups[index] = place % max(count, 1) }
    return groups
  }
}
