import ModelSpec

extension NeuralNetwork: Plannable {
  var takesUnwrittenVectors: Bool { true }

  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    try plan(stage, &builder, probabilities: nil, except: []).features
  }

  /// Adds the network, and all of the stage's outputs but some.
  ///
  /// Also gives the place of one blob's numbers, if it is named and there.
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder, probabilities: String?, except: Set<String>
  ) throws(ModelError) -> (features: [String: Feature], probabilities: DoubleSlot?) {
    var inputs: [NetworkStep.Input] = []
    var shapes: [(name: String, shape: [Int])] = []
    for (description, feature) in zip(stage.description.inputs, stage.inputs) {
      guard let slot = builder.unwrittenDoubles(feature) else {
        throw ModelError(
          .type, at: stage.path,
          "a network does not take \(feature.typeName.withArticle) ('\(feature.name)')"
        )
      }
      var shape: [Int] = []
      var standIn: Float = 0
      if case .multiArray(let type) = description.type {
        if case .array(_, let present) = feature.value { shape = present }
        standIn = type.defaultValue?.float ?? 0
      }
      inputs.append(builder.networkInput(slot, missing: feature.missing, standIn: standIn))
      shapes.append((description.name, shape))
    }
    let network = try Network(self, inputs: shapes, path: stage.path)

    var step = NetworkStep(
      network: network, blobs: builder.newNetwork(blobWidths: network.widths), inputs: inputs,
      outputs: [])
    var features: [String: Feature] = [:]
    var rounding: [RoundToElementType] = []
    for output in stage.description.outputs where !except.contains(output.name) {
      guard let blob = network.blobs[output.name] else {
        throw ModelError(
          .structure, at: stage.path, "no layer makes the output '\(output.name)'")
      }
      let count = network.shapes[blob].count
      let slot = builder.newDoubles(count)
      step.outputs.append(NetworkStep.Output(blob: blob, slot: slot))
      switch output.type {
      case .double:
        guard count == 1 else {
          throw ModelError(
            .shape, at: stage.path,
            "the output '\(output.name)' is a Double and has \(count) values")
        }
        features[output.name] = Feature(name: output.name, value: .double(slot))
      case .multiArray(let type):
        var shape = network.shapes[blob].outputShape(network.mapping)
        // The declared shape holds when the counts agree, as in Core ML.
        let declared = try builder.rowShape(type, of: output.name)
        if !type.shape.isEmpty, declared.count == count { shape = declared.shape }
        features[output.name] = Feature(name: output.name, value: .array(slot, shape: shape))
        if type.dataType != .double && type.dataType != .float32 {
          rounding.append(
            RoundToElementType(
              name: output.name, slot: slot, dataType: type.dataType, roundsToWhole: true))
        }
      default:
        throw ModelError(
          .type, at: stage.path, "the output '\(output.name)' should be a Double or a MultiArray")
      }
    }
    let scores = probabilities.flatMap { network.blobs[$0] }.map { blob in
      let slot = builder.newDoubles(network.shapes[blob].count)
      step.outputs.append(NetworkStep.Output(blob: blob, slot: slot))
      return slot
    }
    step.network = network.forPrediction(of: step.outputs.map(\.blob))
    builder.add(step)
    for rounding in rounding { builder.add(rounding) }
    return (features, scores)
  }
}

extension ArrayFeatureType.DefaultValue {
  /// The value as a network computes with it.
  var float: Float {
    switch self {
    case .int32(let value): Float(value)
    case .float(let value): value
    case .double(let value): Float(value)
    }
  }
}

/// Runs a network in Float, as Core ML does.
struct NetworkStep: Step {
  enum Input: Sendable {
    /// The stand-in is what every element of an optional input is when the input is missing.
    case vector(DoubleSlot, missing: MissingSlot?, standIn: Float)
    case parts(FloatRows)
  }

  struct Output: Sendable {
    var blob: Int
    var slot: DoubleSlot
  }

  var network: Network
  /// Which of the workspace's networks this is.
  let blobs: Int
  let inputs: [Input]
  var outputs: [Output]

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for (blob, input) in inputs.enumerated() {
      var values = workspace.networks[blobs].take(blob)
      switch input {
      case .parts(let rows): rows.write(to: &values, &workspace)
      case .vector(let slot, let missing, let standIn):
        load(slot, missing, standIn, into: &values, &workspace)
      }
      workspace.networks[blobs].put(values, blob)
    }
    network.forward(workspace.rows, &workspace.networks[blobs])
    for output in outputs {
      let values = workspace.networks[blobs][output.blob]
      var block = workspace.take(output.slot)
      let region = block.region
      unsafe values.withUnsafeBufferPointer { x in
        unsafe block.values.withUnsafeMutableBufferPointer { y in
          for row in 0..<workspace.rows {
            let (from, to) = (row * region.width, row * region.stride + region.offset)
            for index in 0..<region.width { unsafe y[to + index] = Double(x[from + index]) }
          }
        }
      }
      workspace.put(block)
    }
  }

  private func load(
    _ slot: DoubleSlot, _ missing: MissingSlot?, _ standIn: Float, into values: inout [Float],
    _ workspace: inout Workspace
  ) {
    let block = workspace.block(slot)
    let (region, width) = (block.region, block.region.width)
    unsafe block.values.withUnsafeBufferPointer { x in
      unsafe values.withUnsafeMutableBufferPointer { y in
        for row in 0..<workspace.rows {
          let (from, to) = (row * region.stride + region.offset, row * width)
          for index in 0..<width { unsafe y[to + index] = Float(x[from + index]) }
        }
      }
    }
    if let missing {
      for row in 0..<workspace.rows where workspace.missing[missing.index][row] {
        for index in 0..<width { values[row * width + index] = standIn }
      }
    }
  }
}

extension PlanBuilder {
  /// A vector as a network takes it, in parts where that is possible.
  fileprivate mutating func networkInput(
    _ slot: DoubleSlot, missing: MissingSlot?, standIn: Float
  ) -> NetworkStep.Input {
    if missing == nil, recipe(of: slot) != nil, let parts = parts(of: slot) {
      return .parts(FloatRows(parts))
    }
    write(slot)
    return .vector(slot, missing: missing, standIn: standIn)
  }
}
