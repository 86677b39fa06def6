import Foundation

/// A folder of its own for one test, removed when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "runpredict-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Every file below the folder with its bytes.
  func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      contents[name] = FileManager.default.contents(atPath: path + "/" + name)
    }
    return contents
  }
}
