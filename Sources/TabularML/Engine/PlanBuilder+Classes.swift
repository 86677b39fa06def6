import ModelSpec

extension PlanBuilder {
  /// Adds the choice of a class from a number for each, and says where a classifier's outputs are.
  ///
  /// The numbers, one for each label, are the probabilities if the model has such an output. The
  /// stand-in is the only choice when there are no labels. Of equal numbers the first one is chosen,
  /// or the last.
  mutating func classification(
    of stage: Stage, scores: DoubleSlot, labels: ClassLabels, standIn: ClassLabels? = nil,
    lastWins: Bool = false
  ) throws(ModelError) -> [String: Feature] {
    let description = stage.description
    let choices = labels.isEmpty ? standIn ?? labels : labels
    guard !choices.isEmpty, width(scores) == labels.count else {
      throw ModelError(.interface, at: stage.path, "the classifier has no class labels")
    }
    let name = description.predictedFeatureName
    var features: [String: Feature] = [:]
    switch (description.outputs.first { $0.name == name }?.type, choices) {
    case (.string, .strings(let texts)):
      let slot = newString()
      add(PickText(scores: scores, labels: texts, output: slot, lastWins: lastWins))
      features[name] = Feature(name: name, value: .string(slot))
    case (.int64, .int64s(let numbers)):
      let slot = newInt64()
      add(PickInt64(scores: scores, labels: numbers, output: slot, lastWins: lastWins))
      features[name] = Feature(name: name, value: .int64(slot))
    default:
      throw ModelError(
        .type, at: stage.path, "the predicted feature '\(name)' is no output for these labels")
    }
    let probabilities = description.predictedProbabilitiesName
    switch (description.outputs.first { $0.name == probabilities }?.type, labels) {
    case (nil, _): break
    case (.dictionary(.string), .strings), (.dictionary(.int64), .int64s):
      features[probabilities] = Feature(
        name: probabilities, value: .probabilities(scores, keys: labels))
    case (.multiArray(let type), _):
      features[probabilities] = try array(
        scores, as: type, named: probabilities, path: stage.path)
    default:
      throw ModelError(
        .type, at: stage.path, "the probabilities '\(probabilities)' have another type")
    }
    return features
  }
}

/// Chooses the text with the largest number.
struct PickText: PreparedStep {
  var scores: DoubleSlot
  var labels: [String]
  var output: StringSlot
  var lastWins: Bool

  func begin(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    workspace.dictionaries[output.index] = labels
  }

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let block = workspace.block(scores)
    for row in 0..<workspace.rows {
      workspace.codes[output.index][row] = Int32(
        truncatingIfNeeded: block.largest(row, lastWins: lastWins))
    }
  }
}

/// Chooses the integer with the largest number.
struct PickInt64: Step {
  var scores: DoubleSlot
  var labels: [Int64]
  var output: Int64Slot
  var lastWins: Bool

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let block = workspace.block(scores)
    for row in 0..<workspace.rows {
      workspace.int64s[output.index][row] = labels[block.largest(row, lastWins: lastWins)]
    }
  }
}

extension DoubleBlock {
  /// Which number of the row is the largest; 0 for no numbers.
  fileprivate func largest(_ row: Int, lastWins: Bool) -> Int {
    let start = start(row)
    var best = 0
    for index in 0..<region.width {
      let (number, largest) = (values[start + index], values[start + best])
      if number > largest || (lastWins && number == largest) { best = index }
    }
    return best
  }
}
