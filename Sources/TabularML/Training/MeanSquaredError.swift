/// The squared error of a row: the mean over its elements of `(p - y)²`.
enum MeanSquaredError {
  /// The sum of the losses of some rows; adds the gradient of the mean over a batch,
  /// `2 (p - y) / elements / batch`.
  static func lossAndGradient(
    _ predicted: [Float], _ targets: [Float], rows: some Collection<Int>, width: Int, batch: Int,
    gradient: inout [Float]
  ) -> Double {
    let factor = Float(2) / (Float(width) * Float(batch))
    var sum = 0.0
    var index = 0
    for row in rows {
      for element in row * width..<(row + 1) * width {
        gradient[index] += factor * (predicted[index] - targets[element])
        let difference = Double(predicted[index]) - Double(targets[element])
        sum += difference * difference
        index += 1
      }
    }
    return sum / Double(width)
  }
}
