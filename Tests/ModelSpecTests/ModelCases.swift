import Foundation
import Testing

@testable import ModelSpec

/// A folder with a model and what is to be expected of it.
struct ModelCase: Sendable, CustomTestStringConvertible {
  let folder: URL

  var name: String { folder.lastPathComponent }
  var testDescription: String { name }

  /// The model, as a file or as a package.
  var path: String {
    let file = folder.appending(path: "model.mlmodel").path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: file) else {
      return folder.appending(path: "model.mlpackage").path(percentEncoded: false)
    }
    return file
  }

  /// Whether there is a model besides compiled ones.
  var isSource: Bool { FileManager.default.fileExists(atPath: path) }

  func bytes() throws -> [UInt8] {
    let inPackage = "model.mlpackage/Data/com.apple.CoreML/model.mlmodel"
    let file = folder.appending(path: path.hasSuffix(".mlmodel") ? "model.mlmodel" : inPackage)
    return try [UInt8](Data(contentsOf: file))
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Cases/models")

  /// The cases of a folder, sorted by name.
  static func all(in folder: URL) -> [ModelCase] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (found ?? []).sorted { $0.path() < $1.path() }.map { ModelCase(folder: $0) }
      .filter {
        FileManager.default.fileExists(
          atPath: $0.folder.appending(path: "case.json").path(percentEncoded: false))
      }
  }

  static let valid = all(in: root)
  static let updatable = all(in: root.appending(path: "updatable"))

  static func named(_ name: String) -> ModelCase { ModelCase(folder: root.appending(path: name)) }
}
