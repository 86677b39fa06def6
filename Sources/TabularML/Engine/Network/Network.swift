import ModelSpec

/// A neural network made ready to run: layers over numbered blobs of known shapes.
struct Network: Sendable {
  /// The layers in the order of evaluation.
  let layers: [any CompiledLayer]
  /// The weights of the dense layers, each in the model's order.
  let parameters: [DenseParameters]
  /// For each set of weights the name of its layer, and whether training may change it.
  let parameterLayers: [ParameterLayer]
  /// Shapes by blob; the inputs come first, in order.
  let shapes: [BlobShape]
  /// Blobs by name.
  let blobs: [String: Int]
  let mapping: NeuralNetwork.ArrayShapeMapping

  struct ParameterLayer: Sendable, Equatable {
    var name: String
    var isUpdatable: Bool
  }

  /// Numbers per row of each blob.
  var widths: [Int] { shapes.map(\.count) }

  /// Runs all layers; the blobs of the inputs are filled already.
  func forward(_ rows: Int, _ blobs: inout Blobs) {
    for layer in layers { layer.forward(rows, &blobs, parameters) }
  }
}
