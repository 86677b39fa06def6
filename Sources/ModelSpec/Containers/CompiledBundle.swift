/// A `.mlmodelc` folder: the simplest case of Apple's layout, in which the whole model is the payload
/// of one file, with sizes and checksums beside it.
package enum CompiledBundle {
  static let dataName = "coremldata.bin"
  static let metadataName = "metadata.json"

  /// The parts of a bundle and their bytes, in the order in which they are written.
  static func parts(
    of document: ModelDocument, named name: String
  ) throws(ModelError) -> [(String, [UInt8])] {
    try document.requireWhole()
    let header = CompiledHeader(
      compilerVersion: CompiledHeader.ownCompilerVersion, kind: UInt32(document.model.kind.number),
      variant: CompiledHeader.specVariant,
      specificationVersion: UInt64(document.model.specificationVersion))
    let data = header.encoded() + document.bytes
    let metadata = CanonicalJSON.encode([BundleMetadata(document.model, className: name)])
    var parts = [(dataName, data), (metadataName, metadata)]
    for file in document.weightFiles { parts.append((file.name, try file.bytes(0..<file.size))) }
    let integrity = BundleIntegrity(of: Dictionary(parts) { first, _ in first })
    return parts + [(BundleIntegrity.name, integrity.encoded())]
  }

  /// The serialized model in the bundle at a path, its header, its weights, and why it must not be
  /// written or trained if there is a reason.
  static func readModel(
    at path: String, limits: DecodingLimits
  ) throws(ModelError) -> (
    bytes: [UInt8], header: CompiledHeader, weights: WeightFolder, reservation: ModelError?
  ) {
    var checked = try readParts(at: path, limits: limits)
    let data =
      if let data = checked?.removeValue(forKey: dataName) { data } else {
        try read(dataName, at: path, limit: limits.maximumBytes)
      }
    guard let (header, payload) = CompiledHeader.split(data) else {
      throw ModelError(.bundle, at: dataName, "this part of the bundle is damaged or cut off")
    }
    guard !header.isOwn || checked != nil else {
      throw ModelError(.bundle, at: BundleIntegrity.name, "this part of the bundle is missing")
    }
    let weights =
      checked.map { parts in
        WeightFolder(files: parts.map { WeightFile(name: $0.key, bytes: $0.value) })
      } ?? WeightFolder(folder: path, insideOf: path)
    guard header.variant == CompiledHeader.specVariant else {
      var stage = try CompiledStage(BundleFolder(at: path, maximumBytes: limits.maximumBytes))
      var tally = BundleTally()
      let bytes = try stage.model(tally: &tally)
      return (bytes, header, weights, tally.reservation)
    }
    return (payload, header, weights, nil)
  }

  /// Checks all parts that `integrity.json` lists, and gives the model's and those of its weights;
  /// nil without that file.
  private static func readParts(
    at path: String, limits: DecodingLimits
  ) throws(ModelError) -> [String: [UInt8]]? {
    guard FileContents.kind(at: "\(path)/\(BundleIntegrity.name)") != .missing else { return nil }
    let integrity = try BundleIntegrity(
      read(BundleIntegrity.name, at: path, limit: BundleIntegrity.maximumBytes))
    var parts: [String: [UInt8]] = [:]
    for name in [dataName, metadataName] where integrity.parts[name] == nil {
      throw ModelError(.bundle, at: name, "integrity.json does not list this part of the bundle")
    }
    for name in integrity.parts.keys.sorted() {
      guard SafePath.isInside(name) else {
        throw ModelError(.path, at: BundleIntegrity.name, "'\(name)' lies outside the bundle")
      }
      let bytes = try read(name, at: path, limit: limits.maximumBytes)
      try integrity.check(name, bytes)
      if name != metadataName { parts[name] = bytes }
    }
    return parts
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
