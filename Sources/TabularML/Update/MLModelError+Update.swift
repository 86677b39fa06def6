import Foundation
import ModelSpec

extension MLModelError {
  /// The error that an update ends with, whatever went wrong.
  init(updateFailure error: any Error) {
    switch error {
    case let error as MLModelError: self = error
    case let error as TrainingError: self.init(error)
    case let error as ModelError: self.init(TrainingError.model(error))
    default: self.init(.update, error.localizedDescription, cause: error)
    }
  }

  /// The error that an update ends with when the training cannot be done.
  private init(_ error: TrainingError) {
    switch error {
    case .row(let problem): self.init(problem, isOneOfMany: true)
    case .parameter:
      self.init(.parameters, error.sentence, hint: error.hint, cause: error)
    case .model, .noRows, .diverged, .predictsNoNumbers:
      self.init(.update, error.sentence, hint: error.hint, cause: error)
    }
  }
}

extension TrainingError {
  /// The message as a sentence of its own.
  fileprivate var sentence: String { message.prefix(1).uppercased() + message.dropFirst() + "." }
}
