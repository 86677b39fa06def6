extension MLModel {
  /// Predicts from one set of features.
  ///
  /// Features that the model does not need are ignored. An integer serves where a Double is needed;
  /// no other value is converted.
  ///
  /// - Parameter input: A provider of all inputs that are not optional.
  /// - Returns: A provider of the model's outputs.
  /// - Throws: ``MLModelError``: code `generic` for a missing feature or an unknown category,
  ///   `featureType` for a value of another type or shape.
  public func prediction(from input: any MLFeatureProvider) throws -> any MLFeatureProvider {
    BatchRow(try outputs(for: inputs.read(input), isOneOfMany: false), layout: outputs, row: 0)
  }

  /// Predicts from one set of features.
  ///
  /// - Parameters:
  ///   - input: A provider of all inputs that are not optional.
  ///   - options: How to predict.
  /// - Returns: A provider of the model's outputs.
  /// - Throws: ``MLModelError``, as ``prediction(from:)`` does, or with code `featureType` when an output
  ///   cannot be what ``MLPredictionOptions/outputBackings`` has for it.
  public func prediction(
    from input: any MLFeatureProvider, options: MLPredictionOptions
  ) throws -> any MLFeatureProvider {
    guard !options.outputBackings.isEmpty else { return try prediction(from: input) }
    let backings = try modelDescription.checked(options.outputBackings)
    return try MLDictionaryFeatureProvider(prediction(from: input), into: backings)
  }

  /// Predicts from one set of features, unless the task is cancelled.
  ///
  /// A prediction takes microseconds, so it runs where it is called.
  ///
  /// - Parameters:
  ///   - input: A provider of all inputs that are not optional.
  ///   - options: How to predict.
  /// - Returns: A provider of the model's outputs.
  /// - Throws: ``MLModelError``, as ``prediction(from:)`` does, or with code `predictionCancelled`.
  public nonisolated(nonsending) func prediction(
    from input: any MLFeatureProvider, options: MLPredictionOptions = MLPredictionOptions()
  ) async throws -> any MLFeatureProvider {
    guard !Task.isCancelled else {
      throw MLModelError(.predictionCancelled, "The task was cancelled before the prediction.")
    }
    return try predictionNow(from: input, options)
  }

  /// Predicts from each set of features of a batch.
  ///
  /// - Parameter inputBatch: Providers of all inputs that are not optional; a ``TableBatchProvider``
  ///   is the fastest.
  /// - Returns: As many providers of the model's outputs, in the same order.
  /// - Throws: ``MLModelError``, as ``prediction(from:)`` does, for the first row without an answer.
  public func predictions(fromBatch inputBatch: any MLBatchProvider) throws -> any MLBatchProvider {
    let groups = inputs.groups(inputBatch)
    if groups.count < 2 {
      let batch = groups.first?.batch ?? inputs.read(inputBatch)
      return TableBatchProvider(try outputs(for: batch, isOneOfMany: true), layout: outputs)
    }
    return try predictions(groups)
  }

  /// Predicts from each set of features of a batch.
  ///
  /// - Parameters:
  ///   - inputBatch: Providers of all inputs that are not optional.
  ///   - options: How to predict.
  /// - Returns: As many providers of the model's outputs, in the same order.
  /// - Throws: ``MLModelError``, as ``predictions(fromBatch:)`` does.
  public func predictions(
    from inputBatch: any MLBatchProvider, options: MLPredictionOptions
  ) throws -> any MLBatchProvider {
    try predictions(fromBatch: inputBatch)
  }

  /// The form that does not wait; within an asynchronous function the other one is preferred.
  private func predictionNow(
    from input: any MLFeatureProvider, _ options: MLPredictionOptions
  ) throws -> any MLFeatureProvider { try prediction(from: input, options: options) }

  /// Answers rows whose arrays differ in shape, and so do perhaps those of the answers.
  private func predictions(_ groups: [RowGroup]) throws -> any MLBatchProvider {
    var answers: [(row: Int, provider: BatchRow)] = []
    var problems: [RowProblem] = []
    for group in groups {
      let result: PredictionResult
      do { result = try plan.predict(group.batch) } catch { throw MLModelError(error) }
      for problem in result.problems {
        var problem = problem
        problem.row = group.rows[problem.row]
        problems.append(problem)
      }
      for (index, row) in group.rows.enumerated() {
        answers.append((row, BatchRow(result.outputs, layout: outputs, row: index)))
      }
    }
    if let problem = problems.min(by: { $0.row < $1.row }) {
      throw MLModelError(problem, isOneOfMany: true)
    }
    return MLArrayBatchProvider(array: answers.sorted { $0.row < $1.row }.map(\.provider))
  }

  private func outputs(for batch: FeatureBatch, isOneOfMany: Bool) throws -> FeatureBatch {
    let result: PredictionResult
    do { result = try plan.predict(batch) } catch { throw MLModelError(error) }
    if let problem = result.problems.first {
      throw MLModelError(problem, isOneOfMany: isOneOfMany)
    }
    return result.outputs
  }
}
