import CommandLineKit
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
    case is Interruption.Interrupted: self.init(.interrupted, nil)
    case WriteError.closedPipe: self.init(.success, nil)
    case WriteError.failed(let number):
      self.init(
        .ioError,
        Diagnostic(
          .error, "writeFailed",
          message: "standard output cannot be written: \(systemMessage(number))"))
    case let error as ValidationError:
      self.init(.usage, Diagnostic(.error, "usage", message: error.message, hint: error.hint))
    case let error as ModelError: self.init(modelError: error)
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
      default: error.isUnsupported ? .unavailable : .dataError
      }
    self.init(
      code,
      Diagnostic(
        .error, error.reason.rawValue, name: error.path.isEmpty ? nil : error.path,
        message: error.sentence(besides: ""), hint: error.hint))
  }

  private init(inputError error: InputError) {
    let kind =
      switch error {
      case .notFound: "notFound"
      case .isDirectory: "isDirectory"
      case .cannotOpen: "cannotOpen"
      case .readFailed: "readFailed"
      }
    self.init(
      error.isHalfWay ? .ioError : .noInput, Diagnostic(.error, kind, message: error.message))
  }

  private init(outputError error: OutputError) {
    switch error {
    case .closedPipe: self.init(.success, nil)
    case .exists:
      self.init(
        .cannotCreate,
        Diagnostic(.error, "exists", message: error.message, hint: "overwrite it with --force"))
    case .cannotCreate:
      self.init(.cannotCreate, Diagnostic(.error, "cannotCreate", message: error.message))
    case .writeFailed:
      self.init(.ioError, Diagnostic(.error, "writeFailed", message: error.message))
    }
  }
}
