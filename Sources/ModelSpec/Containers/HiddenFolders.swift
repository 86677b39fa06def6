import FoundationEssentials
import Glibc

/// The folders in which bundles and packages grow: hidden, beside their place, called
/// `.NAME.PROCESS-NUMBER`, and the one that is being replaced with `.old` behind that.
///
/// Whoever writes one holds its lock, which the kernel gives up when the process dies, however it
/// dies. So a folder whose lock can be had is a leftover, also where process numbers mean nothing, as
/// in folders that several containers share.
struct HiddenFolders {
  static let replacedEnding = ".old"

  /// A new folder, locked where the file system has locks.
  struct Folder {
    var path: String
    fileprivate var descriptor: Int32

    /// Lets others have it; to be called once.
    func unlock() { close(descriptor) }
  }

  private let parent: String
  private let prefix: String

  init(beside name: String, in parent: String) {
    self.parent = parent
    // Names of files have 255 bytes at most.
    prefix = ".\(String(decoding: name.utf8.prefix(200), as: UTF8.self))."
  }

  /// Makes a folder; nil, with `errno`, if that is impossible.
  func create() -> Folder? {
    while true {
      let number = UInt32.random(in: .min ... .max)
      let path = "\(parent)/\(prefix)\(getpid())-\(number)"
      guard unsafe mkdir(path, 0o777) == 0 else {
        if errno == EEXIST { continue }
        return nil
      }
      let descriptor = unsafe open(path, Self.opening)
      // Somebody who clears away may have come between; where nothing can be locked, nobody can.
      if descriptor < 0 && errno != ENOENT
        || (flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
          && Self.isThere(descriptor, path)
      {
        return Folder(path: path, descriptor: descriptor)
      }
      close(descriptor)
    }
  }

  /// Removes what killed writers left: folders that were not finished or, once there is a newer one,
  /// those that had been `replaced`.
  func removeLeftovers(replaced: Bool = false) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where isOurs(name, ending: replaced ? Self.replacedEnding : "") {
      let path = "\(parent)/\(name)"
      guard let lock = Self.lock(path) else { continue }
      try? FileManager.default.removeItem(atPath: path)
      close(lock)
    }
  }

  /// Opens a folder of our own, not a link to one, and takes its lock; nil if another has it.
  static func lock(_ path: String) -> Int32? {
    let descriptor = unsafe open(path, opening)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0, isThere(descriptor, path)
    {
      return descriptor
    }
    close(descriptor)
    return nil
  }

  private static let opening = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

  /// Whether an open folder is still the one at its path.
  private static func isThere(_ descriptor: Int32, _ path: String) -> Bool {
    var (folder, place) = (stat(), stat())
    return unsafe fstat(descriptor, &folder) == 0 && lstat(path, &place) == 0
      && folder.st_ino == place.st_ino && folder.st_dev == place.st_dev
  }

  private func isOurs(_ name: String, ending: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(ending) else { return false }
    let numbers = name.dropFirst(prefix.count).dropLast(ending.count).split(
      separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
  }
}
