import Dispatch
public import Foundation
import ModelSpec

/// A model that was read but is not loaded yet, from memory or from disk.
public final class MLModelAsset: NSObject, Sendable {
  let document: ModelDocument

  /// Reads a model from the bytes of a `.mlmodel` file.
  ///
  /// - Parameter specificationData: The bytes.
  /// - Throws: ``MLModelError`` with code `io` when they are no valid model, `generic` when it is of a
  ///   kind that cannot be run here.
  public convenience init(specification specificationData: Data) throws {
    try self.init(specification: specificationData, blobMapping: [:])
  }

  /// Reads an ML program from bytes in memory, with the files of weights that it names.
  ///
  /// - Parameters:
  ///   - specificationData: The bytes of its `.mlmodel` file.
  ///   - blobMapping: The content of each file by the URL that the program names it by, such as
  ///     `@model_path/weights/weight.bin`.
  /// - Throws: ``MLModelError`` with code `io` when they are no valid model or a file is missing,
  ///   `generic` when it is of a kind that cannot be run here.
  public init(specification specificationData: Data, blobMapping: [URL: Data]) throws {
    do {
      let weights: WeightFolder? =
        blobMapping.isEmpty
        ? nil
        : try WeightFolder(
          contents: blobMapping.map { (name: $0.key.relativePath, bytes: Array($0.value)) })
      document = try ModelDocument(bytes: Array(specificationData), weights: weights)
    } catch {
      throw MLModelError(error)
    }
  }

  /// Reads a compiled model.
  ///
  /// - Parameter compiledModelURL: A `.mlmodelc` folder.
  /// - Throws: ``MLModelError``: code `io` when there is no valid model, `generic` when it is not
  ///   compiled or of a kind that cannot be run here.
  public init(url compiledModelURL: URL) throws {
    document = try ModelFiles.readCompiled(at: compiledModelURL)
  }

  /// What the model takes and gives; of several functions the default one.
  public var modelDescription: MLModelDescription {
    get async throws { MLModelDescription(document.model) }
  }

  /// What one function of the model takes and gives.
  ///
  /// - Parameter functionName: One of ``functionNames``.
  /// - Returns: Its description.
  /// - Throws: ``MLModelError`` with code `generic` when there is no such function.
  public func modelDescription(of functionName: String) async throws -> MLModelDescription {
    try describe(functionName)
  }

  /// The names of the model's functions, sorted; none unless the model describes several.
  public var functionNames: [String] { get async throws { describedFunctions } }

  /// Gives what the model takes and gives to a handler.
  ///
  /// - Parameter handler: Called once on another thread.
  public func modelDescription(
    completionHandler handler: @escaping (MLModelDescription?, (any Error)?) -> Void
  ) {
    MLModel.answer(handler) { MLModelDescription(self.document.model) }
  }

  /// Gives what one function of the model takes and gives to a handler.
  ///
  /// - Parameters:
  ///   - functionName: The name of the function.
  ///   - handler: Called once on another thread, with the description or the error.
  public func modelDescription(
    ofFunctionNamed functionName: String,
    completionHandler handler: @escaping (MLModelDescription?, (any Error)?) -> Void
  ) {
    MLModel.answer(handler) { try self.describe(functionName) }
  }

  /// Gives the names of the model's functions to a handler.
  ///
  /// - Parameter handler: Called once on another thread.
  public func functionNames(
    completionHandler handler: @escaping ([String]?, (any Error)?) -> Void
  ) {
    MLModel.answer(handler) { self.describedFunctions }
  }

  private var describedFunctions: [String] {
    document.model.description.functions.isEmpty ? [] : document.model.functionNames
  }

  private func describe(_ functionName: String) throws -> MLModelDescription {
    MLModelDescription(try MLModel.choose(functionName, of: document).model)
  }
}

extension MLModel {
  /// Loads a model that was read before.
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

  /// Loads a model that was read before, on another thread.
  ///
  /// - Parameters:
  ///   - asset: The model.
  ///   - configuration: How to load it; it is copied at once.
  ///   - handler: Called once on another thread, with the model or the error.
  public class func load(
    _ asset: MLModelAsset, configuration: MLModelConfiguration,
    completionHandler handler: @escaping (MLModel?, (any Error)?) -> Void
  ) {
    let configuration = UncheckedBox(configuration.copied)
    answer(handler) { try MLModel(asset.document, publicly: configuration.value) }
  }

  /// Calls a handler of two optionals, of which one is nil, on another thread.
  fileprivate class func answer<Answer>(
    _ handler: @escaping (Answer?, (any Error)?) -> Void,
    _ work: @escaping @Sendable () throws -> Answer
  ) {
    let handler = UncheckedBox(handler)
    DispatchQueue.global().async {
      do { handler.value(try work(), nil) } catch { handler.value(nil, error) }
    }
  }
}
