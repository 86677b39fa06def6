import CFastPath
import ModelSpec

extension Scaler: Plannable {
  var takesUnwrittenVectors: Bool { true }

  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    guard let input = stage.inputs.first, let output = stage.description.outputs.first,
      let source = builder.unwrittenDoubles(input)
    else {
      throw ModelError(
        .interface, at: stage.path, "a scaler needs one input and one output of numbers")
    }
    let width = builder.width(source)
    let scaled = builder.newVector(
      width,
      .scaled(
        source,
        Scaling(
          shift: try spread(shift, to: width, else: 0, at: stage.path + ".shiftValue"),
          scale: try spread(scale, to: width, else: 1, at: stage.path + ".scaleValue"))))
    switch (output.type, input.value) {
    case (.double, .double), (.double, .int64):
      builder.write(scaled)
      return [output.name: Feature(name: output.name, value: .double(scaled))]
    case (.int64, .int64):
      builder.write(scaled)
      let whole = builder.newInt64()
      builder.add(NarrowToInt64(name: output.name, input: scaled, output: whole))
      return [output.name: Feature(name: output.name, value: .int64(whole))]
    case (.multiArray(let type), .array(_, let shape)):
      if type.dataType != .double {
        builder.round(
          RoundToElementType(
            name: output.name, slot: scaled, dataType: type.dataType, roundsToWhole: false))
      }
      return [output.name: Feature(name: output.name, value: .array(scaled, shape: shape))]
    default:
      throw ModelError(
        .type, at: stage.path,
        "a scaler does not make '\(output.name)' of \(input.typeName.withArticle)")
    }
  }

  /// One value for every element: none stands for `neutral`, a single one serves all.
  private func spread(
    _ values: [Double], to width: Int, else neutral: Double, at path: String
  ) throws(ModelError) -> [Double] {
    if values.isEmpty { return Array(repeating: neutral, count: width) }
    if values.count == 1 { return Array(repeating: values[0], count: width) }
    guard values.count == width else {
      throw ModelError(.shape, at: path, "there are \(values.count) values for \(width) elements")
    }
    return values
  }
}

/// `scale * (x + shift)`, element by element.
struct ScaleStep: Step {
  var input: DoubleSlot
  var output: DoubleSlot
  var scaling: Scaling

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    var block = workspace.take(output)
    let (rows, width) = (workspace.rows, block.region.width)
    let (from, to) = (source.region, block.region)
    let (shift, scale) = (scaling.shift, scaling.scale)
    precondition(from.width == width && shift.count == width && scale.count == width)
    unsafe source.values.withUnsafeBufferPointer { x in
      unsafe block.values.withUnsafeMutableBufferPointer { y in
        guard let x = x.baseAddress, let y = y.baseAddress else { return }
        unsafe fast_scale(
          vectorKind, rows, width, shift, scale, x + from.offset, from.stride, y + to.offset,
          to.stride)
      }
    }
    workspace.put(block)
  }
}

/// Turns doubles into integers, and refuses rows where that would lose something.
struct NarrowToInt64: Step {
  var name: String
  var input: DoubleSlot
  var output: Int64Slot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    for row in 0..<workspace.rows {
      let value = source.values[source.start(row)]
      let whole = Int64(exactly: value)
      workspace.int64s[output.index][row] = whole ?? 0
      if whole == nil { workspace.fail(row, name, .lossyInteger(value)) }
    }
  }
}
