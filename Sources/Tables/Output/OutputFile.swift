#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that appears whole or not at all: written beside its place, then renamed.
///
/// One that could not be made again, such as a model, is flushed to disk before it is renamed and outlasts
/// a power cut.
///
/// A device or named pipe (`/dev/stdout`) cannot be renamed over and is written directly.
package final class OutputFile: ByteSink {
  package let name: String
  /// Where the file will be, with symbolic links followed.
  private let target: String
  /// The file that is being written; nil when the target is written directly.
  private let temporary: String?
  private let overwrites: Bool
  private let isFlushed: Bool
  private var descriptor: Int32

  /// Opens a file for writing.
  ///
  /// An existing file is replaced only if `overwrites` is set; it is flushed to disk if `isFlushed` is.
  ///
  /// - Throws: `exists` (a file that comes into being meanwhile is found by `commit`) or
  ///   `cannotCreate`.
  package init(
    _ path: String, overwrites: Bool, isFlushed: Bool = true
  ) throws(OutputError) {
    name = path
    self.overwrites = overwrites
    self.isFlushed = isFlushed
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    target = exists ? resolved(path) : path
    let kind = exists ? status.st_mode & S_IFMT : S_IFREG
    if kind == S_IFDIR { throw .cannotCreate(path: path, code: EISDIR) }
    guard kind == S_IFREG else {
      temporary = nil
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
      if descriptor < 0 { throw .cannotCreate(path: path, code: errno) }
      return
    }
    if exists, !overwrites { throw .exists(path: path) }
    let beside = "\(folder(of: target)).\(getpid())-\(UInt32.random(in: .min ... .max)).tmp"
    temporary = beside
    descriptor = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw .cannotCreate(path: path, code: errno) }
    if exists { fchmod(descriptor, status.st_mode & 0o7777) }
  }

  deinit { discard() }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try writeAll(bytes, to: descriptor, name: name)
  }

  /// Puts the file into its place; without it nothing appears.
  package func commit() throws(OutputError) {
    defer { discard() }
    guard let temporary else { return }
    guard !isFlushed || fsync(descriptor) == 0 else { throw .writeFailed(name: name, code: errno) }
    if overwrites {
      guard unsafe rename(temporary, target) == 0 else {
        throw .cannotCreate(path: name, code: errno)
      }
    } else if unsafe link(temporary, target) != 0 {
      // Some file systems know no links; there the moment between look and rename remains.
      if unsafe errno == EEXIST || access(target, F_OK) == 0 { throw .exists(path: name) }
      guard unsafe rename(temporary, target) == 0 else {
        throw .cannotCreate(path: name, code: errno)
      }
    }
    if isFlushed { flushFolder(of: target) }
  }

  /// Gives up: the file beside is removed and an existing file stays as it was.
  package func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    if let temporary { _ = unsafe unlink(temporary) }
  }
}

/// Makes a rename in a folder survive a power cut.
private func flushFolder(of path: String) {
  let folder = folder(of: path)
  let descriptor = unsafe open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  fsync(descriptor)
  close(descriptor)
}

/// The part of a path up to and including its last slash.
private func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "" }
  return String(path[...slash])
}

/// The path with all symbolic links followed.
private func resolved(_ path: String) -> String {
  guard let resolved = unsafe realpath(path, nil) else { return path }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}
