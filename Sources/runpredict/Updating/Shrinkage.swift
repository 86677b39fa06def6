import ModelSpec

/// How far an update with few runs moves from the old model.
///
/// The new weights are `old + n / (n + weight) * (trained - old)` for n runs trained on: the old model
/// counts as much as `weight` runs. A runner's own five runs say less about the sixth than the many runs
/// that the old model has seen. `docs/fine-tuning.md` has the simulation that chose the number.
struct Shrinkage: Equatable, Sendable {
  var weight = 5.0

  /// How much of the way the weights go, from 0 to 1.
  func share(runs: Int) -> Double { Double(runs) / (Double(runs) + weight) }

  /// Weights between the old and the trained ones, which belong to the same layers.
  func weights(from old: [LayerWeights], to trained: [LayerWeights], runs: Int) -> [LayerWeights] {
    let factor = Float(share(runs: runs))
    func between(_ old: [Float], _ trained: [Float]) -> [Float] {
      zip(old, trained).map { $0 + factor * ($1 - $0) }
    }
    return zip(old, trained).map { old, trained in
      var result = trained
      result.weights = between(old.weights, trained.weights)
      if let oldBias = old.bias, let trainedBias = trained.bias {
        result.bias = between(oldBias, trainedBias)
      }
      return result
    }
  }
}
