import ModelSpec

/// A neural network made ready to run: layers over numbered blobs of known shapes.
struct Network: Sendable {
  /// The layers in the order of evaluation.
  var layers: [any CompiledLayer]
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

  /// The network for predictions alone: dense layers compute the rectifiers that follow them.
  ///
  /// A layer's sums are not to be had then, so those that anything else reads stay.
  func rectifying(except outputs: some Sequence<Int>) -> Network {
    var readers = Array(repeating: 0, count: shapes.count)
    for blob in layers.flatMap(\.inputs) + outputs { readers[blob] += 1 }
    var denseLayers: [Int: (place: Int, layer: DenseLayer)] = [:]
    var fused: [any CompiledLayer] = []
    for next in layers {
      if let activation = next as? ActivationLayer, activation.function == .relu,
        readers[activation.input] == 1, let (place, layer) = denseLayers[activation.input]
      {
        var dense = layer
        dense.rectifies = true
        dense.output = activation.output
        fused[place] = dense
        continue
      }
      if let dense = next as? DenseLayer { denseLayers[dense.output] = (fused.count, dense) }
      fused.append(next)
    }
    var network = self
    network.layers = fused
    return network
  }
}
