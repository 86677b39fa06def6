import Foundation

/// The cross-entropy of a row: `-log p` of the true class, with the softmax that makes p of scores.
///
/// Loss and gradient come from the scores themselves, so that no probability is too small for them.
enum CrossEntropy {
  /// The sum of the losses of some rows; adds the gradient of the mean over a batch by the scores,
  /// `(p - 1) / batch` at the true class and `p / batch` at the others.
  static func lossAndGradient(
    _ scores: [Float], _ classes: [Int32], rows: some Collection<Int>, width: Int, batch: Int,
    gradient: inout [Float]
  ) -> Double {
    var loss = 0.0
    for (place, row) in rows.enumerated() {
      let start = place * width
      var largest = -Double.infinity
      for index in start..<start + width { largest = max(largest, Double(scores[index])) }
      var sum = 0.0
      for index in start..<start + width { sum += exp(Double(scores[index]) - largest) }
      let truth = start + Int(classes[row])
      loss += log(sum) - (Double(scores[truth]) - largest)
      for index in start..<start + width {
        let share = exp(Double(scores[index]) - largest) / sum
        gradient[index] += Float((share - (index == truth ? 1 : 0)) / Double(batch))
      }
    }
    return loss
  }
}
