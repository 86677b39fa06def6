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
  /// - Throws: ``MLModelError``, as ``prediction(from:)`` does.
  public func prediction(
    from input: any MLFeatureProvider, options: MLPredictionOptions
  ) throws -> any MLFeatureProvider {
    try prediction(from: input)
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
    return try predictionNow(from: input)
  }

  /// Predicts from each set of features of a batch.
  ///
  /// - Parameter inputBatch: Providers of all inputs that are not optional; a ``TableBatchProvider``
  ///   is the fastest.
  /// - Returns: As many providers of the model's outputs, in the same order.
  /// - Throws: ``MLModelError``, as ``prediction(from:)`` does, for the first row without an answer.
  public func predictions(fromBatch inputBatch: any MLBatchProvider) throws -> any MLBatchProvider {
    TableBatchProvider(
      try outputs(for: inputs.read(inputBatch), isOneOfMany: true), layout: outputs)
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
    from input: any MLFeatureProvider
  ) throws -> any MLFeatureProvider { try prediction(from: input) }

  private func outputs(for batch: FeatureBatch, isOneOfMany: Bool) throws -> FeatureBatch {
    let result: PredictionResult
    do { result = try plan.predict(batch) } catch { throw MLModelError(error) }
    if let problem = result.problems.first {
      throw MLModelError(problem, isOneOfMany: isOneOfMany)
    }
    return result.outputs
  }
}
