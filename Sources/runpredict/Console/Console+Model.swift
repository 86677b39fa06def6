import CommandLineKit
import ModelSpec
import TabularML

extension Console {
  /// Finds and reads the model that was named, and passes on what is to be said about it.
  ///
  /// With `takesUnsupported` it may be one that can only be described.
  func locate(_ name: String, takesUnsupported: Bool = false) throws -> LocatedModel {
    do {
      let located = try ModelLocator(environment: environment).locate(
        name, takesUnsupported: takesUnsupported)
      for note in located.notes { report(note, file: nil) }
      return located
    } catch let error as ModelError {
      throw ModelProblem(error, file: name)
    }
  }

  /// Makes a plan of the model that was named: whether shapes fit from layer to layer is found here.
  func plan(
    _ located: LocatedModel, named name: String, conventions: Conventions = .standard
  ) throws -> Plan {
    do { return try Plan(located.document.model, conventions: conventions) } catch {
      throw ModelProblem(error, file: name)
    }
  }
}

/// What is wrong with a model, and which one.
struct ModelProblem: ReportableError {
  var error: ModelError
  var file: String

  init(_ error: ModelError, file: String) {
    self.error = error
    self.file = file
  }

  var exitCode: ExitCode { Ending(of: error).exitCode }

  var diagnostic: Diagnostic {
    Diagnostic(
      .error, error.reason.rawValue, file: file, name: error.path == file ? nil : error.path,
      message: error.sentence(besides: file), hint: error.hint)
  }
}

extension ModelError {
  /// The message behind the part of the model that it is about, unless it names that itself.
  func sentence(besides file: String) -> String {
    path.isEmpty || path == file || message.contains(path) ? message : "\(path): \(message)"
  }
}
