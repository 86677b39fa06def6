/// Where `reset` and `rollback` lead. Both are also the way out of a damaged store, so neither needs
/// more of it than is left.
extension ModelStore {
  /// A pointer to go to, and the damaged versions that were passed over on the way.
  struct Return: Equatable {
    var pointer: StorePointer
    var passedOver: [Int] = []
  }

  /// The state with the base model in use.
  func resetting() throws -> StorePointer { try lastPointer().reset() }

  /// The state with a certain version in use, made before or after the one that is.
  func going(to version: Int) throws -> StorePointer {
    let newest = try lastPointer().newest
    let versions = try versionNumbers().filter { $0 <= newest }
    guard versions.contains(version) else {
      throw StoreError(
        kind: .noVersion, part: root, message: "there is no version \(version)",
        hint: versions.isEmpty
          ? "`runpredict update` makes the first one"
          : "`runpredict history` lists those that there are")
    }
    _ = try record(of: version)
    _ = try document(of: version)
    return StorePointer(newest: newest, lineage: lineage(of: version))
  }

  /// The state before the last update or reset.
  ///
  /// Versions that do not pass `isIntact` are passed over. If the pointer itself is damaged, the newest
  /// intact version is taken.
  func rollingBack(isIntact: (Int) -> Bool) throws -> Return {
    let start: StorePointer?
    do {
      start = try pointer().rolledBack()
    } catch let error as StoreError where error.kind == .damagedStore {
      start = try restoredPointer()
    }
    guard let start else {
      throw StoreError(
        kind: .noVersion, part: root,
        message: "the bundled base model is in use; there is no version before it",
        hint: try versionNumbers().last.map { newest in
          "`runpredict rollback --to \(newest)` takes the newest version; `runpredict history` lists all"
        })
    }
    var target = Return(pointer: start)
    while target.pointer.version > 0, !isIntact(target.pointer.version) {
      target.passedOver.append(target.pointer.version)
      target.pointer.lineage.removeLast()
    }
    return target
  }

  /// The pointer or, if it is damaged, what it may have been.
  private func lastPointer() throws -> StorePointer {
    do {
      return try pointer()
    } catch let error as StoreError where error.kind == .damagedStore {
      return try restoredPointer()
    }
  }

  /// What the pointer may have been, from the versions that are there: the newest one whose record can
  /// be read, after those that it says it came from.
  private func restoredPointer() throws -> StorePointer {
    let versions = try versionNumbers()
    let last = versions.last { (try? record(of: $0)) != nil }
    return StorePointer(newest: versions.last ?? 0, lineage: lineage(of: last ?? 0))
  }

  /// A version after those that it came from, as far as their records say.
  private func lineage(of version: Int) -> [Int] {
    var lineage: [Int] = []
    var next = version
    while next > 0 {
      lineage.insert(next, at: 0)
      next = (try? record(of: next))?.parent ?? 0
    }
    return lineage
  }
}
