#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files in which outputs grow: hidden, beside their place, called `.NAME.PROCESS-NUMBER.tmp`.
///
/// Whoever writes one holds its lock, which the kernel gives up when the process dies, however it
/// dies. So a file whose lock can be had is a leftover, also where process numbers mean nothing, as in
/// folders that several containers share.
struct HiddenFiles {
  private let folder: String
  private let prefix: String

  init(beside target: String) {
    folder = Tables.folder(of: target)
    // Names of files have 255 bytes at most.
    let name = String(decoding: target.utf8.dropFirst(folder.utf8.count).prefix(200), as: UTF8.self)
    prefix = ".\(name)."
  }

  /// Makes a file and takes its lock; nil, with `errno`, if that is impossible.
  func create() -> (path: String, descriptor: Int32)? {
    while true {
      let number = UInt32.random(in: .min ... .max)
      let path = "\(folder)\(prefix)\(getpid())-\(number).tmp"
      let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor < 0 {
        if errno == EEXIST { continue }
        return nil
      }
      // Somebody who clears away may have come between; where nothing can be locked, nobody can.
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      if isLocked || errno != EWOULDBLOCK, isThere(descriptor, path) {
        return (path, descriptor)
      }
      close(descriptor)
    }
  }

  /// Removes the files of writers that were killed.
  func removeLeftovers() {
    guard let list = unsafe opendir(folder.isEmpty ? "." : folder) else { return }
    defer { unsafe closedir(list) }
    while let entry = unsafe readdir(list) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if isOurs(name) { removeLeftover(folder + name) }
    }
  }

  /// Whether a name is one that `create` gives.
  private func isOurs(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(".tmp") else { return false }
    let numbers = name.dropFirst(prefix.count).dropLast(4).split(
      separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
  }

  private func removeLeftover(_ path: String) {
    // A link or a pipe of such a name is somebody else's.
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      isThere(descriptor, path)
    else { return }
    _ = unsafe unlink(path)
  }

  /// Whether an open file is still the one at its path.
  private func isThere(_ descriptor: Int32, _ path: String) -> Bool {
    var (file, place) = (stat(), stat())
    return unsafe fstat(descriptor, &file) == 0 && lstat(path, &place) == 0
      && file.st_ino == place.st_ino && file.st_dev == place.st_dev
  }
}
