public import Foundation
import ModelSpec

/// Where an update stands: what a handler is told.
public final class MLUpdateContext: NSObject, @unchecked Sendable {
  /// The update itself, to change parameters, to cancel it or to see its error.
  public let task: MLUpdateTask
  /// What has just happened; at the end the last thing that did.
  public let event: MLUpdateProgressEvent
  /// What was measured, such as the loss, by key; all values are `NSNumber`s.
  public let metrics: [MLMetricKey: Any]
  /// The parameters of the training as they are now, by key; all values are `NSNumber`s.
  public let parameters: [MLParameterKey: Any]

  private let base: MLModel
  private let change: ModelChange?
  private let made = Locked<MLModel?>(nil)

  /// A context whose model is `base` as the training has changed it, if at all.
  init(
    task: MLUpdateTask, event: MLUpdateProgressEvent, metrics: [MLMetricKey: Any],
    parameters: [MLParameterKey: Any], base: MLModel, change: ModelChange?
  ) {
    self.task = task
    self.event = event
    self.metrics = metrics
    self.parameters = parameters
    self.base = base
    self.change = change
  }

  /// The model as it is at this moment; after a failure the model as it was.
  ///
  /// It is made when it is first asked for.
  public var model: any MLModel & MLWritable {
    made.withLock { made in
      if let made { return made }
      let model = change.flatMap { try? base.applying($0) } ?? base
      made = model
      return model
    }
  }
}

extension MLModel {
  /// The same model after an update.
  func applying(_ change: ModelChange) throws(ModelError) -> MLModel {
    try MLModel(document: try document.applying(change), configuration: configuration)
  }
}
