import Dispatch
public import Foundation
import ModelSpec

/// The fine-tuning of an updatable model with rows of your own.
///
/// ```swift
/// let task = try MLUpdateTask(forModelAt: compiled, trainingData: rows, configuration: nil) {
///   if $0.task.error == nil { try? $0.model.write(to: updated) }
/// }
/// task.resume()
/// ```
///
/// The file at the URL is not changed; the updated model is in the completion handler's context. When
/// the loss, or what the model predicts for the rows at the end, is no number, the update fails, and the
/// context has the model as it was.
public final class MLUpdateTask: MLTask, @unchecked Sendable {
  private let model: MLModel
  private let plan: UpdatePlan
  private let trainingData: UncheckedBox<any MLBatchProvider>
  private let handlers: MLUpdateProgressHandlers
  private let changes: Locked<Changes>

  /// Parameters set since the training last looked.
  private struct Changes: Sendable {
    var overrides = TrainingOverrides()
    var error: MLModelError?
  }

  /// Prepares an update that calls back while it goes on.
  ///
  /// - Parameters:
  ///   - modelURL: A compiled, updatable model.
  ///   - trainingData: The rows; their features are the model's training inputs.
  ///   - configuration: Parameters to use instead of the model's, within the ranges that it allows.
  ///   - progressHandlers: What to call; see ``MLUpdateProgressHandlers``.
  /// - Throws: ``MLModelError``: code `update` when the model cannot be updated, `parameters` when a
  ///   parameter is not allowed, and those of loading a model.
  public init(
    forModelAt modelURL: URL, trainingData: any MLBatchProvider,
    configuration: MLModelConfiguration?, progressHandlers: MLUpdateProgressHandlers
  ) throws {
    let configuration = configuration ?? MLModelConfiguration()
    model = try MLModel(contentsOf: modelURL, configuration: configuration)
    guard model.document.model.isUpdatable else {
      throw MLModelError(
        .update, "The model at \(modelURL.path) is not updatable.",
        hint: "Only a model whose author marked layers as updatable can be fine-tuned.")
    }
    let overrides = try TrainingOverrides(configuration.parameters ?? [:])
    do {
      plan = try UpdatePlan(model.document, Conventions(configuration.readings))
      try plan.check(overrides)
    } catch {
      throw MLModelError(updateFailure: error)
    }
    self.trainingData = UncheckedBox(trainingData)
    handlers = progressHandlers
    changes = Locked(Changes(overrides: overrides))
  }

  /// Prepares an update that calls back while it goes on, with the model's own parameters.
  ///
  /// - Parameters:
  ///   - modelURL: A compiled, updatable model.
  ///   - trainingData: The rows; their features are the model's training inputs.
  ///   - progressHandlers: What to call; see ``MLUpdateProgressHandlers``.
  /// - Throws: ``MLModelError``, as the initialiser with a configuration does.
  public convenience init(
    forModelAt modelURL: URL, trainingData: any MLBatchProvider,
    progressHandlers: MLUpdateProgressHandlers
  ) throws {
    try self.init(
      forModelAt: modelURL, trainingData: trainingData, configuration: nil,
      progressHandlers: progressHandlers)
  }

  /// Prepares an update that calls back at its end.
  ///
  /// - Parameters:
  ///   - modelURL: A compiled, updatable model.
  ///   - trainingData: The rows; their features are the model's training inputs.
  ///   - configuration: Parameters to use instead of the model's, within the ranges that it allows.
  ///   - completionHandler: Called once on another thread, also after a failure: see the task's error.
  /// - Throws: ``MLModelError``, as the initialiser with progress handlers does.
  public convenience init(
    forModelAt modelURL: URL, trainingData: any MLBatchProvider,
    configuration: MLModelConfiguration?,
    completionHandler: @escaping (MLUpdateContext) -> Void
  ) throws {
    try self.init(
      forModelAt: modelURL, trainingData: trainingData, configuration: configuration,
      progressHandlers: MLUpdateProgressHandlers(
        forEvents: [], progressHandler: nil, completionHandler: completionHandler))
  }

