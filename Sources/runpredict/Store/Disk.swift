import Foundation

/// The system calls behind the store; the only file here that touches C.
///
/// Whatever is written is flushed to the disk itself, because a rename may reach the disk before the
/// content of the file that it names.
enum Disk {
  /// Reads a whole file of at most `limit` bytes; nil when there is none.
  static func read(_ path: String, limit: Int) throws -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("open", path)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe Foundation.read(file, buffer.baseAddress, buffer.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure("read", path)
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      if bytes.count > limit { throw DiskError(operation: "read", path: path, code: EFBIG) }
    }
  }

  /// Writes a file and flushes it.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw failure("create", path) }
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.write(
          file, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure("write", path)
      }
      written += count
    }
    guard fsync(file) == 0 else { throw failure("flush", path) }
  }

  /// Puts new content in place of a file in one step: a reader sees the old or the new.
  ///
  /// When this throws, the old content is there and nothing else is left.
  static func replace(_ path: String, with bytes: [UInt8]) throws {
    let beside = path + ".new"
    do {
      try write(bytes, to: beside)
      guard unsafe rename(beside, path) == 0 else { throw failure("replace", path) }
    } catch {
      try? remove(beside)
      throw error
    }
    // From here on the new content counts; if the folder cannot be flushed, a power cut may undo it.
    try? flush((path as NSString).deletingLastPathComponent)
  }

  /// Makes a folder and those above it; a folder that is there already is fine.
  static func makeFolder(_ path: String) throws {
    if isFolder(path) { return }
    let parent = (path as NSString).deletingLastPathComponent
    if !parent.isEmpty, parent != path { try makeFolder(parent) }
    guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw failure("create folder", path)
    }
    guard isFolder(path) else {
      throw DiskError(operation: "create folder", path: path, code: ENOTDIR)
    }
    try flush(parent.isEmpty ? "." : parent)
  }

  /// Flushes a file, or a folder's list of names.
  static func flush(_ path: String) throws {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("open", path) }
    defer { close(file) }
    // Some file systems cannot flush a folder and say EINVAL: there is nothing more to do on them.
    guard fsync(file) == 0 || errno == EINVAL else { throw failure("flush", path) }
  }

  /// Flushes a folder with everything in it, the content before the names.
  static func flushTree(_ path: String) throws {
    if isFolder(path) {
      for name in try names(in: path) { try flushTree(path + "/" + name) }
    }
    try flush(path)
  }

  /// The names in a folder, sorted; none when there is no such folder.
  static func names(in path: String) throws -> [String] {
    guard let folder = unsafe opendir(path) else {
      if errno == ENOENT { return [] }
      throw failure("list", path)
    }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Removes a file or a folder with everything in it.
  static func remove(_ path: String) throws {
    if isFolder(path) {
      for name in try names(in: path) { try remove(path + "/" + name) }
      guard unsafe rmdir(path) == 0 else { throw failure("remove", path) }
    } else {
      guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure("remove", path) }
    }
  }

  /// Whether there is a folder, not a link to one.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is anything of this name.
  static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// Opens a file and takes its exclusive lock without waiting; nil when another process has it.
  static func lock(_ path: String) throws -> FileLock? {
    let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw failure("create", path) }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return FileLock(file: file) }
    let code = errno
    close(file)
    if code == EWOULDBLOCK || code == EINTR { return nil }
    throw DiskError(operation: "lock", path: path, code: code)
  }

  private static func failure(_ operation: String, _ path: String) -> DiskError {
    DiskError(operation: operation, path: path, code: errno)
  }
}

/// A file's exclusive lock, held as long as this lives.
///
/// The lock belongs to the open file, so the kernel gives it up when the process dies, however it dies.
final class FileLock {
  private let file: Int32

  fileprivate init(file: Int32) {
    self.file = file
  }

  deinit {
    close(file)
  }
}

extension DiskError {
  /// What the system calls the failure, such as "No space left on device".
  var reason: String {
    unsafe String(cString: strerror(code))
  }

  /// Whether the system refuses the place, rather than having failed half-way.
  var isRefusal: Bool {
    [EACCES, EPERM, EROFS, ENOTDIR, EISDIR, ENAMETOOLONG, ELOOP, ENOENT].contains(code)
  }
}
