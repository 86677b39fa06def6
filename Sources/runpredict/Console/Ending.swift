import CommandLineKit
import Foundation
import ModelSpec
import Tables

/// What an error that ends the program says, and the exit status that it means.
struct Ending {
  var diagnostic: Diagnostic?
  var exitCode: ExitCode

  private init(_ exitCode: ExitCode, _ diagnostic: Diagnostic?) {
    self.exitCode = exitCode
    self.diagnostic = diagnostic
  }

  init(of error: any Error) {
    switch error {
    case let code as ExitCode: self.init(code, nil)
    case let error as any ReportableError: self.init(error.exitCode, error.diagnostic)
    case WriteError.closedPipe: self.init(.success, nil)
    case WriteError.failed(let number):
      self.init(
        .ioError, "writeFailed", "standard output", "writing failed: \(systemMessage(number))")
    case let error as ValidationError:
      self.init(.usage, Diagnostic(.error, "usage", message: error.message, hint: error.hint))
    case let error as ModelError: self.init(modelError: error)
    case InputError.cannotOpen(_, EINTR), InputError.readFailed(_, EINTR),
      OutputError.cannotCreate(_, EINTR):
      self.init(of: Interruption.Interrupted())
    case let error as InputError: self.init(inputError: error)
    case let error as OutputError: self.init(outputError: error)
    case let problem as TableProblem: self.init(.dataError, Diagnostic(problem, file: nil))
    default:
      self.init(
        .software,
        Diagnostic(
          .error, "internal", message: "this should not have happened: \(error)",
          hint: "please report it, with the command line and the files"))
    }
  }

  private init(modelError error: ModelError) {
    let code: ExitCode =
      switch error.reason {
      case .missing: .noInput
      case .output: .cannotCreate
      case .writing: .ioError
      default: error.isUnsupported ? .unavailable : .dataError
      }
    self.init(
      code,
      Diagnostic(
        .error, error.reason.rawValue, name: error.path.isEmpty ? nil : error.path,
        message: error.sentence(besides: ""), hint: error.hint))
  }

  private init(inputError error: InputError) {
    switch error {
    case .notFound(let name):
      self.init(.noInput, "notFound", name, "there is no such file")
    case .isDirectory(let name):
      self.init(.noInput, "isDirectory", name, "this is a folder, not a file")
    case .cannotOpen(let name, let code):
      self.init(.noInput, "cannotOpen", name, "cannot be read: \(systemMessage(code))")
    case .readFailed(let name, let code):
      self.init(.ioError, "readFailed", name, "reading failed half-way: \(systemMessage(code))")
    }
  }

  private init(outputError error: OutputError) {
    switch error {
    case .closedPipe: self.init(.success, nil)
    case .exists(let path):
      self.init(
        .cannotCreate, "exists", path, "this exists already", hint: "overwrite it with --force")
    case .notAFile(let path, let found):
      self.init(
        .cannotCreate, "notAFile", path, "this is \(found), not a file", hint: "choose another name"
      )
    case .cannotCreate(let path, let code):
      self.init(
        isFull(code) ? .ioError : .cannotCreate, "cannotCreate", path,
        "cannot be created: \(systemMessage(code))")
    case .writeFailed(let name, let code):
      self.init(.ioError, "writeFailed", name, "writing failed: \(systemMessage(code))")
    }
  }

  private init(
    _ exitCode: ExitCode, _ kind: String, _ file: String, _ message: String, hint: String? = nil
  ) {
    self.init(exitCode, Diagnostic(.error, kind, file: file, message: message, hint: hint))
  }
}

/// Whether the disk, or one's part of it, is full: that is no fault of the place.
private func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }
