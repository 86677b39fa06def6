public import Foundation
import ModelSpec

/// A model in memory that is not loaded yet.
public final class MLModelAsset: NSObject, Sendable {
  let document: ModelDocument

  /// Reads a model from the bytes of a `.mlmodel` file.
  ///
  /// - Parameter specificationData: The bytes.
  /// - Throws: ``MLModelError`` with code `io` when they are no valid model, `generic` when it is of a
  ///   kind that cannot be run here.
  public init(specification specificationData: Data) throws {
    do { document = try ModelDocument(bytes: Array(specificationData)) } catch {
      throw MLModelError(error)
    }
  }
}

extension MLModel {
  /// Loads a model from memory.
  ///
  /// - Parameters:
  ///   - asset: The model.
  ///   - configuration: How to load it; it is copied.
  /// - Returns: The model.
  /// - Throws: ``MLModelError``, as ``init(contentsOf:configuration:)`` does.
  public class func load(
    asset: MLModelAsset, configuration: MLModelConfiguration = MLModelConfiguration()
  ) async throws -> MLModel {
    try MLModel(asset.document, publicly: configuration)
  }
}
