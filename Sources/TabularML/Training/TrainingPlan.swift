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
    zip(outputs, try answers(to: rows, trainingInputs).columns).map { output, column in
      column.floats(width: output.width, standIn: output.standIn)
    }
  }

  /// Refuses what training has made of a model when anything that it predicts is no number.
  ///
  /// The last step's loss was measured before it, so nothing else would notice. The columns of the rows
  /// are the training inputs.
  package func requireNumbers(
    for rows: FeatureBatch, _ trainingInputs: [FeatureDescription]
  ) throws(TrainingError) {
    guard try answers(to: rows, trainingInputs).columns.allSatisfy(\.isFinite) else {
      throw .predictsNoNumbers
    }
  }

  private func answers(
    to rows: FeatureBatch, _ trainingInputs: [FeatureDescription]
  ) throws(TrainingError) -> FeatureBatch {
    let batch = FeatureBatch(
      rowCount: rows.rowCount,
      columns: inputs.map { input in
        trainingInputs.firstIndex { $0.name == input.name }.map { rows.columns[$0] }
          ?? FeatureColumn(allMissing: rows.rowCount)
      })
    let result: PredictionResult
    do { result = try predict(batch) } catch { throw .model(error) }
    if let problem = result.problems.first { throw .row(problem) }
    return result.outputs
  }
}

extension FeatureColumn {
  /// Whether no number that is there is infinite or not a number.
  fileprivate var isFinite: Bool {
    switch values {
    case .doubles(let numbers):
      numbers.indices.allSatisfy { numbers[$0].isFinite || missing?[$0] == true }
    case .arrays(let arrays):
      switch arrays.elements {
      case .doubles(let numbers): numbers.allSatisfy(\.isFinite)
      case .floats(let numbers): numbers.allSatisfy(\.isFinite)
      case .int32s: true
      }
    case .probabilities(let column): column.values.allSatisfy(\.isFinite)
    case .stringDictionaries(let rows): rows.allSatisfy { $0.values.allSatisfy(\.isFinite) }
    case .int64Dictionaries(let rows): rows.allSatisfy { $0.values.allSatisfy(\.isFinite) }
    case .int64s, .strings, .int64Sequences, .stringSequences: true
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
