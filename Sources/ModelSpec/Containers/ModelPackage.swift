import FoundationEssentials
import Glibc

/// The `.mlpackage` folder: a manifest that names the model's file among its items.
package enum ModelPackage {
  struct Manifest: Codable {
    struct Item: Codable {
      var author: String
      var description: String
      var name: String
      /// Relative to the folder `Data`.
      var path: String
    }

    var fileFormatVersion: String
    var rootModelIdentifier: String
    var itemInfoEntries: [String: Item]
  }

  static let manifestName = "Manifest.json"
  /// Manifests have a few hundred bytes for each item.
  private static let maximumManifestBytes = 1 << 20

  /// The serialized model of the package at a path, and where its weights are.
  static func readModel(
    at path: String, limits: DecodingLimits
  ) throws(ModelError) -> (bytes: [UInt8], weights: WeightFolder) {
    let manifest = try readManifest(at: path)
    for (identifier, item) in manifest.itemInfoEntries.sorted(by: { $0.key < $1.key }) {
      guard SafePath.isInside(item.path) else {
        throw fault(.path, "item \(identifier) lies outside the package: '\(item.path)'")
      }
    }
    guard let root = manifest.itemInfoEntries[manifest.rootModelIdentifier] else {
      throw fault(
        .package, "the root model '\(manifest.rootModelIdentifier)' is not among the items")
    }
    let file = "\(path)/Data/\(root.path)"
    guard FileContents.kind(at: file) == .file else {
      throw fault(.package, "the root model's file '\(root.path)' is not in the package")
    }
    guard SafePath.leads(file, insideOf: path) else {
      throw fault(.path, "a link leads from '\(root.path)' out of the package")
    }
    let bytes = try FileContents.read(at: file, named: root.path, limit: limits.maximumBytes)
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (bytes, WeightFolder(folder: folder.joined(separator: "/"), insideOf: path))
  }

  private static func readManifest(at path: String) throws(ModelError) -> Manifest {
    let file = "\(path)/\(manifestName)"
    guard FileContents.kind(at: file) == .file else {
      throw fault(.package, "the package has no manifest")
    }
    let bytes = try FileContents.read(at: file, named: manifestName, limit: maximumManifestBytes)
    let manifest: Manifest
    do {
      manifest = try JSONDecoder().decode(Manifest.self, from: Data(bytes))
    } catch {
      throw fault(.package, "the manifest cannot be used: \(reason(error))")
    }
    guard manifest.fileFormatVersion.hasPrefix("1.") else {
      throw fault(.package, "file format version \(manifest.fileFormatVersion) is not known")
    }
    return manifest
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "'\(key.stringValue)' is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      context.codingPath.isEmpty
        ? "it is not an object"
        : "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has another type"
    default: "it is not JSON"
    }
  }

  private static func fault(_ reason: ModelError.Reason, _ message: String) -> ModelError {
    ModelError(reason, at: manifestName, message)
  }
}
