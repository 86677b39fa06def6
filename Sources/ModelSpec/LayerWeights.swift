/// New numbers for one layer, as fine-tuning makes them.
package struct LayerWeights: Sendable, Equatable {
  /// Where the network is: the indexes of the stages that lead to it through nested pipelines; empty
  /// when the model itself is the network.
  package var stage: [Int]
  /// The name of the layer.
  package var layer: String
  /// Row after row, as many as the layer has now.
  package var weights: [Float]
  /// As many as the layer has now; nil leaves it alone.
  package var bias: [Float]?

  package init(stage: [Int], layer: String, weights: [Float], bias: [Float]?) {
    self.stage = stage
    self.layer = layer
    self.weights = weights
    self.bias = bias
  }
}
