import ModelSpec

extension PlanBuilder {
  /// The inputs of a stage side by side, in the order of its description.
  ///
  /// What may be missing becomes not-a-number.
  mutating func vector(of stage: Stage) throws(ModelError) -> DoubleSlot {
    var parts: [(slot: DoubleSlot, missing: MissingSlot?)] = []
    for feature in stage.inputs {
      guard let slot = doubles(feature) else {
        throw ModelError(
          .type, at: stage.path,
          "'\(feature.name)' should be a number, not \(feature.typeName.withArticle)")
      }
      parts.append((slot, feature.missing))
    }
    if parts.count == 1, parts[0].missing == nil { return parts[0].slot }
    let total = parts.reduce(0) { $0 + width($1.slot) }
    guard total <= PlanBuilder.largestArray else {
      throw ModelError(.shape, at: stage.path, "the inputs have too many elements: \(total)")
    }
    let vector = newDoubles(total)
    var offset = 0
    for (slot, missing) in parts {
      let target = VectorSegment(vector: vector, offset: offset, width: width(slot))
      offset += target.width
      if missing != nil || !move(slot, into: vector, at: target.offset) {
        add(PlaceNumbers(input: slot, missing: missing, target: target))
      }
    }
    return vector
  }

  /// The features of a regressor whose result is in a slot: a Double takes its first number.
  mutating func prediction(
    of stage: Stage, in slot: DoubleSlot
  ) throws(ModelError) -> [String: Feature] {
    let name = stage.description.predictedFeatureName
    guard let output = stage.description.outputs.first(where: { $0.name == name }) else {
      throw ModelError(
        .interface, at: stage.path, "the predicted feature '\(name)' is not an output")
    }
    switch output.type {
    case .double:
      var first = slot
      if width(slot) != 1 {
        first = newDouble()
        add(PickElements(input: slot, output: first, indexes: [0]))
      }
      return [name: Feature(name: name, value: .double(first))]
    case .multiArray(let type):
      return [name: try array(slot, as: type, named: name, path: stage.path)]
    default:
      throw ModelError(.type, at: stage.path, "'\(name)' should be a Double or a MultiArray")
    }
  }

  /// A slot as an array of the declared shape and element type; the slot must be the stage's own.
  mutating func array(
    _ slot: DoubleSlot, as type: ArrayFeatureType, named name: String, path: String
  ) throws(ModelError) -> Feature {
    var (shape, count) = try rowShape(type, of: name)
    if type.shape.isEmpty { (shape, count) = ([width(slot)], width(slot)) }
    guard count == width(slot) else {
      throw ModelError(
        .shape, at: path, "'\(name)' should have the shape \(shape) for \(width(slot)) numbers")
    }
    if type.dataType != .double {
      add(
        RoundToElementType(name: name, slot: slot, dataType: type.dataType, roundsToWhole: false))
    }
    return Feature(name: name, value: .array(slot, shape: shape))
  }
}

/// Copies some of the numbers of a slot.
struct PickElements: Step {
  var input: DoubleSlot
  var output: DoubleSlot
  var indexes: [Int]

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    var block = workspace.take(output)
    for row in 0..<workspace.rows {
      let from = source.start(row)
      let to = block.start(row)
      for (place, index) in indexes.enumerated() {
        block.values[to + place] = source.values[from + index]
      }
    }
    workspace.put(block)
  }
}
