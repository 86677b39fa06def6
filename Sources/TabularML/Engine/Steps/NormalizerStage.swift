import ModelSpec

extension Normalizer: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    guard let input = stage.inputs.first, let output = stage.description.outputs.first,
      case .array(let slot, _) = input.value, case .multiArray(let type) = output.type
    else {
      throw ModelError(
        .interface, at: stage.path, "a normalizer needs a MultiArray and gives one")
    }
    let result = builder.newDoubles(builder.width(slot))
    builder.add(
      NormalizeStep(
        input: slot, output: result, norm: norm,
        isOfMagnitudes: builder.conventions.largestNorm == .magnitude))
    return [output.name: try builder.array(result, as: type, named: output.name, path: stage.path)]
  }
}

/// `x / ‖x‖`; a vector whose norm is zero stays as it is.
struct NormalizeStep: Step {
  var input: DoubleSlot
  var output: DoubleSlot
  var norm: Normalizer.Norm
  var isOfMagnitudes: Bool

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    var block = workspace.take(output)
    for row in 0..<workspace.rows {
      let from = source.start(row)
      let to = block.start(row)
      let norm = norm(source.values[from..<from + block.region.width])
      for index in 0..<block.region.width {
        let value = source.values[from + index]
        block.values[to + index] = norm == 0 ? value : value / norm
      }
    }
    workspace.put(block)
  }

  private func norm(_ values: ArraySlice<Double>) -> Double {
    switch norm {
    case .l1: return values.reduce(0) { $0 + abs($1) }
    case .l2: return values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    case .max:
      if isOfMagnitudes { return values.reduce(0) { max($0, abs($1)) } }
      return values.dropFirst().reduce(values.first ?? 0) { max($0, $1) }
    }
  }
}
