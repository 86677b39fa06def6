package import ModelSpec

/// A model made ready to be trained, with everything checked that can be without rows.
package struct TrainingPlan: Sendable {
  let model: TrainableModel
  let prefix: Plan
  let graph: TrainingGraph

  /// - Parameters:
  ///   - model: the whole model.
  ///   - conventions: how the stages before the trained one read what the format leaves open.
  /// - Throws: a `ModelError` for a model that cannot be trained.
  package init(
    _ model: Model, conventions: Conventions = .standard
  ) throws(ModelError) {
    self.model = try TrainableModel(model)
    prefix = try Plan(self.model.prefix, conventions: conventions)
    graph = try TrainingGraph(
      Network(
        self.model.network, inputs: try self.model.description.blobShapes(),
        path: "neuralNetwork"),
      loss: self.model.loss)
    try self.model.target.check(width: graph.lossWidth)
  }

  /// The parameters of the training, with the caller's in place of the model's.
  ///
  /// - Throws: a `TrainingError.parameter` that names what the model allows.
  package func options(_ overrides: TrainingOverrides) throws(TrainingError) -> TrainingOptions {
    try TrainingOptions(model.updateParameters, overrides)
  }

  /// Runs what does not change for all rows, and takes the targets.
  func samples(_ rows: FeatureBatch) throws(TrainingError) -> TrainingSamples {
    if let problem = rows.problems.first { throw .row(problem) }
    let trainingInputs = model.trainingInputs
    guard rows.columns.count == trainingInputs.count else {
      throw .model(
        ModelError(
          .interface, at: "description.trainingInput",
          "the model has \(trainingInputs.count) training inputs, the rows have "
            + "\(rows.columns.count) columns"))
    }
    let targets = try model.target.values(rows, width: graph.lossWidth)
    let inputs = try prefix.trainingValues(of: rows, trainingInputs)
    return graph.samples(inputs: inputs, targets: targets, count: rows.rowCount)
  }
}

extension TrainingPlan {
  /// The rows whose target cannot be used, at most one problem a row; the columns are the model's
  /// training inputs.
  package func targetProblems(_ rows: FeatureBatch) -> [RowProblem] {
    model.target.read(
      rows.columns[model.target.column], rows: rows.rowCount, width: graph.lossWidth
    )
    .problems
  }
}

extension Plan {
  /// The plan's outputs for training rows, of each output all numbers row after row; rows without an
  /// optional value get what stands in for it.
  func trainingValues(
    of rows: FeatureBatch, _ trainingInputs: [FeatureDescription]
  ) throws(TrainingError) -> [[Float]] {
    let batch = FeatureBatch(
      rowCount: rows.rowCount,
      columns: inputs.map { input in
        trainingInputs.firstIndex { $0.name == input.name }.map { rows.columns[$0] }
          ?? FeatureColumn(allMissing: rows.rowCount)
      })
    let result: PredictionResult
    do { result = try predict(batch) } catch { throw .model(error) }
    if let problem = result.problems.first { throw .row(problem) }
    return zip(outputs, result.outputs.columns).map { output, column in
      column.floats(width: output.width, standIn: output.standIn)
    }
  }
}

extension ModelDescription {
  /// Names and declared shapes of the inputs, as a network takes them.
  func blobShapes() throws(ModelError) -> [(name: String, shape: [Int])] {
    let builder = PlanBuilder()
    var shapes: [(name: String, shape: [Int])] = []
    for input in inputs {
      if case .multiArray(let type) = input.type {
        shapes.append((input.name, try builder.rowShape(type, of: input.name).shape))
      } else {
        shapes.append((input.name, []))
      }
    }
    return shapes
  }
}

extension FeatureDescription {
  /// How many numbers a row has.
  fileprivate var width: Int {
    if case .multiArray(let type) = type { elementCount(type.rowShape) ?? 0 } else { 1 }
  }

  /// What every element is when an optional input is missing.
  fileprivate var standIn: Float {
    if case .multiArray(let type) = type { type.defaultValue?.float ?? 0 } else { 0 }
  }
}
