/// Tree ensembles: interface and labels here, the trees in a file beside.
extension CompiledStage {
  mutating func trees() throws(ModelError) -> [UInt8] {
    let description = try reader.data()
    try reader.expect(UInt64(0), "the number before the name of the trees' file")
    let namePlace = reader.position
    let name = try reader.text()
    guard name == "_B0000.DAT" else {
      throw reader.unknown(
        "the trees lie in '\(name.prefix(80))', not in _B0000.DAT", at: namePlace)
    }
    let dimensionsPlace = reader.position
    let dimensions: UInt64 = try reader.number()
    let labels = header.kind == 402 ? try classLabels() : nil
    try reader.expectEnd()
    let (ensemble, transform) = try CompiledTrees.read(try PartReader(name, of: folder))
    guard ensemble.predictionDimensions == dimensions else {
      throw reader.damaged(
        "there are \(dimensions) dimensions, in _B0000.DAT \(ensemble.predictionDimensions)",
        at: dimensionsPlace)
    }
    let kind: ModelKind =
      if let labels {
        .treeEnsembleClassifier(
          TreeEnsembleClassifier(
            ensemble: ensemble, postEvaluationTransform: transform, labels: labels))
      } else {
        .treeEnsembleRegressor(
          TreeEnsembleRegressor(ensemble: ensemble, postEvaluationTransform: transform))
      }
    return try assemble(description: description, content: ModelEncoder.content(of: kind))
  }

  /// Texts and integers, one of which is empty.
  private mutating func classLabels() throws(ModelError) -> ClassLabels {
    let place = reader.position
    let texts = try reader.texts()
    var integers: [Int64] = []
    for _ in 0..<(try reader.count(elementSize: 8)) {
      integers.append(Int64(bitPattern: try reader.number()))
    }
    switch (texts.isEmpty, integers.isEmpty) {
    case (false, true): return .strings(texts)
    case (true, false): return .int64s(integers)
    default:
      throw reader.damaged("the class labels are neither texts alone nor integers alone", at: place)
    }
  }
}
