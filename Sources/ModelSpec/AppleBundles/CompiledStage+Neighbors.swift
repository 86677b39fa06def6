/// Nearest neighbours without samples, the only ones of which a bundle was seen.
///
/// Where the weighting and the index lie is not known. The answers of a model without samples do not
/// depend on them, so it can be described and asked; written or trained it would rest on a guess.
extension CompiledStage {
  mutating func nearestNeighbors(tally: inout BundleTally) throws(ModelError) -> [UInt8] {
    let description = try reader.data()
    let place = reader.position
    let dimensions: UInt64 = try reader.number()
    guard let dimensions = Int32(exactly: dimensions) else {
      throw reader.damaged("\(dimensions) dimensions are no number of dimensions", at: place)
    }
    try reader.expect(UInt32(0), "the number behind the dimensions")
    try reader.expect(UInt64(100), "the type of the labels")
    try reader.expect(UInt64(0), "the number of samples")
    try reader.expect(UInt64(110), "the type of the label that is the default")
    let label = try reader.text()
    try reader.expect(UInt64(1), "the last number")
    try reader.expectEnd()
    tally.reservation = ModelError(
      .unsupportedVariant, at: folder.path(CompiledBundle.dataName),
      "where the bundle keeps the weighting and the index of the nearest neighbours is not known: the model can be described and asked, not trained or written",
      hint: Self.wayOut)
    var content = WireWriter()
    content.message(1) { index in
      index.int(1, Int64(dimensions))
      index.message(100) { _ in }
      index.message(200) { _ in }
    }
    content.message(3, bytes: try numberOfNeighbors())
    content.message(100) { _ in }
    content.presentText(110, label)
    content.message(200) { _ in }
    let asked = try assemble(description: description, content: content.bytes)
    // Only a model that can be updated describes what it is trained with.
    let isUpdatable =
      if let isTrained { isTrained } else {
        try !ModelDecoder.decode(asked).description.trainingInputs.isEmpty
      }
    guard isUpdatable else { return asked }
    return try assemble(description: description, isUpdatable: true, content: content.bytes)
  }

  /// The serialized parameter, with its range.
  private func numberOfNeighbors() throws(ModelError) -> [UInt8] {
    try folder.folder("modelParameters/numberOfNeighbors").read(CompiledBundle.dataName)
  }
}
