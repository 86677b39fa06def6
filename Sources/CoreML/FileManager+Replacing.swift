public import Foundation

extension FileManager {
  /// Puts a file or folder in the place of another one, or where none is yet, as on Apple's systems.
  ///
  /// Apps save an updated model so. Foundation's own function of this name cannot replace a folder on
  /// Linux, and a compiled model is one. Without a backup name and options, calls come here.
  ///
  /// - Parameters:
  ///   - originalItemURL: What is replaced.
  ///   - newItemURL: What takes its place; it may be on another volume.
  /// - Returns: `originalItemURL`.
  /// - Throws: An error of Foundation; the original is in its place then.
  public func replaceItemAt(
    _ originalItemURL: URL, withItemAt newItemURL: URL
  ) throws -> URL? {
    let folder = originalItemURL.deletingLastPathComponent()
    let name = ".\(originalItemURL.lastPathComponent).\(UUID().uuidString)"
    // All that may be slow or fail for want of space comes before the original is touched.
    let new = folder.appendingPathComponent(name + ".new")
    try moveItem(at: newItemURL, to: new)
    guard fileExists(atPath: originalItemURL.path) else {
      try moveItem(at: new, to: originalItemURL)
      return originalItemURL
    }
    let old = folder.appendingPathComponent(name + ".old")
    try moveItem(at: originalItemURL, to: old)
    do { try moveItem(at: new, to: originalItemURL) } catch {
      try moveItem(at: old, to: originalItemURL)
      throw error
    }
    try removeItem(at: old)
    return originalItemURL
  }
}
