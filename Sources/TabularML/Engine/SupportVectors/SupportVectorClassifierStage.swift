import ModelSpec

extension SupportVectorClassifier: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    let vector = try builder.vector(of: stage)
    let row = try KernelRow(kernel, vectors, width: builder.width(vector), path: stage.path)
    let machines = try PairwiseMachines(self, vectors: row.count, path: stage.path)
    let scores = builder.newDoubles(labels.count)
    builder.add(
      SupportVectorVoteStep(input: vector, output: scores, kernel: row, machines: machines))
    guard machines.hasProbabilities || stage.description.predictedProbabilitiesName.isEmpty else {
      throw ModelError(
        .interface, at: stage.path,
        "the machine has no probabilities: probA and probB are missing")
    }
    return try builder.classification(of: stage, scores: scores, labels: labels)
  }
}

/// The votes for each class, or its probability where the model can tell.
struct SupportVectorVoteStep: Step {
  var input: DoubleSlot
  var output: DoubleSlot
  var kernel: KernelRow
  var machines: PairwiseMachines

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    var block = workspace.take(output)
    var kernels = [Double](repeating: 0, count: kernel.count)
    var decisions = [Double](repeating: 0, count: machines.pairCount)
    var coupling = PairwiseCoupling(classes: machines.classCount)
    for row in 0..<workspace.rows {
      kernel.evaluate(source.values, at: source.start(row), into: &kernels)
      machines.decide(kernels, into: &decisions)
      let start = block.start(row)
      if machines.hasProbabilities {
        machines.probabilities(decisions, &coupling, into: &block.values, at: start)
      } else {
        machines.vote(decisions, into: &block.values, at: start)
      }
    }
    workspace.put(block)
  }
}
