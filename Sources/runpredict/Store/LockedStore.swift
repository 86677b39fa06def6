import Foundation

/// The store while this process alone may change it.
struct LockedStore {
  let store: ModelStore
  private let lock: FileLock

  /// Makes the store where there is none, waits for its lock and clears away what a killed update left.
  init(_ store: ModelStore, waiting: Duration = .seconds(5)) throws {
    self.store = store
    lock = try StoreError.writing {
      try Disk.makeFolder(store.root)
      return try Self.takeLock(store.lockPath, waiting: waiting)
    }
    try StoreError.writing {
      if !Disk.exists(store.pointerPath), try store.versionNumbers().isEmpty {
        try Disk.replace(store.pointerPath, with: StorePointer().encoded())
      }
      try clearLeftovers()
    }
  }

  /// Writes a version that came from the one in use, flushes it, and only then switches to it.
  ///
  /// `record` says what there is to say about the version, given its number and its parent's;
  /// `writeModel` writes the compiled bundle at the path that it is given.
  func save(
    record: (_ version: Int, _ parent: Int) -> VersionRecord, writeModel: (String) throws -> Void
  ) throws -> VersionRecord {
    let pointer = try store.pointer()
    let record = record(pointer.newest + 1, pointer.version)
    let folder = store.folder(of: record.version)
    try StoreError.writing {
      do {
        try Disk.makeFolder(folder)
        try writeModel(store.modelPath(of: record.version))
        try Disk.write(record.encoded(), to: store.recordPath(of: record.version))
        try Disk.flushTree(folder)
        try Disk.flush(store.versionsPath)
        try Disk.replace(store.pointerPath, with: pointer.adding(record.version).encoded())
      } catch {
        // Nothing refers to the folder. If it cannot be removed, the next change does it.
        try? Disk.remove(folder)
        throw error
      }
    }
    return record
  }

  /// Switches to another version that is there already.
  func use(_ pointer: StorePointer) throws {
    try StoreError.writing { try Disk.replace(store.pointerPath, with: pointer.encoded()) }
  }

  /// Removes versions that were never finished.
  ///
  /// With a damaged pointer nothing can be called so.
  private func clearLeftovers() throws {
    guard let pointer = try? store.pointer() else { return }
    for version in try store.versionNumbers() where version > pointer.newest {
      try Disk.remove(store.folder(of: version))
    }
    try Disk.remove(store.pointerPath + ".new")
  }

  private static func takeLock(_ path: String, waiting: Duration) throws -> FileLock {
    let end = ContinuousClock.now + waiting
    while true {
      if let lock = try Disk.lock(path) { return lock }
      try Interruption.check()
      guard ContinuousClock.now < end else {
        throw StoreError(
          kind: .locked, part: path, message: "another update is running",
          hint: "try again when it has ended")
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }
}
