import Foundation
package import ModelSpec

extension MLModelError {
  /// An error with a text, and where there is one the error that it comes from.
  package init(_ code: Code, _ message: String, hint: String? = nil, cause: (any Error)? = nil) {
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: message]
    userInfo[NSLocalizedRecoverySuggestionErrorKey] = hint
    userInfo[NSUnderlyingErrorKey] = cause
    self.init(code, userInfo: userInfo)
  }

  /// The error that Core ML's API gives where a model cannot be read or run.
  package init(_ error: ModelError) {
    let place = error.path.isEmpty ? "" : "\(error.path): "
    self.init(
      error.isUnsupported ? .generic : .io, place + error.message, hint: error.hint, cause: error)
  }

  /// What is wrong with the model, when that is why the error came about.
  package var modelError: ModelError? { userInfo[NSUnderlyingErrorKey] as? ModelError }
}
