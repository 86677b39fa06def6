import Glibc

/// Paths that come from inside a package or bundle, and must not lead out of it.
enum SafePath {
  /// Whether a relative path, taken as text, stays below the folder that it is relative to.
  static func isInside(_ path: String) -> Bool {
    guard !path.isEmpty, !path.hasPrefix("/"), !path.utf8.contains(0) else { return false }
    return !path.split(separator: "/").contains("..")
  }

  /// Whether a path, all links followed, ends inside of a folder.
  static func leads(_ path: String, insideOf folder: String) -> Bool {
    guard let target = resolved(path), let root = resolved(folder) else { return false }
    return target.hasPrefix(root == "/" ? root : root + "/")
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
