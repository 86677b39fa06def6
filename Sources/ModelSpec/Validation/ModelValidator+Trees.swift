extension ModelValidator {
  /// More numbers than any model predicts at once.
  private static let mostDimensions: UInt64 = 1 << 20

  static func validate(
    _ regressor: TreeEnsembleRegressor, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    try validateRegressor(model, at: path.field("description"))
    let length = try vectorLength(of: model, at: path.field("description"))
    let path = path.field("treeEnsembleRegressor").field("treeEnsemble")
    try validate(regressor.ensemble, inputs: length, at: path)
  }

  static func validate(
    _ classifier: TreeEnsembleClassifier, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let kindPath = path.field("treeEnsembleClassifier")
    try validateClassifier(model, labels: classifier.labels, at: path, kindPath)
    let length = try vectorLength(of: model, at: path.field("description"))
    try validate(classifier.ensemble, inputs: length, at: kindPath.field("treeEnsemble"))
    let dimensions = Int(clamping: classifier.ensemble.predictionDimensions)
    guard classifier.labels.count == max(dimensions, 2) else {
      throw kindPath.field(classifier.labels.fieldName).error(
        .shape,
        "\(classifier.labels.count) class labels for \(dimensions) prediction dimensions")
    }
  }

  private static func validate(
    _ ensemble: TreeEnsemble, inputs: Int?, at path: ModelPath
  ) throws(ModelError) {
    let dimensions = ensemble.predictionDimensions
    guard (1...mostDimensions).contains(dimensions) else {
      throw path.field("numPredictionDimensions").error(
        .value, "\(dimensions) prediction dimensions are not possible")
    }
    let bases = ensemble.basePredictionValue.count
    guard bases == 0 || bases == Int(dimensions) else {
      throw path.field("basePredictionValue").error(
        .shape, "\(bases) base values for \(dimensions) prediction dimensions")
    }
    _ = try TreeLinks(ensemble.nodes, at: path.text)
    var faults = TreeFaults()
    // For each dimension the leaf that added to it last.
    var last = [Int32](repeating: -1, count: Int(dimensions))
    for (index, node) in ensemble.nodes.enumerated() {
      if node.behavior == .leaf {
        check(ensemble.evaluations[node.evaluations], of: index, &last, &faults)
      } else if let inputs, node.branchFeatureIndex >= UInt64(inputs) {
        faults.add(
          index, "branchFeatureIndex",
          "the branch asks for element \(node.branchFeatureIndex) of \(inputs)", .value)
      }
    }
    try faults.throwIfAny(at: path.text)
  }

  private static func check(
    _ evaluations: ArraySlice<TreeEnsemble.Evaluation>, of node: Int, _ last: inout [Int32],
    _ faults: inout TreeFaults
  ) {
    if evaluations.isEmpty { faults.add(node, "evaluationInfo", "the leaf has no value") }
    for (position, evaluation) in evaluations.enumerated() {
      guard evaluation.index < UInt64(last.count) else {
        faults.add(
          node, "evaluationInfo[\(position)].evaluationIndex",
          "the leaf adds to dimension \(evaluation.index) of \(last.count)", .value)
        continue
      }
      if last[Int(evaluation.index)] == Int32(truncatingIfNeeded: node) {
        faults.add(
          node, "evaluationInfo", "the leaf adds to dimension \(evaluation.index) twice")
      }
      last[Int(evaluation.index)] = Int32(truncatingIfNeeded: node)
    }
  }
}
