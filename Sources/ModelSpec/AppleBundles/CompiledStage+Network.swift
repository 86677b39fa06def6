/// Neural networks: interface and labels here, layers and weights in the files `model.espresso.*`.
extension CompiledStage {
  mutating func network() throws(ModelError) -> [UInt8] {
    let description = try reader.data()
    let kindPlace = reader.position
    let repeated: UInt64 = try reader.number()
    guard repeated == UInt64(header.kind) else {
      throw reader.damaged("the header says \(kind), this part the kind \(repeated)", at: kindPlace)
    }
    let classes = header.kind == 403 ? try classes() : nil
    let outputs = try reader.texts()
    try reader.expectEnd()
    let update = try CompiledUpdate(of: folder)
    try checkEmptyTables()
    var layers = try CompiledNetwork(folder, updatable: update?.layers ?? [])
    let network = NeuralNetwork(layers: try layers.layers())
    let produced = Set(network.layers.flatMap(\.outputs))
    for output in outputs where !produced.contains(output) {
      throw reader.damaged("no layer makes the output '\(output)'")
    }
    if let update, !produced.contains(update.loss) {
      throw ModelError(
        .bundle, at: folder.path("updateParameters/\(CompiledBundle.dataName)"),
        "no layer makes '\(update.loss)', of which the loss is measured")
    }
    let kind: ModelKind =
      switch header.kind {
      case 303: .neuralNetworkRegressor(network)
      case 403:
        .neuralNetworkClassifier(
          NeuralNetworkClassifier(
            network: network, labels: classes?.labels ?? .strings([]),
            labelProbabilityLayerName: classes?.probabilities ?? ""))
      default: .neuralNetwork(network)
      }
    var content = ModelEncoder.content(of: kind)
    if let update { content += update.field }
    return try assemble(
      description: description, isUpdatable: update != nil, content: content)
  }

  /// Tables that say something for images only, and one of which no use was seen.
  private func checkEmptyTables() throws(ModelError) {
    for name in ["model", "neural_network_optionals"] {
      let table = folder.folder(name)
      guard table.has(CompiledBundle.dataName) else { continue }
      let reader = try PartReader(CompiledBundle.dataName, of: table)
      guard let place = reader.bytes.firstIndex(where: { $0 != 0 }) else { continue }
      throw reader.unknown("this part is known as zeros only", at: place)
    }
  }

  /// The labels of a classifier, and the blob that holds their probabilities.
  private mutating func classes() throws(ModelError) -> (labels: ClassLabels, probabilities: String)
  {
    let place = reader.position
    let type: UInt64 = try reader.number()
    switch type {
    case 100: return (.strings(try reader.texts()), try reader.text())
    case 101:
      var labels: [Int64] = []
      for _ in 0..<(try reader.count(elementSize: 8)) {
        labels.append(Int64(bitPattern: try reader.number()))
      }
      return (.int64s(labels), try reader.text())
    default:
      throw reader.unknown("the type \(type) of class labels is not known", at: place)
    }
  }
}

/// What is kept of a network that can be updated.
private struct CompiledUpdate {
  let layers: Set<String>
  /// The blob that the loss reads.
  let loss: String
  /// The field `updateParams` of the network, as it was in the source.
  let field: [UInt8]

  /// nil for a network that cannot be updated.
  init?(of stage: BundleFolder) throws(ModelError) {
    let folder = stage.folder("updateParameters")
    guard folder.has(CompiledBundle.dataName) else { return nil }
    var reader = try PartReader(CompiledBundle.dataName, of: folder)
    layers = Set(try reader.texts())
    loss = try reader.text()
    try reader.expectEnd()
    var writer = WireWriter()
    writer.message(
      10, bytes: try folder.folder("NetworkUpdateParameters").read(CompiledBundle.dataName))
    field = writer.bytes
  }
}
