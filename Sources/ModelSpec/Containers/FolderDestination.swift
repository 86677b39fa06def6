import FoundationEssentials
import Glibc

/// Where a bundle or package goes.
struct FolderDestination {
  private let path: String
  private let parent: String
  let name: String
  /// The file by which a folder of the same kind is known, which may be replaced.
  private let marker: String

  init(_ path: String, marker: String) {
    self.marker = marker
    var path = path
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    self.path = path
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    name = String(parts.last ?? "")
    let folder = parts.dropLast().joined(separator: "/")
    parent = parts.count == 1 ? "." : folder.isEmpty ? "/" : folder
  }

  /// Writes a folder of files beside the destination, waits for the disk, and renames it.
  ///
  /// Whoever looks sees the old folder, none or the new one, but never a part of one. A folder of the
  /// same kind that is there already is replaced when that is wanted; anything else never is.
  func write(_ parts: [(String, [UInt8])], replacing: Bool) throws(ModelError) {
    let temporary = try makeTemporaryFolder()
    do throws(ModelError) {
      for (name, bytes) in parts {
        try makeFolder(of: name, in: temporary)
        try FileContents.write(bytes, to: "\(temporary)/\(name)", named: name)
      }
      try FileContents.flushFolder(at: temporary)
      try put(temporary, replacing: replacing)
    } catch {
      try? FileManager.default.removeItem(atPath: temporary)
      throw error
    }
  }

  /// Finds out whether a folder can be written here.
  func check(replacing: Bool) throws(ModelError) {
    try checkReplacing(replacing)
    let temporary = try makeTemporaryFolder()
    try? FileManager.default.removeItem(atPath: temporary)
  }

  /// Makes the folders in which a part lies.
  private func makeFolder(of part: String, in temporary: String) throws(ModelError) {
    var folder = temporary
    for name in part.split(separator: "/").dropLast() {
      folder += "/\(name)"
      guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        throw ModelError(.output, at: part, "cannot be created: \(FileContents.lastError)")
      }
    }
  }

  private func makeTemporaryFolder() throws(ModelError) -> String {
    for attempt in 0..<100 {
      let folder = "\(parent)/.\(name).\(getpid())-\(attempt)"
      if unsafe mkdir(folder, 0o777) == 0 { return folder }
      guard errno == EEXIST else { break }
    }
    throw ModelError(.output, at: path, "cannot be created: \(FileContents.lastError)")
  }

  private func put(_ temporary: String, replacing: Bool) throws(ModelError) {
    if FileContents.kind(at: path) == .missing {
      try move(temporary, to: path)
    } else {
      try checkReplacing(replacing)
      // A kill between these two leaves the old folder, whole, under the name beside it.
      let old = temporary + ".old"
      try move(path, to: old)
      do throws(ModelError) { try move(temporary, to: path) } catch {
        try? move(old, to: path)
        throw error
      }
      try? FileManager.default.removeItem(atPath: old)
    }
    try FileContents.flushFolder(at: parent)
  }

  /// Refuses what lies at the path, unless it is a folder of the same kind that may be replaced.
  private func checkReplacing(_ replacing: Bool) throws(ModelError) {
    if FileContents.kind(at: path) == .missing { return }
    guard replacing, FileContents.kind(at: "\(path)/\(marker)") == .file else {
      throw ModelError(.output, at: path, "exists already and is not replaced")
    }
  }

  private func move(_ source: String, to target: String) throws(ModelError) {
    guard unsafe rename(source, target) == 0 else {
      throw ModelError(.writing, at: path, "cannot be written: \(FileContents.lastError)")
    }
  }
}
