/// What the loss compares with, row after row.
enum TrainingTargets: Sendable {
  /// As many numbers a row as the blob of the loss has.
  case numbers([Float])
  /// The index of the true class of each row.
  case classes([Int32])

  /// The sum of the losses of some rows, whose values a blob holds from its beginning; adds the gradient
  /// of the mean over a batch of so many rows.
  func lossAndGradient(
    of values: [Float], rows: some Collection<Int>, width: Int, batch: Int,
    gradient: inout [Float]
  ) -> Double {
    switch self {
    case .numbers(let numbers):
      MeanSquaredError.lossAndGradient(
        values, numbers, rows: rows, width: width, batch: batch, gradient: &gradient)
    case .classes(let classes):
      CrossEntropy.lossAndGradient(
        values, classes, rows: rows, width: width, batch: batch, gradient: &gradient)
    }
  }
}
