import ModelSpec

extension Program: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    let path = "\(stage.path).functions.\(entry)"
    guard let function = functions[entry], let block = function.body else {
      throw ModelError(.structure, at: path, "the program has no function '\(entry)' to run")
    }
    var compiler = ProgramCompiler(
      path: path, roundsHalf: builder.conventions.halfPrecision == .everyOperation)
    var inputs: [ProgramStep.Input] = []
    for (description, feature) in zip(stage.description.inputs, stage.inputs) {
      guard case .array(let slot, let dimensions) = feature.value,
        case .multiArray(let type) = description.type
      else {
        throw ModelError(
          .type, at: path,
          "a program does not take \(feature.typeName.withArticle) ('\(feature.name)')")
      }
      try compiler.addInput(
        description.name, type.dataType.programType, try compiler.shape(dimensions))
      inputs.append(
        ProgramStep.Input(
          slot: slot, missing: feature.missing, standIn: type.defaultValue?.double ?? 0,
          dataType: type.dataType))
    }
    for (index, operation) in block.operations.enumerated() {
      compiler.path = "\(path).operations[\(index)]"
      try compiler.add(operation)
    }
    compiler.path = path
    return try plan(stage, &builder, &compiler, inputs)
  }

  /// Adds the step and says where the outputs are.
  private func plan(
    _ stage: Stage, _ builder: inout PlanBuilder, _ compiler: inout ProgramCompiler,
    _ inputs: [ProgramStep.Input]
  ) throws(ModelError) -> [String: Feature] {
    let description = stage.description
    var outputs: [ProgramStep.Output] = []
    var features: [String: Feature] = [:]
    var rounding: [RoundToElementType] = []
    let chosen = [description.predictedFeatureName, description.predictedProbabilitiesName]
    for output in description.outputs
    where compiler.probabilities == nil || !chosen.contains(output.name) {
      guard let tensor = compiler.values[output.name] else {
        throw compiler.error(.structure, "nothing makes the output '\(output.name)'", in: "outputs")
      }
      guard tensor.extent == .known else {
        throw compiler.error(
          .unsupportedOperation,
          "the output '\(output.name)' has as many elements as a row's numbers say", in: "outputs")
      }
      guard case .multiArray(let type) = output.type else {
        throw compiler.error(
          .type, "the output '\(output.name)' should be a MultiArray", in: "outputs")
      }
      let slot = builder.newDoubles(tensor.count)
      outputs.append(
        ProgramStep.Output(
          blob: try compiler.blob(of: tensor), slot: slot, isInteger: tensor.kind == .integer))
      // An array has dimensions even where a tensor has none.
      var shape = tensor.rank == 0 ? [1] : tensor.dimensions
      let declared = try builder.rowShape(type, of: output.name)
      if !type.shape.isEmpty, declared.count == tensor.count { shape = declared.shape }
      features[output.name] = Feature(name: output.name, value: .array(slot, shape: shape))
      if type.dataType != .double && type.dataType != .float32 {
        rounding.append(
          RoundToElementType(
            name: output.name, slot: slot, dataType: type.dataType, roundsToWhole: true))
      }
    }
    var scores: DoubleSlot?
    if let probabilities = compiler.probabilities {
      let slot = builder.newDoubles(probabilities.count)
      outputs.append(
        ProgramStep.Output(
          blob: try compiler.blob(of: probabilities), slot: slot, isInteger: false))
      scores = slot
    }
    builder.add(
      ProgramStep(
        layers: compiler.layers, parameters: compiler.parameters,
        blobs: builder.newNetwork(blobWidths: compiler.shapes.map(\.count)), inputs: inputs,
        outputs: outputs))
    for rounding in rounding { builder.add(rounding) }
    guard let scores, !description.predictedFeatureName.isEmpty else { return features }
    guard let labels = classLabels, labels.count == builder.width(scores) else {
      throw compiler.error(
        .shape, "there are \(classLabels?.count ?? 0) labels for \(builder.width(scores)) numbers")
    }
    let classes = try builder.classification(of: stage, scores: scores, labels: labels)
    return features.merging(classes) { $1 }
  }
}

extension ArrayFeatureType.DefaultValue {
  fileprivate var double: Double {
    switch self {
    case .int32(let value): Double(value)
    case .float(let value): Double(value)
    case .double(let value): value
    }
  }
}

/// Runs the layers of a program.
struct ProgramStep: Step {
  struct Input: Sendable {
    var slot: DoubleSlot
    var missing: MissingSlot?
    /// What every element of an optional input is when the input is missing.
    var standIn: Double
    var dataType: ArrayFeatureType.DataType
  }

  struct Output: Sendable {
    var blob: Int
    var slot: DoubleSlot
    var isInteger: Bool
  }

  let layers: [any CompiledLayer]
  let parameters: [DenseParameters]
  /// Which of the workspace's networks this is.
  let blobs: Int
  let inputs: [Input]
  let outputs: [Output]

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for (blob, input) in inputs.enumerated() {
      switch input.dataType {
      case .float32, .double: load(input, into: blob, &workspace) { Float($0) }
      case .float16: load(input, into: blob, &workspace) { Float(Float16($0)) }
      case .int32, .int8: load(input, into: blob, &workspace, Self.integer)
      }
    }
    for layer in layers { layer.forward(workspace.rows, &workspace.networks[blobs], parameters) }
    for output in outputs { store(output, &workspace) }
  }

  private static func integer(_ value: Double) -> Float {
    Float(integer: Int32(cutting: value))
  }

  @inline(__always)
  private func load(
    _ input: Input, into blob: Int, _ workspace: inout Workspace, _ element: (Double) -> Float
  ) {
    let block = workspace.block(input.slot)
    let width = block.region.width
    var values = workspace.networks[blobs].take(blob)
    for row in 0..<workspace.rows {
      let start = block.start(row)
      let isMissing = input.missing.map { workspace.missing[$0.index][row] } ?? false
      for index in 0..<width {
        values[row * width + index] = element(
          isMissing ? input.standIn : block.values[start + index])
      }
    }
    workspace.networks[blobs].put(values, blob)
  }

  private func store(_ output: Output, _ workspace: inout Workspace) {
    let values = workspace.networks[blobs][output.blob]
    var block = workspace.take(output.slot)
    let width = block.region.width
    for row in 0..<workspace.rows {
      let start = block.start(row)
      for index in 0..<width {
        let value = values[row * width + index]
        block.values[start + index] = output.isInteger ? Double(value.integer) : Double(value)
      }
    }
    workspace.put(block)
  }
}
