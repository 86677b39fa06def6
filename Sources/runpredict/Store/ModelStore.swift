import Foundation

/// The folder with the versions of a personal model.
///
///     lock                        held by whoever changes the store
///     current                     which version is in use; replaced by one rename
///     versions/3/record.json      how version 3 came about
///     versions/3/model.mlmodelc   the model
///
/// A version is never changed after `current` has named it, so reading needs no lock and writes nothing.
struct ModelStore: Equatable {
  let root: String

  init(root: String) {
    self.root = root
  }

  /// The folder that the environment names: `RUNPREDICT_HOME`, else the place of the XDG base
  /// directory specification, where relative paths are to be ignored.
  init(environment: [String: String]) {
    if let home = environment["RUNPREDICT_HOME"], !home.isEmpty {
      root = home
    } else if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      root = data + "/runpredict"
    } else {
      root = (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share/runpredict"
    }
  }

  var lockPath: String { root + "/lock" }
  var pointerPath: String { root + "/current" }
  var versionsPath: String { root + "/versions" }
  func folder(of version: Int) -> String { "\(versionsPath)/\(version)" }
  func recordPath(of version: Int) -> String { folder(of: version) + "/record.json" }
  func modelPath(of version: Int) -> String { folder(of: version) + "/model.mlmodelc" }

  /// Which version is in use; a store that is not there yet is one with the base model in use.
  func pointer() throws -> StorePointer {
    guard let bytes = try read(pointerPath, limit: 1 << 20) else {
      // The pointer is written before the first version, so versions without it mean a loss.
      if try versionNumbers().isEmpty { return StorePointer() }
      throw StoreError.damaged(pointerPath, "the file that says which version is in use is missing")
    }
    guard let pointer = StorePointer(bytes) else {
      throw StoreError.damaged(
        pointerPath, "the file that says which version is in use cannot be understood")
    }
    return pointer
  }

  func record(of version: Int) throws -> VersionRecord {
    let path = recordPath(of: version)
    guard let bytes = try read(path, limit: 1 << 28) else {
      throw StoreError.damaged(path, "the record of version \(version) is missing")
    }
    guard let record = VersionRecord(bytes, version: version) else {
      throw StoreError.damaged(path, "the record of version \(version) cannot be understood")
    }
    return record
  }

  /// The numbers of all versions that have a folder, rising; those above the pointer's newest are
  /// what killed updates left.
  func versionNumbers() throws -> [Int] {
    try StoreError.reading { try Disk.names(in: versionsPath) }
      .compactMap(Int.init).filter { $0 > 0 }.sorted()
  }

  private func read(_ path: String, limit: Int) throws -> [UInt8]? {
    try StoreError.reading { try Disk.read(path, limit: limit) }
  }
}
