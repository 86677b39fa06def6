package import ModelSpec

extension NeuralNetwork {
  /// The shape of every blob by name, for inputs of the declared shapes.
  package func blobShapes(
    for description: ModelDescription
  ) throws(ModelError) -> [String: [Int]] {
    let network = try Network(self, inputs: try description.blobShapes(), path: "")
    return network.blobs.mapValues { network.shapes[$0].outputShape(network.mapping) }
  }
}
