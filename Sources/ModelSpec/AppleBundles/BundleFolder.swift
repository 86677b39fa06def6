/// The parts of a compiled bundle or of one of its stages, on disk or in memory.
package struct BundleFolder: Sendable {
  private enum Storage: Sendable {
    case disk(root: String)
    case memory([String: [UInt8]])
  }

  private let storage: Storage
  /// The way from the bundle to this folder: empty, or with a slash at the end.
  private let prefix: String
  let maximumBytes: Int

  /// A folder on disk; links that lead out of it are not followed.
  package init(at path: String, maximumBytes: Int = DecodingLimits().maximumBytes) {
    self.init(storage: .disk(root: path), prefix: "", maximumBytes: maximumBytes)
  }

  /// Parts by their paths inside the bundle, such as `model0/coremldata.bin`.
  package init(parts: [String: [UInt8]]) {
    self.init(storage: .memory(parts), prefix: "", maximumBytes: DecodingLimits().maximumBytes)
  }

  private init(storage: Storage, prefix: String, maximumBytes: Int) {
    self.storage = storage
    self.prefix = prefix
    self.maximumBytes = maximumBytes
  }

  func folder(_ name: String) -> BundleFolder {
    BundleFolder(storage: storage, prefix: "\(prefix)\(name)/", maximumBytes: maximumBytes)
  }

  /// The path of a part inside the bundle, for errors.
  func path(_ name: String) -> String { prefix + name }

  func has(_ name: String) -> Bool {
    switch storage {
    case .disk(let root): FileContents.kind(at: "\(root)/\(prefix)\(name)") == .file
    case .memory(let parts): parts[prefix + name] != nil
    }
  }

  /// The bytes of a part.
  func read(_ name: String) throws(ModelError) -> [UInt8] {
    let path = path(name)
    switch storage {
    case .disk(let root):
      let file = "\(root)/\(path)"
      guard FileContents.kind(at: file) == .file else { throw missing(name) }
      guard SafePath.leads(file, insideOf: root) else {
        throw ModelError(.path, at: path, "a link leads out of the bundle")
      }
      return try checked(FileContents.read(at: file, named: path, limit: maximumBytes), path)
    case .memory(let parts):
      guard let bytes = parts[path] else { throw missing(name) }
      return try checked(bytes, path)
    }
  }

  /// Refuses what is compressed: the algorithm is known, but no such bundle was seen.
  private func checked(_ bytes: [UInt8], _ path: String) throws(ModelError) -> [UInt8] {
    guard !bytes.starts(with: "bvx".utf8) else {
      throw ModelError(
        .unsupportedVariant, at: path, "this part of the bundle is compressed (LZFSE)",
        hint: CompiledStage.wayOut)
    }
    return bytes
  }

  private func missing(_ name: String) -> ModelError {
    ModelError(.bundle, at: path(name), "this part of the bundle is missing")
  }
}
