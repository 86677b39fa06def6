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
/// A character device or named pipe (`/dev/stdout`) cannot be renamed over and is written directly; a
/// pipe waits for its reader. What a killed writer left beside the place is removed by the next one.
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
  /// An existing file is replaced only if `overwrites` is set; it is flushed to disk if `isFlushed` is. A
  /// device or named pipe will do only if `takesStreams` is set.
  ///
  /// - Throws: `exists` (a file that comes into being meanwhile is found by `commit`), `notAFile` or
  ///   `cannotCreate`.
  package init(
    _ path: String, overwrites: Bool, isFlushed: Bool = true, takesStreams: Bool = true
  ) throws(OutputError) {
    name = path
    self.overwrites = overwrites
    self.isFlushed = isFlushed
    if takesStreams, let open = Self.openStream(path) {
      (temporary, target) = (nil, path)
      descriptor = dup(open)
      if descriptor < 0 { throw .cannotCreate(path: path, code: errno) }
      return
    }
    let status = try Self.status(
      of: path, overwrites: overwrites, takesStreams: takesStreams)
    target = status == nil ? path : resolved(path)
    if let status, status.st_mode & S_IFMT != S_IFREG {
      temporary = nil
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
      if descriptor < 0 { throw .cannotCreate(path: path, code: errno) }
      return
    }
    let beside = HiddenFiles(beside: target)
    beside.removeLeftovers()
    guard let (path, descriptor) = beside.create() else {
      throw .cannotCreate(path: path, code: errno)
    }
    temporary = path
    self.descriptor = descriptor
    if let status { fchmod(descriptor, status.st_mode & 0o7777) }
  }

  /// Refuses what an output may not replace, without opening anything.
  ///
  /// - Throws: `exists` or `notAFile`.
  package static func check(
    _ path: String, overwrites: Bool, takesStreams: Bool = true
  ) throws(OutputError) {
    _ = try status(of: path, overwrites: overwrites, takesStreams: takesStreams)
  }

  /// What there is at a path; nil if there is nothing.
  private static func status(
    of path: String, overwrites: Bool, takesStreams: Bool
  ) throws(OutputError) -> stat? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    let isStream = kind == S_IFCHR || kind == S_IFIFO
    guard kind == S_IFREG || isStream && takesStreams else {
      throw .notAFile(path: path, found: words(for: kind))
    }
    if kind == S_IFREG, !overwrites { throw .exists(path: path) }
    return status
  }

  /// The open file that a path names by its number; also where it leads to a file, the file itself
  /// is not meant.
  private static func openStream(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": STDOUT_FILENO
    case "/dev/stderr": STDERR_FILENO
    default: path.hasPrefix("/dev/fd/") ? Int32(path.dropFirst(8)) : nil
    }
  }

  private static func words(for kind: mode_t) -> String {
    switch kind {
    case S_IFDIR: "a folder"
    case S_IFIFO: "a named pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  deinit { discard() }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try writeAll(bytes, to: descriptor, name: name)
  }

  /// Puts the file into its place; without it nothing appears.
  package func commit() throws(OutputError) {
    defer { discard() }
    guard let temporary else { return }
    guard isFlushed ? fsync(descriptor) == 0 : isAccepted else {
      throw .writeFailed(name: name, code: errno)
    }
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

  /// Whether the file system has taken all bytes.
  ///
  /// Over a network it may say no only when a descriptor is closed; closing that of a copy keeps the lock.
  private var isAccepted: Bool {
    let copy = dup(descriptor)
    return copy >= 0 && close(copy) == 0
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
func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "" }
  return String(path[...slash])
}

/// The path with all symbolic links followed.
private func resolved(_ path: String) -> String {
  guard let resolved = unsafe realpath(path, nil) else { return path }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}
