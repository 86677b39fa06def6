package import ModelSpec

/// Why a network could not be trained; nothing has been changed then.
package enum TrainingError: Error, Sendable, Equatable {
  /// The model cannot be trained, or not here.
  case model(ModelError)
  /// A parameter is not one of this model's, or is outside the values that the model allows.
  case parameter(name: String, value: String, allowed: String)
  /// There are no rows to learn from.
  case noRows
  /// A row cannot be used.
  case row(RowProblem)
  /// The loss or a weight became infinite or not a number; both counts begin with 0.
  case diverged(epoch: Int, miniBatch: Int)
  /// The last step made weights with which predictions are infinite or not a number.
  case predictsNoNumbers

  /// The problem in a sentence.
  package var message: String {
    switch self {
    case .model(let error): error.message
    case .parameter(let name, let value, let allowed):
      "the training parameter \(name) must be \(allowed), found \(value)"
    case .noRows: "there are no rows to learn from"
    case .row(let problem): "row \(problem.row + 1): \(problem.message)"
    case .diverged(let epoch, let miniBatch):
      "the loss is no longer a number in epoch \(epoch + 1), mini-batch \(miniBatch + 1)"
    case .predictsNoNumbers: "what the trained model predicts is no longer a number"
    }
  }

  /// What to do about it.
  package var hint: String? {
    switch self {
    case .model(let error): error.hint
    case .diverged, .predictsNoNumbers:
      "a smaller learning rate may help, or look for extreme values in the rows"
    case .parameter, .noRows, .row: nil
    }
  }
}
