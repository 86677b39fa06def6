import Dispatch
public import Foundation
import ModelSpec

extension MLModel {
  /// Compiles a model into a temporary folder.
  ///
  /// Move the result to a place of your own to keep it.
  ///
  /// - Parameter modelURL: A `.mlmodel` file or an `.mlpackage` folder.
  /// - Returns: Where the compiled model is, a `.mlmodelc` folder.
  /// - Throws: ``MLModelError`` with code `io` when there is no valid model, or when the folder
  ///   cannot be written; with code `generic` when the model is of a kind that cannot be run here.
  public class func compileModel(at modelURL: URL) throws -> URL {
    let document = try ModelFiles.read(at: modelURL)
    try checkThatItRuns(document)
    let place = try ModelFiles.temporaryPlace(forCompiled: modelURL)
    try ModelFiles.writeCompiled(document, to: place, replacing: false)
    return place
  }

  /// Compiles a model into a temporary folder, off the thread that asks.
  ///
  /// - Parameter modelURL: A `.mlmodel` file or an `.mlpackage` folder.
  /// - Returns: Where the compiled model is, a `.mlmodelc` folder.
  /// - Throws: ``MLModelError`` with code `io` when there is no valid model, or when the folder
  ///   cannot be written; with code `generic` when the model is of a kind that cannot be run here.
  @concurrent public class func compileModel(at modelURL: URL) async throws -> URL {
    try compiledNow(modelURL)
  }

  /// Compiles a model into a temporary folder, on another thread.
  ///
  /// - Parameters:
  ///   - modelURL: A `.mlmodel` file or an `.mlpackage` folder.
  ///   - handler: Called once on another thread, with the place of the compiled model or the error.
  public class func compileModel(
    at modelURL: URL, completionHandler handler: @escaping (Result<URL, any Error>) -> Void
  ) {
    let boxed = UncheckedBox(handler)
    DispatchQueue.global().async {
      boxed.value(Result { try compiledNow(modelURL) })
    }
  }

  /// Finds out before anything is written whether the model could be loaded again.
  private class func checkThatItRuns(_ document: ModelDocument) throws {
    do { _ = try Plan(document.model) } catch { throw MLModelError(error) }
  }

  /// The form that does not wait; within an asynchronous function the other one is preferred.
  private class func compiledNow(_ url: URL) throws -> URL { try compileModel(at: url) }
}

extension MLModel: MLWritable {
  /// Saves the model as a compiled model, replacing what is there in one step.
  ///
  /// - Parameter url: Where to save it: a path that ends in `.mlmodelc`.
  /// - Throws: ``MLModelError`` with code `io` when it cannot be written.
  public func write(to url: URL) throws {
    try ModelFiles.writeCompiled(document, to: url, replacing: true)
  }
}
