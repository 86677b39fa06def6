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

  /// The network for predictions of some blobs: the same bits, but it cannot be trained.
  ///
  /// Dense layers compute the rectifiers that follow them, unless something else reads their sums; and
  /// those that read what a rectifier made leave out the zeros.
  func forPrediction(of outputs: some Sequence<Int>) -> Network {
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
    let rectified = Set(
      fused.compactMap { layer in
        (layer as? DenseLayer)?.rectifies == true
          || (layer as? ActivationLayer)?.function == .relu ? layer.output : nil
      })
    network.layers = fused.map { layer in
      guard let dense = layer as? DenseLayer, rectified.contains(dense.input) else { return layer }
      return SkippingDenseLayer(dense, parameters[dense.weights]) ?? dense
    }
    return network
  }
}
