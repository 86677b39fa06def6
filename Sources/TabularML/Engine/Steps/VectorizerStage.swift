import ModelSpec

extension FeatureVectorizer: Plannable {
  var takesUnwrittenVectors: Bool { true }

  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    guard let output = stage.description.outputs.first, case .multiArray(let type) = output.type
    else {
      throw ModelError(.interface, at: stage.path, "a featureVectorizer needs a MultiArray output")
    }
    var sources: [VectorRecipe.Source] = []
    for input in inputs {
      guard input.dimensions <= UInt64(PlanBuilder.largestArray) else {
        throw ModelError(
          .shape, at: stage.path, "'\(input.name)' has too many dimensions: \(input.dimensions)")
      }
      guard
        let index = stage.description.inputs.firstIndex(where: { $0.name == input.name })
      else {
        throw ModelError(
          .interface, at: stage.path, "the column '\(input.name)' is not an input of the model")
      }
      sources.append(
        try source(stage.inputs[index], input, Int(input.dimensions), stage, &builder))
    }
    let total = sources.reduce(0) { $0 + $1.width }
    guard total <= PlanBuilder.largestArray else {
      throw ModelError(.shape, at: stage.path, "the vector has too many elements: \(total)")
    }
    let vector = builder.newVector(total, .joined(sources, isRounded: type.dataType != .double))
    // A row that does not fit is a problem even where nobody reads the vector.
    if sources.contains(where: \.mayFail) { builder.write(vector) }
    if type.dataType != .double {
      builder.round(
        RoundToElementType(
          name: output.name, slot: vector, dataType: type.dataType, roundsToWhole: false))
    }
    return [output.name: Feature(name: output.name, value: .array(vector, shape: [total]))]
  }

  private func source(
    _ feature: Feature, _ input: FeatureVectorizer.InputColumn, _ width: Int, _ stage: Stage,
    _ builder: inout PlanBuilder
  ) throws(ModelError) -> VectorRecipe.Source {
    let value: VectorRecipe.Source.Value
    switch feature.value {
    case .positions(let slot): value = .positions(slot)
    case .int64Dictionary(let slot): value = .dictionary(slot)
    default:
      guard let slot = builder.unwrittenDoubles(feature), builder.width(slot) == width else {
        throw ModelError(
          .shape, at: stage.path,
          "'\(input.name)' should have \(width) elements, or is not a number at all")
      }
      value = .numbers(slot)
    }
    return VectorRecipe.Source(name: feature.name, value: value, width: width)
  }
}

extension PlanBuilder {
  /// Lets every number live inside the vector where that is possible, and copies the others.
  mutating func join(
    _ sources: [VectorRecipe.Source], into vector: DoubleSlot, moving: Bool
  ) {
    var offset = 0
    for source in sources {
      let target = VectorSegment(vector: vector, offset: offset, width: source.width)
      offset += source.width
      switch source.value {
      case .positions(let slot):
        add(PlacePositions(name: source.name, input: slot, target: target))
      case .dictionary(let slot):
        add(PlaceDictionary(name: source.name, input: slot, target: target))
      case .numbers(let slot):
        write(slot)
        let isMoved = moving && move(slot, into: vector, at: target.offset)
        if !isMoved { add(PlaceNumbers(input: slot, target: target)) }
      }
    }
  }
}

/// The place of one input in the feature vector.
struct VectorSegment: Sendable {
  var vector: DoubleSlot
  var offset: Int
  var width: Int
}

/// Copies numbers that could not be written into the vector at once; missing ones become not-a-number.
struct PlaceNumbers: Step {
  var input: DoubleSlot
  var missing: MissingSlot?
  var target: VectorSegment

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    var block = workspace.take(target.vector)
    let absent = missing.map { workspace.missing[$0.index] }
    for row in 0..<workspace.rows {
      let from = source.start(row)
      let to = block.start(row) + target.offset
      if absent?[row] == true {
        for index in to..<to + target.width { block.values[index] = .nan }
      } else {
        for index in 0..<target.width { block.values[to + index] = source.values[from + index] }
      }
    }
    workspace.put(block)
  }
}

/// Writes a sparse one-hot vector into its segment.
struct PlacePositions: Step {
  var name: String
  var input: PositionSlot
  var target: VectorSegment

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    var block = workspace.take(target.vector)
    for row in 0..<workspace.rows {
      let start = block.start(row) + target.offset
      for index in start..<start + target.width { block.values[index] = 0 }
      let position = Int(workspace.positions[input.index][row])
      guard position >= 0 else { continue }
      if position < target.width {
        block.values[start + position] = 1
      } else {
        workspace.fail(row, name, .wrongShape(expected: [target.width], found: [position + 1]))
      }
    }
    workspace.put(block)
  }
}

/// Writes a dictionary's values at the positions that its keys say.
struct PlaceDictionary: Step {
  var name: String
  var input: DictionarySlot
  var target: VectorSegment

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    var block = workspace.take(target.vector)
    for row in 0..<workspace.rows {
      let start = block.start(row) + target.offset
      for index in start..<start + target.width { block.values[index] = 0 }
      // A dictionary has no order of its own: of several keys outside the greatest is told.
      var outside: Int?
      for (key, value) in workspace.int64Dictionaries[input.index][row] {
        let position = Int(clamping: key)
        if (0..<target.width).contains(position) {
          block.values[start + position] = value
        } else {
          outside = max(outside ?? position, position)
        }
      }
      if let outside {
        let found = outside == .max ? outside : outside + 1
        workspace.fail(row, name, .wrongShape(expected: [target.width], found: [found]))
      }
    }
    workspace.put(block)
  }
}
