import ModelSpec

extension GLMClassifier: Plannable {
  var takesUnwrittenVectors: Bool { true }

  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    let input = try builder.linearInput(of: stage)
    let length = builder.width(input)
    guard !weights.isEmpty, weights.count == offset.count,
      weights.allSatisfy({ $0.count == length })
    else {
      throw ModelError(
        .shape, at: stage.path + ".weights",
        "the inputs have \(length) elements, a row of weights has \(weights.first?.count ?? 0)")
    }
    let encoding: ClassProbabilities.Encoding =
      labels.count == 2 ? .two : classEncoding == .oneVsRest ? .oneVsRest : .referenceClass
    guard weights.count == (encoding == .oneVsRest ? labels.count : labels.count - 1) else {
      throw ModelError(
        .shape, at: stage.path + ".weights",
        "\(weights.count) rows of weights for \(labels.count) classes")
    }
    let linked = builder.newDoubles(weights.count)
    let link: GLMRegressor.PostEvaluationTransform =
      postEvaluationTransform == .probit ? .probit : .logit
    builder.add(
      LinearFunction(
        weights: weights, offset: offset, transform: encoding == .referenceClass ? .none : link),
      of: input, output: linked)
    let probabilities = builder.newDoubles(labels.count)
    builder.add(
      ClassProbabilities(input: linked, output: probabilities, encoding: encoding))
    return try builder.classification(of: stage, scores: probabilities, labels: labels)
  }
}

/// Makes probabilities of all classes out of those that the weights gave.
struct ClassProbabilities: Step {
  enum Encoding {
    /// The number is the probability of the second class.
    case two
    /// The numbers are probabilities, each against the rest, and are made to add up to 1.
    case oneVsRest
    /// The numbers are scores of all classes but the first, whose score is 0.
    case referenceClass
  }

  var input: DoubleSlot
  var output: DoubleSlot
  var encoding: Encoding

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    var block = workspace.take(output)
    let count = block.region.width
    for row in 0..<workspace.rows {
      let from = source.start(row)
      let to = block.start(row)
      switch encoding {
      case .two:
        block.values[to] = 1 - source.values[from]
        block.values[to + 1] = source.values[from]
      case .oneVsRest:
        var sum = 0.0
        for index in 0..<count { sum += source.values[from + index] }
        for index in 0..<count {
          // All may be too small to be anything but zero.
          block.values[to + index] =
            sum == 0 ? 1 / Double(count) : source.values[from + index] / sum
        }
      case .referenceClass:
        block.values[to] = 0
        for index in 1..<count { block.values[to + index] = source.values[from + index - 1] }
        SoftMax.apply(to: &block.values, to..<to + count)
      }
    }
    workspace.put(block)
  }
}
