/// A layer of a compiled network: blobs by number, shapes known.
///
/// Forward and backward stand side by side, so that a layer is one file. Blobs are filled by exactly
/// one layer; several may read one, so gradients are added up.
protocol CompiledLayer: Sendable {
  var inputs: [Int] { get }
  var output: Int { get }
  /// The number of the layer's weights among the network's, if it has some.
  var parameters: Int? { get }

  /// Whether training can go back through the layer.
  var isDifferentiable: Bool { get }

  /// Fills the output for the first `rows` rows.
  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters])

  /// Adds the loss's gradients of the inputs from that of the output.
  ///
  /// Blobs without a gradient of interest are not in `pass.wanted`.
  func backward(_ rows: Int, _ pass: inout BackwardPass)
}

extension CompiledLayer {
  var parameters: Int? { nil }
  var isDifferentiable: Bool { true }
}

/// A layer that training does not go back through.
protocol ForwardLayer: CompiledLayer {}

extension ForwardLayer {
  var isDifferentiable: Bool { false }

  func backward(_ rows: Int, _ pass: inout BackwardPass) {}
}

/// What layers read and add to on the way back from the loss.
struct BackwardPass {
  /// The values of the forward run.
  var values: Blobs
  var gradients: Blobs
  /// For each blob whether its gradient is of interest.
  var wanted: [Bool]
  /// For each set of weights what gradients go back through, where they do.
  var transposed: [TransposedWeights?]
}
