import Foundation
import ModelSpec

/// Models on disk, with the errors that Core ML's API gives.
enum ModelFiles {
  /// A model of any format.
  static func read(at url: URL) throws -> ModelDocument {
    do { return try ModelDocument.read(at: try path(of: url)) } catch {
      throw publicError(error)
    }
  }

  /// A compiled model; any other is refused with the way to compile it.
  static func readCompiled(at url: URL) throws -> ModelDocument {
    do {
      guard try ModelFormat.detect(at: try path(of: url)) == .compiled else {
        throw MLModelError(
          .generic,
          "The model at \(url.path) is not compiled: compile it with MLModel.compileModel(at:).",
          hint: "Load the URL that MLModel.compileModel(at:) gives.")
      }
      return try ModelDocument.read(at: url.path)
    } catch { throw publicError(error) }
  }

  static func writeCompiled(
    _ document: ModelDocument, to url: URL, replacing: Bool
  ) throws {
    do {
      let path = try path(of: url)
      // Code for Apple's systems often makes the folder first and then writes the model into it.
      if try FileManager.default.fileExists(atPath: path)
        && FileManager.default.contentsOfDirectory(atPath: path).isEmpty
      {
        try FileManager.default.removeItem(atPath: path)
      }
      try CompiledBundle.write(document, to: path, replacing: replacing)
    } catch { throw publicError(error) }
  }

  /// A place of its own in the temporary folder for the compiled form of the model at a URL.
  static func temporaryPlace(forCompiled url: URL) throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("coreml-\(UUID().uuidString)", isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw MLModelError(.io, "The folder \(folder.path) cannot be created.", cause: error)
    }
    let name = url.deletingPathExtension().lastPathComponent
    return folder.appendingPathComponent("\(name).mlmodelc", isDirectory: true)
  }

  private static func path(of url: URL) throws -> String {
    guard url.isFileURL else {
      throw MLModelError(
        .io, "\(url.absoluteString) is not on this computer.", hint: "Download the model first.")
    }
    return url.path
  }

  private static func publicError(_ error: any Error) -> MLModelError {
    if let error = error as? MLModelError { return error }
    if let error = error as? ModelError { return MLModelError(error) }
    return MLModelError(.io, error.localizedDescription, cause: error)
  }
}
