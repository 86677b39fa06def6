/// Where `reset` and `rollback` lead. Both are also the way out of a damaged store, so neither needs
/// more of it than is left.
extension ModelStore {
  /// A pointer to go to, and the damaged versions that were passed over on the way.
  struct Return: Equatable {
    var pointer: StorePointer
    var passedOver: [Int] = []
  }

  /// The state with the base model in use.
  func resetting() throws -> StorePointer {
    do {
      return try pointer().reset()
    } catch let error as StoreError where error.kind == .damagedStore {
      return try restoredPointer().reset()
    }
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
        message: "the bundled base model is in use; there is no version before it")
    }
    var target = Return(pointer: start)
    while target.pointer.version > 0, !isIntact(target.pointer.version) {
      target.passedOver.append(target.pointer.version)
      target.pointer.lineage.removeLast()
    }
    return target
  }

  /// What the pointer may have been, from the versions that are there: the newest one whose record can
  /// be read, after those that it says it came from.
  private func restoredPointer() throws -> StorePointer {
    let versions = try versionNumbers()
    var lineage: [Int] = []
    var next = versions.last { (try? record(of: $0)) != nil } ?? 0
    while next > 0 {
      lineage.insert(next, at: 0)
      next = (try? record(of: next))?.parent ?? 0
    }
    return StorePointer(newest: versions.last ?? 0, lineage: lineage)
  }
}
