extension ModelDocument {
  /// The same model with other numbers in some layers, and everything else as it was.
  ///
  /// The new numbers are stored in 32 bits, also where the old ones had 16: a small step of the
  /// training would round to nothing.
  package func replacingWeights(_ layers: [LayerWeights]) throws(ModelError) -> ModelDocument {
    let unpacked = try UnpackedModel(bytes, limits: limits)
    for layer in layers { try unpacked.replace(layer) }
    return try ModelDocument(
      bytes: unpacked.packed(), format: format, limits: limits,
      weights: WeightFolder(files: weightFiles))
  }
}
