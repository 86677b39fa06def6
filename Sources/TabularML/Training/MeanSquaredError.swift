import ModelSpec

/// The squared error of a row: the mean over its elements of `(p - y)²`.
enum MeanSquaredError {
  /// The sum of the losses of some rows; adds the gradient of the mean over a batch,
  /// `2 (p - y) / elements / batch`.
  static func lossAndGradient(
    _ predicted: [Float], _ targets: [Float], rows: some Collection<Int>, width: Int, batch: Int,
    gradient: inout [Float]
  ) -> Double {
    let factor = Float(2) / (Float(width) * Float(batch))
    var index = 0
    for row in rows {
      for element in 0..<width {
        gradient[index] += factor * (predicted[index] - targets[row * width + element])
        index += 1
      }
    }
    return loss(predicted, targets, rows: rows, width: width)
  }

  /// The sum of the losses of some rows.
  static func loss(
    _ predicted: [Float], _ targets: [Float], rows: some Collection<Int>, width: Int
  ) -> Double {
    var sum = 0.0
    var index = 0
    for row in rows {
      for element in 0..<width {
        let difference = Double(predicted[index]) - Double(targets[row * width + element])
        sum += difference * difference
        index += 1
      }
    }
    return sum / Double(width)
  }
}
