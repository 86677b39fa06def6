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
  /// same kind that is there already is replaced when that is wanted; anything else never is. What a
  /// killed writer left beside the destination is removed.
  func write(_ parts: [(String, [UInt8])], replacing: Bool) throws(ModelError) {
    let hidden = HiddenFolders(beside: name, in: parent)
    hidden.removeLeftovers()
    let temporary = try makeTemporaryFolder(hidden)
    defer { temporary.unlock() }
    do throws(ModelError) {
      for (name, bytes) in parts {
        try makeFolder(of: name, in: temporary.path)
        try FileContents.write(bytes, to: "\(temporary.path)/\(name)", named: name)
      }
      try FileContents.flushFolder(at: temporary.path)
      try put(temporary.path, replacing: replacing)
    } catch {
      try? FileManager.default.removeItem(atPath: temporary.path)
      throw error
    }
    hidden.removeLeftovers(replaced: true)
    // The new folder is there; if its name cannot be flushed, a power cut may undo that.
    try? FileContents.flushFolder(at: parent)
  }

  /// Finds out whether a folder can be written here.
  func check(replacing: Bool) throws(ModelError) {
    try checkReplacing(replacing)
    let temporary = try makeTemporaryFolder(HiddenFolders(beside: name, in: parent))
    try? FileManager.default.removeItem(atPath: temporary.path)
    temporary.unlock()
  }

  /// Makes the folders in which a part lies.
  private func makeFolder(of part: String, in temporary: String) throws(ModelError) {
    var folder = temporary
    for name in part.split(separator: "/").dropLast() {
      folder += "/\(name)"
      guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        throw FileContents.notCreated(part)
      }
    }
  }

  private func makeTemporaryFolder(
    _ hidden: HiddenFolders
  ) throws(ModelError) -> HiddenFolders.Folder {
    guard let folder = hidden.create() else { throw FileContents.notCreated(path) }
    return folder
  }

  private func put(_ temporary: String, replacing: Bool) throws(ModelError) {
    try checkReplacing(replacing)
    if FileContents.kind(at: path) == .missing { return try move(temporary, to: path) }
    let lock = HiddenFolders.lock(path)
    defer { if let lock { close(lock) } }
    // A kill between these two leaves the old folder, whole, under the name beside it.
    let old = temporary + HiddenFolders.replacedEnding
    try move(path, to: old)
    do throws(ModelError) { try move(temporary, to: path) } catch {
      guard (try? move(old, to: path)) == nil else { throw error }
      var error = error
      error.hint = "what was there is now \(old)"
      throw error
    }
    try? FileManager.default.removeItem(atPath: old)
  }

  /// Refuses what lies at the path, unless it is a folder of the same kind that may be replaced.
  private func checkReplacing(_ replacing: Bool) throws(ModelError) {
    try checkKind()
    guard replacing || FileContents.kind(at: path) == .missing else {
      throw ModelError(.output, at: path, "exists already and is not replaced")
    }
  }

  /// Refuses what lies at the path if it is nothing that may ever be replaced.
  func checkKind() throws(ModelError) {
    switch FileContents.kind(at: path) {
    case .missing: return
    case .file: throw ModelError(.output, at: path, "this is a file, and a folder is to be written")
    case .other:
      throw ModelError(
        .output, at: path, "this is a pipe, a device or a socket, and a folder is to be written")
    case .folder: break
    }
    guard FileContents.kind(at: "\(path)/\(marker)") == .file else {
      throw ModelError(
        .output, at: path, "there is a folder without \(marker), so it is not known what is lost",
        hint: "choose another name, or remove the folder yourself")
    }
  }

  private func move(_ source: String, to target: String) throws(ModelError) {
    guard unsafe rename(source, target) == 0 else {
      throw ModelError(.writing, at: path, "cannot be written: \(FileContents.lastError)")
    }
  }
}
