/// The squared error of a row: the mean over its elements of `(p - y)²`.
enum MeanSquaredError {
  /// The sum of the rows' losses; fills the gradient of their mean, `2 (p - y) / elements / rows`.
  static func lossAndGradient(
    _ predicted: [Float], _ target: [Float], rows: Int, width: Int, gradient: inout [Float]
  ) -> Double {
    let factor = Float(2) / (Float(width) * Float(rows))
    for index in 0..<rows * width {
      gradient[index] += factor * (predicted[index] - target[index])
    }
    return loss(predicted, target, rows: rows, width: width)
  }

  /// The sum of the rows' losses.
  static func loss(_ predicted: [Float], _ target: [Float], rows: Int, width: Int) -> Double {
    var sum = 0.0
    for index in 0..<rows * width {
      let difference = Double(predicted[index]) - Double(target[index])
      sum += difference * difference
    }
    return sum / Double(width)
  }
}
