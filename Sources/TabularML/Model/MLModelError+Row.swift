import Foundation

extension MLModelError {
  /// The error that a prediction gives for a row that cannot be answered.
  ///
  /// - Parameters:
  ///   - problem: What is wrong.
  ///   - isOneOfMany: Whether the text says which row it is.
  package init(_ problem: RowProblem, isOneOfMany: Bool) {
    let row = isOneOfMany ? "In row \(problem.row) of the batch, " : ""
    let text =
      (row.isEmpty ? problem.message.prefix(1).uppercased() : row + problem.message.prefix(1))
      + problem.message.dropFirst() + "."
    switch problem.kind {
    case .missingFeature, .missingElement, .unknownCategory, .noDistance, .lossyInteger:
      self.init(.generic, text)
    case .wrongType:
      self.init(.featureType, text)
    case .wrongShape, .shapeNotAllowed, .shapeNotUsable:
      self.init(.featureType, text, cause: MLModelError(.generic, text))
    }
  }
}
