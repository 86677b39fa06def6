import ModelSpec

extension TreeEnsembleRegressor: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    let sums = try ensemble.plan(stage, &builder, transform: postEvaluationTransform)
    return try builder.prediction(of: stage, in: sums)
  }
}

extension TreeEnsembleClassifier: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    let sums = try ensemble.plan(stage, &builder, transform: postEvaluationTransform)
    guard builder.width(sums) == 1 else {
      guard builder.width(sums) == labels.count else {
        throw ModelError(
          .shape, at: stage.path, "\(labels.count) labels for \(builder.width(sums)) dimensions")
      }
      return try builder.classification(of: stage, scores: sums, labels: labels)
    }
    guard labels.count == 2 else {
      throw ModelError(.shape, at: stage.path, "\(labels.count) labels for one dimension")
    }
    let scores = builder.newDoubles(2)
    builder.add(ClassProbabilities(input: sums, output: scores, encoding: .two))
    return try builder.classification(
      of: stage, scores: scores, labels: labels,
      lastWins: builder.conventions.halfVote == .second)
  }
}

extension TreeEnsemble {
  /// Adds the steps that walk the trees; the slot has a transformed sum for each dimension.
  fileprivate func plan(
    _ stage: Stage, _ builder: inout PlanBuilder, transform: TreeTransform
  ) throws(ModelError) -> DoubleSlot {
    let path = stage.path + ".treeEnsemble"
    guard predictionDimensions > 0, predictionDimensions <= UInt64(PlanBuilder.largestArray) else {
      throw ModelError(
        .value, at: path + ".numPredictionDimensions",
        "\(predictionDimensions) prediction dimensions are not possible")
    }
    let dimensions = Int(predictionDimensions)
    guard basePredictionValue.isEmpty || basePredictionValue.count == dimensions else {
      throw ModelError(
        .shape, at: path + ".basePredictionValue",
        "\(basePredictionValue.count) base values for \(dimensions) prediction dimensions")
    }
    var vector = try builder.vector(of: stage)
    let width = builder.width(vector)
    // Even a leaf looks at the first element, though whatever it is leads back to the leaf.
    guard width > 0 else {
      throw ModelError(.shape, at: stage.path, "the inputs of the trees have no elements")
    }
    let forest = try Forest(self, width: width, dimensions: dimensions, path: path)
    let isSingle = builder.conventions.treeInputs == .float32 && isOfSinglePrecision
    if isSingle {
      let rounded = builder.newDoubles(width)
      let segment = VectorSegment(vector: rounded, offset: 0, width: width)
      builder.add(PlaceNumbers(input: vector, target: segment))
      builder.add(
        RoundToElementType(name: "", slot: rounded, dataType: .float32, roundsToWhole: false))
      vector = rounded
    }
    let sums = builder.newDoubles(dimensions)
    let zeros = [Double](repeating: 0, count: dimensions)
    builder.add(
      ForestStep(
        input: vector, output: sums, forest: forest,
        masked: dimensions == 1 ? MaskedForest(forest, width: width) : nil,
        base: basePredictionValue.isEmpty ? zeros : basePredictionValue, transform: transform))
    return sums
  }

  /// Whether all thresholds and leaves are numbers of 32 bits.
  private var isOfSinglePrecision: Bool {
    nodes.allSatisfy { Double(Float($0.branchFeatureValue)) == $0.branchFeatureValue }
      && evaluations.allSatisfy { Double(Float($0.value)) == $0.value }
  }
}
