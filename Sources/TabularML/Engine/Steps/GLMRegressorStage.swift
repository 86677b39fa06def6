import ModelSpec

extension GLMRegressor: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    let name = stage.description.predictedFeatureName
    guard let output = stage.description.outputs.first(where: { $0.name == name }) else {
      throw ModelError(
        .interface, at: stage.path, "the predicted feature '\(name)' is not an output")
    }
    let vector = try builder.vector(of: stage)
    let length = builder.width(vector)
    guard weights.count == offset.count, let first = weights.first else {
      throw ModelError(
        .shape, at: stage.path, "\(weights.count) rows of weights and \(offset.count) offsets")
    }
    guard weights.allSatisfy({ $0.count == length }) else {
      throw ModelError(
        .shape, at: stage.path + ".weights",
        "the inputs have \(length) elements, a row of weights has \(first.count)")
    }
    switch output.type {
    case .double:
      // The format lets a Double output have several rows of weights; the first one counts.
      let result = builder.newDouble()
      builder.add(
        LinearStep(
          input: vector, output: result, weights: [first], offset: [offset[0]],
          transform: postEvaluationTransform))
      return [name: Feature(name: name, value: .double(result))]
    case .multiArray(let type):
      let result = builder.newDoubles(weights.count)
      builder.add(
        LinearStep(
          input: vector, output: result, weights: weights, offset: offset,
          transform: postEvaluationTransform))
      if type.dataType != .double {
        builder.add(
          RoundToElementType(
            name: name, slot: result, dataType: type.dataType, roundsToWhole: false))
      }
      return [name: Feature(name: name, value: .array(result, shape: [weights.count]))]
    default:
      throw ModelError(.type, at: stage.path, "'\(name)' should be a Double or a MultiArray")
    }
  }
}

/// `link(w · x + b)`, one row of weights after the other.
struct LinearStep: Step {
  var input: DoubleSlot
  var output: DoubleSlot
  var weights: [[Double]]
  var offset: [Double]
  var transform: GLMRegressor.PostEvaluationTransform

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    var block = workspace.take(output)
    let rows = workspace.rows
    for (dimension, weights) in self.weights.enumerated() {
      unsafe source.values.withUnsafeBufferPointer { values in
        var row = 0
        while row < rows {
          let count = min(4, rows - row)
          let sums = unsafe Self.sums(values, source.region, row, count, weights)
          for lane in 0..<count {
            block.values[block.start(row + lane) + dimension] =
              linked(sums[lane] + offset[dimension])
          }
          row += count
        }
      }
    }
    workspace.put(block)
  }

  /// The products of up to four rows, each summed in the order of its elements; four sums at a time,
  /// because one alone waits for each addition.
  private static func sums(
    _ values: UnsafeBufferPointer<Double>, _ region: DoubleRegion, _ row: Int, _ count: Int,
    _ weights: [Double]
  ) -> SIMD4<Double> {
    let a = row * region.stride + region.offset
    let b = a + (count > 1 ? region.stride : 0)
    let c = b + (count > 2 ? region.stride : 0)
    let d = c + (count > 3 ? region.stride : 0)
    var sums = SIMD4<Double>.zero
    for index in 0..<region.width {
      let column = unsafe SIMD4(
        values[a + index], values[b + index], values[c + index], values[d + index])
      sums += weights[index] * column
    }
    return sums
  }

  private func linked(_ score: Double) -> Double {
    switch transform {
    case .none: score
    case .logit: LinkFunction.logistic(score)
    case .probit: LinkFunction.normalDistribution(score)
    }
  }
}
