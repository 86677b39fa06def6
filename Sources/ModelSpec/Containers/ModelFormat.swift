/// The three forms in which a model lies on disk.
package enum ModelFormat: Sendable, Equatable {
  /// One protobuf message, `X.mlmodel`.
  case model
  /// A folder with a manifest, `X.mlpackage`.
  case package
  /// A compiled bundle, `X.mlmodelc`.
  case compiled

  /// Whether somebody took a model for a file of another kind: by its name, or since it can be read
  /// as one.
  package static func isModel(at path: String) -> Bool {
    let kind = FileContents.kind(at: path)
    if kind == .missing { return false }
    let name = path.last == "/" ? String(path.dropLast()) : path
    if [".mlmodel", ".mlpackage", ".mlmodelc"].contains(where: name.hasSuffix) { return true }
    if kind == .folder {
      return FileContents.kind(at: path + "/coremldata.bin") == .file
    }
    return WireGuard.beginsLikeModel(FileContents.beginning(ofRegularFile: path, count: 4))
      && (try? ModelDocument.read(at: path)) != nil
  }

  /// Tells by content, not by name: a folder with a `Manifest.json` is a package, one with a
  /// `coremldata.bin` a compiled bundle; a folder with neither is taken for what its name says.
  package static func detect(at path: String) throws(ModelError) -> ModelFormat {
    switch FileContents.kind(at: path) {
    case .missing:
      throw ModelError(.missing, at: path, "cannot be opened: \(FileContents.lastError)")
    case .file, .other:
      return .model
    case .folder:
      if FileContents.kind(at: path + "/Manifest.json") == .file { return .package }
      if FileContents.kind(at: path + "/coremldata.bin") == .file { return .compiled }
      let name = path.last == "/" ? String(path.dropLast()) : path
      if name.hasSuffix(".mlpackage") { return .package }
      if name.hasSuffix(".mlmodelc") { return .compiled }
      throw ModelError(
        .package, at: path,
        "the folder is neither a package (no Manifest.json) nor a compiled model (no coremldata.bin)"
      )
    }
  }
}
