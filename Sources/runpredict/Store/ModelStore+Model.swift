import ModelSpec

extension ModelStore {
  /// The model of a version, read from its bundle with all checks.
  func document(of version: Int) throws -> ModelDocument {
    let path = modelPath(of: version)
    do {
      return try ModelDocument.read(at: path)
    } catch {
      let part = error.path.isEmpty || error.path == path ? path : path + ": " + error.path
      throw StoreError.damaged(part, "the model of version \(version) is damaged: \(error.message)")
    }
  }

  /// Whether a version has all it needs to be used.
  func isIntact(_ version: Int) -> Bool {
    (try? record(of: version)) != nil && (try? document(of: version)) != nil
  }
}
