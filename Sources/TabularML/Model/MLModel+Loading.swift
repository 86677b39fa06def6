import Dispatch
public import Foundation

extension MLModel {
  /// Loads a compiled model, off the thread that asks.
  ///
  /// - Parameters:
  ///   - url: A `.mlmodelc` folder.
  ///   - configuration: How to load it; it is copied.
  /// - Returns: The model.
  /// - Throws: ``MLModelError``, as ``init(contentsOf:configuration:)`` does.
  public class func load(
    contentsOf url: URL, configuration: MLModelConfiguration = MLModelConfiguration()
  ) async throws -> MLModel {
    try MLModel(contentsOf: url, configuration: configuration)
  }

  /// Loads a compiled model on another thread.
  ///
  /// - Parameters:
  ///   - url: A `.mlmodelc` folder.
  ///   - configuration: How to load it; it is copied at once.
  ///   - handler: Called once on another thread, with the model or the error.
  public class func load(
    contentsOf url: URL, configuration: MLModelConfiguration = MLModelConfiguration(),
    completionHandler handler: @escaping (Result<MLModel, any Error>) -> Void
  ) {
    let boxed = UncheckedBox((handler: handler, configuration: configuration.copied))
    DispatchQueue.global().async {
      let (handler, configuration) = boxed.value
      handler(Result { try MLModel(contentsOf: url, configuration: configuration) })
    }
  }
}
