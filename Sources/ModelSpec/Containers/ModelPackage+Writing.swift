import FoundationEssentials

extension ModelPackage {
  /// Refuses what lies at a path if it is nothing that a package may ever replace.
  package static func checkKind(at path: String) throws(ModelError) {
    try FolderDestination(path, marker: manifestName).checkKind()
  }

  /// Writes a package with the model's bytes and its files of weights, as bundles are written.
  ///
  /// The same model gives the same bytes: the identifiers of the items are made from their paths.
  package static func write(
    _ document: ModelDocument, to path: String, replacing: Bool = false
  ) throws(ModelError) {
    try document.requireWhole()
    let folder = "com.apple.CoreML"
    let root = identifier(1)
    var items = [
      root: Manifest.Item(
        author: folder, description: "CoreML Model Specification", name: "model.mlmodel",
        path: "\(folder)/model.mlmodel")
    ]
    var parts = [("Data/\(folder)/model.mlmodel", document.bytes)]
    for file in document.weightFiles {
      parts.append(("Data/\(folder)/\(file.name)", try file.bytes(0..<file.size)))
    }
    let names = Set(document.weightFiles.map { $0.name.split(separator: "/").first ?? "" })
    for (index, name) in names.sorted().enumerated() {
      items[identifier(index + 2)] = Manifest.Item(
        author: folder, description: "CoreML Model Weights", name: String(name),
        path: "\(folder)/\(name)")
    }
    let manifest = Manifest(
      fileFormatVersion: "1.0.0", rootModelIdentifier: root, itemInfoEntries: items)
    parts.append((manifestName, CanonicalJSON.encode(manifest)))
    try FolderDestination(path, marker: manifestName).write(parts, replacing: replacing)
  }

  private static func identifier(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }
}
