/// A `.mlmodelc` folder: the simplest case of Apple's layout, in which the whole model is the payload
/// of one file, with sizes and checksums beside it.
package enum CompiledBundle {
  static let dataName = "coremldata.bin"
  static let metadataName = "metadata.json"

  /// The parts of a bundle and their bytes, in the order in which they are written.
  static func parts(of document: ModelDocument, named name: String) -> [(String, [UInt8])] {
    let header = CompiledHeader(
      compilerVersion: CompiledHeader.ownCompilerVersion, kind: UInt32(document.model.kind.number),
      variant: CompiledHeader.specVariant,
      specificationVersion: UInt64(document.model.specificationVersion))
    let data = header.encoded() + document.bytes
    let metadata = CanonicalJSON.encode([BundleMetadata(document.model, className: name)])
    let integrity = BundleIntegrity(of: [dataName: data, metadataName: metadata])
    return [
      (dataName, data), (metadataName, metadata), (BundleIntegrity.name, integrity.encoded()),
    ]
  }

  /// The serialized model in the bundle at a path, and the kind that its header names.
  static func readModel(
    at path: String, limits: DecodingLimits
  ) throws(ModelError) -> (bytes: [UInt8], kind: Int) {
    let checked = try readParts(at: path, limits: limits)
    let data =
      if let checked { checked } else {
        try read(dataName, at: path, limit: limits.maximumBytes)
      }
    guard let (header, payload) = CompiledHeader.split(data) else {
      throw ModelError(.bundle, at: dataName, "this part of the bundle is damaged or cut off")
    }
    let kind = ModelKindNames.name(Int(header.kind))
    guard header.variant == CompiledHeader.specVariant else {
      throw ModelError(
        .unsupportedKind, at: kind,
        "\(kind.withArticle) compiled by Apple's tools (variant '\(header.variant)') cannot be read here",
        hint: "give the .mlmodel or .mlpackage that it was compiled from")
    }
    guard !header.isOwn || checked != nil else {
      throw ModelError(.bundle, at: BundleIntegrity.name, "this part of the bundle is missing")
    }
    return (payload, Int(header.kind))
  }

  /// Checks all parts that `integrity.json` lists, and gives the model's; nil without that file.
  private static func readParts(
    at path: String, limits: DecodingLimits
  ) throws(ModelError) -> [UInt8]? {
    guard FileContents.kind(at: "\(path)/\(BundleIntegrity.name)") != .missing else { return nil }
    let integrity = try BundleIntegrity(
      read(BundleIntegrity.name, at: path, limit: BundleIntegrity.maximumBytes))
    var data: [UInt8]?
    for name in [dataName, metadataName] where integrity.parts[name] == nil {
      throw ModelError(.bundle, at: name, "integrity.json does not list this part of the bundle")
    }
    for name in integrity.parts.keys.sorted() {
      guard SafePath.isInside(name) else {
        throw ModelError(.path, at: BundleIntegrity.name, "'\(name)' lies outside the bundle")
      }
      let bytes = try read(name, at: path, limit: limits.maximumBytes)
      try integrity.check(name, bytes)
      if name == dataName { data = bytes }
    }
    return data
  }

  private static func read(
    _ name: String, at path: String, limit: Int
  ) throws(ModelError) -> [UInt8] {
    let file = "\(path)/\(name)"
    guard FileContents.kind(at: file) == .file else {
      throw ModelError(.bundle, at: name, "this part of the bundle is missing")
    }
    guard SafePath.leads(file, insideOf: path) else {
      throw ModelError(.path, at: name, "a link leads out of the bundle")
    }
    return try FileContents.read(at: file, named: name, limit: limit)
  }
}
