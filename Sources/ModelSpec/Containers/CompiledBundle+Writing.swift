extension CompiledBundle {
  /// Refuses what lies at a path if it is nothing that a bundle may ever replace.
  package static func checkKind(at path: String) throws(ModelError) {
    try FolderDestination(path, marker: dataName).checkKind()
  }

  /// Finds out whether a bundle can be written, before the work that makes its model.
  package static func checkDestination(
    _ path: String, replacing: Bool
  ) throws(ModelError) {
    try FolderDestination(path, marker: dataName).check(replacing: replacing)
  }

  /// Writes a bundle as `FolderDestination` does.
  package static func write(
    _ document: ModelDocument, to path: String, replacing: Bool = false
  ) throws(ModelError) {
    let destination = FolderDestination(path, marker: dataName)
    let parts = try parts(of: document, named: BundleMetadata.className(ofFile: destination.name))
    try destination.write(parts, replacing: replacing)
  }
}
