import Foundation

/// Which version is in use: the content of the file `current`, replaced as a whole by every change.
struct StorePointer: Codable, Equatable {
  /// The layout of the store, so that an older command does not touch a newer one.
  var format = 1
  /// The highest version ever finished.
  ///
  /// A folder with a higher number was never switched to: the update that wrote it was killed.
  var newest = 0
  /// The version in use, last, after those that it came from; empty when the base model is in use.
  var lineage: [Int] = []
  /// The lineage that a reset left, so that `rollback` can undo it.
  var beforeReset: [Int]?

  /// The version in use; 0 is the bundled base model.
  var version: Int { lineage.last ?? 0 }

  /// The state after the given version was made from the one in use.
  func adding(_ version: Int) -> StorePointer {
    StorePointer(newest: max(newest, version), lineage: lineage + [version])
  }

  /// The state with the base model in use.
  func reset() -> StorePointer {
    StorePointer(newest: newest, beforeReset: lineage.isEmpty ? beforeReset : lineage)
  }

  /// The state before the last update or reset; nil when there is none.
  func rolledBack() -> StorePointer? {
    if !lineage.isEmpty { return StorePointer(newest: newest, lineage: lineage.dropLast()) }
    return beforeReset.map { StorePointer(newest: newest, lineage: $0) }
  }

  /// Reads the content of the file; nil when it cannot be true.
  init?(_ bytes: [UInt8]) {
    guard let pointer = try? JSONDecoder().decode(StorePointer.self, from: Data(bytes)),
      pointer.format == 1, (0..<Int.max).contains(pointer.newest),
      pointer.isOrdered(pointer.lineage),
      pointer.isOrdered(pointer.beforeReset ?? [])
    else { return nil }
    self = pointer
  }

  init(newest: Int = 0, lineage: [Int] = [], beforeReset: [Int]? = nil) {
    self.newest = newest
    self.lineage = lineage
    self.beforeReset = beforeReset
  }

  func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return [UInt8](try encoder.encode(self)) + [0x0a]
  }

  /// Versions are made one after the other, so a lineage rises and ends at the newest at most.
  private func isOrdered(_ lineage: [Int]) -> Bool {
    zip([0] + lineage, lineage).allSatisfy { $0 < $1 } && (lineage.last ?? 0) <= newest
  }
}
