/// What the loss compares with, row after row.
enum TrainingTargets: Sendable {
  /// As many numbers a row as the blob of the loss has.
  case numbers([Float])
  /// The index of the true class of each row.
  case classes([Int32])

  /// The targets of some rows, of `width` numbers each.
  func of(_ rows: some Collection<Int>, width: Int) -> TrainingTargets {
    switch self {
    case .numbers(let numbers):
      var some: [Float] = []
      some.reserveCapacity(rows.count * width)
      for row in rows { some += numbers[(row * width)..<((row + 1) * width)] }
      return .numbers(some)
    case .classes(let classes): return .classes(rows.map { classes[$0] })
    }
  }

  /// The sum of the losses of the first rows of a blob; adds the gradient of their mean.
  func lossAndGradient(
    of values: [Float], rows: Int, width: Int, gradient: inout [Float]
  ) -> Double {
    switch self {
    case .numbers(let numbers):
      MeanSquaredError.lossAndGradient(
        values, numbers, rows: rows, width: width, gradient: &gradient)
    case .classes(let classes):
      CrossEntropy.lossAndGradient(values, classes, rows: rows, width: width, gradient: &gradient)
    }
  }

  /// The sum of the losses of the first rows of a blob.
  func loss(of values: [Float], rows: Int, width: Int) -> Double {
    switch self {
    case .numbers(let numbers):
      MeanSquaredError.loss(values, numbers, rows: rows, width: width)
    case .classes(let classes):
      CrossEntropy.loss(values, classes, rows: rows, width: width)
    }
  }
}
