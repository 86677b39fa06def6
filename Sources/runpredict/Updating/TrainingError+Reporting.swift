import CommandLineKit
import ModelSpec
import TabularML

extension TrainingError: ReportableError {
  var diagnostic: Diagnostic {
    switch self {
    case .parameter(let name, let value, let allowed):
      Diagnostic(
        .error, "usage", name: optionName(name), value: value,
        message: "'\(optionName(name))' must be \(allowed), found \(value)")
    case .model(let error):
      Diagnostic(.error, error.reason.rawValue, name: error.path, message: message, hint: hint)
    case .noRows: Diagnostic(.error, "noRows", message: message, hint: hint)
    case .row(let problem):
      Diagnostic(.error, problem.word, name: problem.feature, message: message, hint: hint)
    case .diverged, .predictsNoNumbers:
      Diagnostic(.error, "diverged", message: message, hint: hint)
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .parameter: .usage
    case .model(let error): error.isUnsupported ? .unavailable : .dataError
    case .noRows, .row, .diverged, .predictsNoNumbers: .dataError
    }
  }

  /// `learningRate` is `--learning-rate` on the command line.
  private func optionName(_ key: String) -> String {
    key.reduce(into: "--") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}
