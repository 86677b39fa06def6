import ModelSpec

/// Which layers of a network training runs, and where gradients flow.
///
/// A layer that no updatable layer comes before gives the same answer all through the training: it is
/// fixed, runs once, and what the others read of it is kept. A layer that the loss does not depend on
/// is left out.
struct TrainingGraph: Sendable {
  let network: Network
  /// Run once for every row, in order.
  let fixed: [any CompiledLayer]
  /// Run for every mini-batch, in order.
  let live: [any CompiledLayer]
  /// The blobs made by no live layer that live layers or the loss read: kept for every row.
  let kept: [Int]
  /// For each blob whether its gradient is needed.
  let wanted: [Bool]
  /// For each set of weights whether it is trained.
  let isTrained: [Bool]
  /// The blob that the loss compares with the target; of a cross-entropy the scores that its softmax
  /// makes probabilities of, as loss and softmax are differentiated together.
  let lossBlob: Int

  init(_ network: Network, loss: LossLayer) throws(ModelError) {
    let lossBlob = try TrainingGraph.blob(of: loss, in: network)
    let blobs = network.shapes.count
    var changes = Array(repeating: false, count: blobs)
    for layer in network.layers {
      let isUpdatable = layer.parameters.map { network.parameterLayers[$0].isUpdatable } ?? false
      changes[layer.output] = isUpdatable || layer.inputs.contains { changes[$0] }
    }
    var matters = Array(repeating: false, count: blobs)
    matters[lossBlob] = true
    for layer in network.layers.reversed() where matters[layer.output] {
      for input in layer.inputs { matters[input] = true }
    }
    let needed = network.layers.filter { matters[$0.output] }
    let live = needed.filter { changes[$0.output] }
    guard live.allSatisfy(\.isDifferentiable) else {
      throw ModelError(
        .unsupportedUpdate, at: "",
        "between an updatable layer and the loss '\(loss.name)' stands a layer that training does "
          + "not go back through")
    }
    var isTrained = Array(repeating: false, count: network.parameters.count)
    for layer in live {
      guard let index = layer.parameters else { continue }
      isTrained[index] = network.parameterLayers[index].isUpdatable
    }
    guard isTrained.contains(true) else {
      throw ModelError(
        .update, at: "", "no updatable layer leads to the loss '\(loss.name)'")
    }
    var kept: [Int] = []
    for layer in live {
      for input in layer.inputs where !changes[input] && !kept.contains(input) {
        kept.append(input)
      }
    }
    self.network = network
    self.lossBlob = lossBlob
    self.live = live
    self.kept = kept
    self.isTrained = isTrained
    fixed = needed.filter { !changes[$0.output] }
    wanted = zip(changes, matters).map { $0 && $1 }
  }
}

extension TrainingGraph {
  /// Numbers per row that the loss looks at.
  var lossWidth: Int { network.shapes[lossBlob].count }

  private static func blob(
    of loss: LossLayer, in network: Network
  ) throws(ModelError) -> Int {
    guard let blob = network.blobs[loss.input] else {
      throw ModelError(
        .update, at: "", "the loss '\(loss.name)' reads '\(loss.input)', which no layer makes")
    }
    if loss.kind == .meanSquaredError { return blob }
    guard let layer = network.layers.first(where: { $0.output == blob }) as? SoftmaxLayer else {
      throw ModelError(
        .update, at: "", "the loss '\(loss.name)' is a cross-entropy, but its input is no softmax")
    }
    guard layer.length == network.shapes[blob].count else {
      throw ModelError(
        .shape, at: "",
        "the loss '\(loss.name)' needs one number for each class, and '\(loss.input)' is "
          + "\(network.shapes[blob].dimensions)")
    }
    return layer.input
  }

  /// Numbers per row of the blobs that a mini-batch needs; 0 for the others.
  var valueWidths: [Int] {
    var widths = Array(repeating: 0, count: network.shapes.count)
    for blob in kept + live.map(\.output) { widths[blob] = network.shapes[blob].count }
    return widths
  }

  /// Numbers per row of the blobs with gradients; 0 for the others.
  var gradientWidths: [Int] {
    zip(network.widths, wanted).map { width, isWanted in isWanted ? width : 0 }
  }
}
