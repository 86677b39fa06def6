/// What a family of layers has to say about itself, so that the lists of all layers need not.
///
/// Decoding stands in `ModelDecoder+LayerFamilies`, checks in `Validation/LayerRules`.
protocol LayerParameters: Sendable, Equatable {
  /// The field of Core ML's layer message that holds the layer.
  var number: Int { get }
  /// How many blobs the layer reads.
  var inputCount: ClosedRange<Int> { get }
  /// How many it makes.
  var outputCount: ClosedRange<Int> { get }
  /// All numbers that were learned, with their places below the layer.
  var learned: [LearnedNumbers] { get }

  /// Checks what does not depend on the blobs' shapes and is not said by the properties.
  func validate(version: Int32, at path: ModelPath) throws(ModelError)
  /// Writes the fields of the layer's message.
  func write(to writer: inout WireWriter)
}

extension LayerParameters {
  var inputCount: ClosedRange<Int> { 1...1 }
  var outputCount: ClosedRange<Int> { 1...1 }
  var learned: [LearnedNumbers] { [] }

  func validate(version: Int32, at path: ModelPath) throws(ModelError) {}
}

/// Numbers of a layer, with how many there should be.
struct LearnedNumbers {
  var field: String
  var values: WeightParameters
  /// The sizes whose product is the count.
  var shape: [UInt64]
}

extension LayerKind {
  /// The family of the layer; nil for those that the lists name one by one.
  var parameters: (any LayerParameters)? {
    switch self {
    case .reduction(let layer): layer
    case .normalization(let layer): layer
    case .embedding(let layer): layer
    case .batchedMatmul(let layer): layer
    case .part(let layer): layer
    case .order(let layer): layer
    case .index(let layer): layer
    case .shaping(let layer): layer
    case .recurrent(let layer): layer
    default: nil
    }
  }

  /// Whether the layer is one of a family.
  package var isOfFamily: Bool { parameters != nil }

  /// Refuses a layer of a family whose parameters do not fit together, as the validator does.
  package func checkFamily(_ inputs: Int, _ outputs: Int, at path: String) throws(ModelError) {
    guard let parameters else { return }
    let path = ModelPath(text: path).field(name)
    guard parameters.inputCount.contains(inputs), parameters.outputCount.contains(outputs) else {
      throw path.error(.structure, "the layer has not as many blobs as it needs")
    }
    try ModelValidator.validate(parameters, version: .max, at: path)
  }

  /// How many numbers of a layer of a family were learned.
  package var learnedCount: Int {
    parameters?.learned.reduce(0) { $0 + $1.values.values.count } ?? 0
  }
}
