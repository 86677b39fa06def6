@testable import ModelSpec

/// Lays models out as Apple's compiler does, as far as the layout is known (docs/mlmodelc.md).
struct AppleBundle {
  private(set) var parts: [String: [UInt8]] = [:]

  init(_ model: Model) {
    write(model, in: "")
  }

  private mutating func write(_ model: Model, in folder: String) {
    let description = Self.description(of: model)
    switch model.kind {
    case .pipeline(let pipeline), .pipelineRegressor(let pipeline),
      .pipelineClassifier(let pipeline):
      write(pipeline, of: model, description, in: folder)
    case .treeEnsembleRegressor(let regressor):
      let trees = AppleTrees(regressor.ensemble, transform: regressor.postEvaluationTransform)
      var tail = PartWriter()
      tail.write(trees: regressor.ensemble.predictionDimensions)
      write(model, description + tail.bytes, version: [1, 0, 0], in: folder)
      parts["\(folder)_B0000.DAT"] = trees.bytes
    case .treeEnsembleClassifier(let classifier):
      let trees = AppleTrees(classifier.ensemble, transform: classifier.postEvaluationTransform)
      var tail = PartWriter()
      tail.write(trees: classifier.ensemble.predictionDimensions)
      switch classifier.labels {
      case .strings(let labels):
        tail.texts(labels)
        tail.number(UInt64(0))
      case .int64s(let labels):
        tail.number(UInt64(0))
        tail.integers(labels)
      }
      write(model, description + tail.bytes, version: [1, 0, 0], in: folder)
      parts["\(folder)_B0000.DAT"] = trees.bytes
    case .neuralNetwork(let network), .neuralNetworkRegressor(let network):
      write(network, of: model, description, classes: [], in: folder)
    case .neuralNetworkClassifier(let classifier):
      var classes = PartWriter()
      switch classifier.labels {
      case .strings(let labels):
        classes.number(UInt64(100))
        classes.texts(labels)
      case .int64s(let labels):
        classes.number(UInt64(101))
        classes.integers(labels)
      }
      classes.text(classifier.probabilities)
      write(classifier.network, of: model, description, classes: classes.bytes, in: folder)
    case .kNearestNeighborsClassifier(let classifier):
      write(classifier, of: model, description, in: folder)
    default:
      write(
        model, ModelEncoder.encode(model), variant: CompiledHeader.specVariant, version: [1, 0, 0],
        in: folder)
    }
  }

  private mutating func write(
    _ pipeline: Pipeline, of model: Model, _ description: [UInt8], in folder: String
  ) {
    var variant = "generic"
    for (index, stage) in pipeline.models.enumerated() {
      write(stage, in: "\(folder)model\(index)/")
      guard let header = header(in: "\(folder)model\(index)/") else { continue }
      let version = header.compilerVersion.map(String.init).joined(separator: ".")
      variant += ".model\(index)v\(version)\(header.variant)"
    }
    var tail = PartWriter()
    tail.number(UInt64(pipeline.models.count))
    tail.number(UInt64(model.kind.number))
    write(model, description + tail.bytes, variant: variant, version: [1, 0, 1], in: folder)
    if !pipeline.names.isEmpty {
      var names = PartWriter()
      names.texts(pipeline.names)
      parts["\(folder)modelNames/coremldata.bin"] = names.bytes
    }
    if model.isUpdatable {
      var update = PartWriter()
      update.integers([Int64(pipeline.models.count - 1)])
      parts["\(folder)updateParameters/coremldata.bin"] = update.bytes
    }
  }

  private mutating func write(
    _ network: NeuralNetwork, of model: Model, _ description: [UInt8], classes: [UInt8],
    in folder: String
  ) {
    var tail = PartWriter()
    tail.number(UInt64(model.kind.number))
    tail.append(classes)
    tail.texts(network.layers.last?.outputs ?? [])
    write(model, description + tail.bytes, version: [3, 0, 0], in: folder)
    let files = AppleNetwork(network)
    parts["\(folder)model.espresso.net"] = Array(files.net.utf8)
    parts["\(folder)model.espresso.shape"] = Array(files.shape.utf8)
    parts["\(folder)model.espresso.weights"] = files.weights
    guard let update = network.updateParameters else { return }
    var names = PartWriter()
    names.texts(network.layers.filter(\.isUpdatable).map(\.name))
    names.text(update.losses.first?.input ?? "")
    parts["\(folder)updateParameters/coremldata.bin"] = names.bytes
    parts["\(folder)updateParameters/NetworkUpdateParameters/coremldata.bin"] = Self.field(
      10, of: ModelEncoder.content(of: model.kind))
  }