  /// Prepares an update that calls back at its end, with the model's own parameters.
  ///
  /// - Parameters:
  ///   - modelURL: A compiled, updatable model.
  ///   - trainingData: The rows; their features are the model's training inputs.
  ///   - completionHandler: Called once on another thread, also after a failure: see the task's error.
  /// - Throws: ``MLModelError``, as the initialiser with progress handlers does.
  public convenience init(
    forModelAt modelURL: URL, trainingData: any MLBatchProvider,
    completionHandler: @escaping (MLUpdateContext) -> Void
  ) throws {
    try self.init(
      forModelAt: modelURL, trainingData: trainingData, configuration: nil,
      completionHandler: completionHandler)
  }

  /// Changes parameters of the training, such as the learning rate, and starts it if necessary.
  ///
  /// Called by a progress handler it takes effect with the next mini-batch. A parameter that is not
  /// allowed ends the update with an error of the code `parameters`.
  ///
  /// - Parameter updateParameters: New values by key.
  public func resume(withParameters updateParameters: [MLParameterKey: Any]) {
    changes.withLock { changes in
      do throws(MLModelError) {
        changes.overrides = try TrainingOverrides(updateParameters).merged(over: changes.overrides)
      } catch {
        changes.error = error
      }
    }
    resume()
  }

  override func begin() {
    DispatchQueue.global().async { self.run() }
  }

  /// The whole update; the completion handler is called at its end, whatever happens.
  private func run() {
    var progress = UpdateProgress()
    do {
      let updated = try update(&progress)
      guard complete() else { throw MLUpdateTask.cancelled }
      finish(progress, updated)
    } catch {
      fail(MLModelError(updateFailure: error))
      finish(progress, model)
    }
  }

  private func update(_ progress: inout UpdateProgress) throws -> MLModel {
    try checkCancellation()
    let trainingInputs = model.document.model.description.trainingInputs
    let rows = FeatureReader(trainingInputs).read(trainingData.value)
    try checkCancellation()
    switch plan {
    case .network(let plan):
      let updated = try model.applying(try train(plan, rows, &progress))
      try updated.plan.requireNumbers(for: rows, trainingInputs)
      return updated
    case .neighbors(let plan): return try model.applying(try collect(plan, rows, &progress))
    }
  }

  private func train(
    _ plan: TrainingPlan, _ rows: FeatureBatch, _ progress: inout UpdateProgress
  ) throws -> ModelChange {
    var trainer = try NetworkTrainer(plan, rows: rows, overrides: try takeChanges())
    progress.begin(trainer.options)
    tell(progress) { .weights(trainer.weights) }
    while true {
      try checkCancellation()
      try trainer.change(try takeChanges())
      guard let event = try trainer.next() else { return .weights(trainer.weights) }
      progress.note(event, trainer.options)
      tell(progress) { .weights(trainer.weights) }
    }
  }

  /// A classifier by neighbours has no epochs: the rows become samples at once.
  private func collect(
    _ plan: NeighborPlan, _ rows: FeatureBatch, _ progress: inout UpdateProgress
  ) throws -> ModelChange {
    var overrides = try takeChanges()
    progress.begin(numberOfNeighbors: try plan.numberOfNeighbors(overrides))
    var samples = try plan.samples(rows, overrides: overrides)
    tell(progress) { nil }
    try checkCancellation()
    overrides = try takeChanges().merged(over: overrides)
    progress.begin(numberOfNeighbors: try plan.numberOfNeighbors(overrides))
    samples.numberOfNeighbors = overrides.numberOfNeighbors
    return .samples(samples)
  }

  private static let cancelled = MLModelError(.update, "The update was cancelled.")

  private func checkCancellation() throws {
    if isCancelling { throw MLUpdateTask.cancelled }
  }

  private func takeChanges() throws -> TrainingOverrides {
    try changes.withLock { changes in
      if let error = changes.error { throw error }
      defer { changes.overrides = TrainingOverrides() }
      return changes.overrides
    }
  }

  private func tell(_ progress: UpdateProgress, _ change: () -> ModelChange?) {
    guard let handler = handlers.progressHandler, handlers.events.contains(progress.event) else {
      return
    }
    handler(context(progress, base: model, change: change()))
  }

  private func finish(_ progress: UpdateProgress, _ result: MLModel) {
    handlers.completionHandler(context(progress, base: result, change: nil))
  }

  private func context(
    _ progress: UpdateProgress, base: MLModel, change: ModelChange?
  ) -> MLUpdateContext {
    MLUpdateContext(
      task: self, event: progress.event, metrics: progress.metrics,
      parameters: progress.parameters, base: base, change: change)
  }
}
