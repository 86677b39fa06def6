import ModelSpec

/// `link(w · x + b)` for each row w of the weights.
struct LinearFunction: Sendable {
  var weights: [[Double]]
  var offset: [Double]
  var transform: GLMRegressor.PostEvaluationTransform

  /// The answer of a product `w · x`.
  @inline(__always)
  func answer(_ product: Double, _ dimension: Int) -> Double {
    let score = product + offset[dimension]
    return switch transform {
    case .none: score
    case .logit: LinkFunction.logistic(score)
    case .probit: LinkFunction.normalDistribution(score)
    }
  }
}

/// What a linear function is computed of.
enum LinearInput {
  case vector(DoubleSlot)
  case parts(VectorParts)
}

extension PlanBuilder {
  /// The inputs of a stage side by side, in parts where that is possible.
  mutating func linearInput(of stage: Stage) throws(ModelError) -> LinearInput {
    if let parts = parts(of: stage) { .parts(parts) } else { .vector(try vector(of: stage)) }
  }

  private func parts(of stage: Stage) -> VectorParts? {
    var all: [VectorParts] = []
    for feature in stage.inputs {
      guard feature.missing == nil else { return nil }
      switch feature.value {
      case .double(let slot), .array(let slot, _):
        guard let parts = parts(of: slot) else { return nil }
        all.append(parts)
      default: return nil
      }
    }
    if all.count == 1 { return all[0] }
    guard all.allSatisfy({ $0.scaling == nil }) else { return nil }
    return VectorParts(all.flatMap(\.parts))
  }

  func width(_ input: LinearInput) -> Int {
    switch input {
    case .vector(let slot): width(slot)
    case .parts(let parts): parts.width
    }
  }

  mutating func add(_ function: LinearFunction, of input: LinearInput, output: DoubleSlot) {
    switch input {
    case .vector(let slot): add(LinearStep(function: function, input: slot, output: output))
    case .parts(let parts): add(LinearColumnsStep(function, parts, output: output))
    }
  }
}

/// A linear function of a vector that is written out.
struct LinearStep: Step {
  var function: LinearFunction
  var input: DoubleSlot
  var output: DoubleSlot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    var block = workspace.take(output)
    let rows = workspace.rows
    for (dimension, weights) in function.weights.enumerated() {
      unsafe source.values.withUnsafeBufferPointer { values in
        var row = 0
        while row < rows {
          let count = min(4, rows - row)
          let sums = unsafe Self.sums(values, source.region, row, count, weights)
          for lane in 0..<count {
            block.values[block.start(row + lane) + dimension] =
              function.answer(sums[lane], dimension)
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
}