  private mutating func write(
    _ classifier: KNearestNeighborsClassifier, of model: Model, _ description: [UInt8],
    in folder: String
  ) {
    var tail = PartWriter()
    tail.number(UInt64(classifier.dimensions))
    tail.number(UInt32(0))
    tail.number(UInt64(100))
    tail.number(UInt64(0))
    tail.number(UInt64(110))
    tail.text(classifier.defaultLabel?.texts.first ?? "")
    tail.number(UInt64(1))
    write(model, description + tail.bytes, variant: "notreesyet", version: [1, 0, 0], in: folder)
    parts["\(folder)modelParameters/numberOfNeighbors/coremldata.bin"] = Self.field(
      3, of: ModelEncoder.content(of: model.kind))
  }

  private mutating func write(
    _ model: Model, _ payload: [UInt8], variant: String = "generic", version: [UInt64],
    in folder: String
  ) {
    let header = CompiledHeader(
      compilerVersion: version, kind: UInt32(model.kind.number), variant: variant,
      specificationVersion: UInt64(model.specificationVersion))
    parts["\(folder)coremldata.bin"] = header.encoded() + payload
  }

  private func header(in folder: String) -> CompiledHeader? {
    parts["\(folder)coremldata.bin"].flatMap { CompiledHeader.split($0)?.header }
  }

  private static func description(of model: Model) -> [UInt8] {
    var writer = PartWriter()
    let description = field(2, of: ModelEncoder.encode(model))
    writer.number(UInt64(description.count))
    writer.append(description)
    return writer.bytes
  }

  /// The content of the first field with a number, of a message without groups.
  private static func field(_ number: Int, of message: [UInt8]) -> [UInt8] {
    var rest = message[...]
    func varint() -> UInt64 {
      var (value, shift) = (UInt64(0), UInt64(0))
      while let byte = rest.popFirst() {
        value |= UInt64(byte & 0x7f) << shift
        shift += 7
        if byte < 0x80 { break }
      }
      return value
    }
    while !rest.isEmpty {
      let tag = varint()
      guard tag & 7 == 2 else {
        _ = varint()
        continue
      }
      let length = Int(varint())
      let content = rest.prefix(length)
      rest = rest.dropFirst(content.count)
      if Int(tag >> 3) == number { return Array(content) }
    }
    return []
  }
}

/// Numbers with the low byte first, texts behind their lengths.
struct PartWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ more: [UInt8]) { bytes += more }

  mutating func number<Number: FixedWidthInteger>(_ value: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Number(shift)))
    }
  }

  mutating func text(_ text: String) {
    number(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  mutating func texts(_ texts: [String]) {
    number(UInt64(texts.count))
    for text in texts { self.text(text) }
  }

  mutating func integers(_ values: [Int64]) {
    number(UInt64(values.count))
    for value in values { number(value) }
  }

  mutating func align(to size: Int) {
    while bytes.count % size != 0 { bytes.append(0xaa) }
  }

  mutating func packed(_ values: [Int]) {
    let bits = max(1, Int.bitWidth - (values.max() ?? 0).leadingZeroBitCount)
    var words = [UInt64](
      repeating: 0, count: values.isEmpty ? 0 : (values.count * bits + 63) / 64 + 1)
    for (index, value) in values.enumerated() {
      let (word, shift) = (index * bits / 64, index * bits % 64)
      words[word] |= UInt64(value) << UInt64(shift)
      if shift + bits > 64 { words[word + 1] |= UInt64(value) >> UInt64(64 - shift) }
    }
    number(UInt32(0))
    number(UInt32(bits))
    number(UInt64(values.count))
    number(UInt64(words.count))
    guard !words.isEmpty else { return }
    number(UInt64(words.count))
    for word in words { number(word) }
  }

  mutating func write(trees dimensions: UInt64) {
    number(UInt64(0))
    text("_B0000.DAT")
    number(dimensions)
  }
}
