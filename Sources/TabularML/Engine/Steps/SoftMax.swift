import Foundation

/// `e^x_k / Σ e^x_j`, computed without overflow.
enum SoftMax {
  /// Replaces numbers by their softmax.
  static func apply(to values: inout [Double], _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    var largest = values[range.lowerBound]
    for index in range where values[index] > largest { largest = values[index] }
    var sum = 0.0
    for index in range {
      values[index] = exp(values[index] - largest)
      sum += values[index]
    }
    for index in range { values[index] /= sum }
  }

  /// The same with a further number 0 in the sum, whose own share is left out.
  static func applyWithZero(to values: inout [Double], _ range: Range<Int>) {
    var largest = 0.0
    for index in range where values[index] > largest { largest = values[index] }
    var sum = exp(-largest)
    for index in range {
      values[index] = exp(values[index] - largest)
      sum += values[index]
    }
    for index in range { values[index] /= sum }
  }
}
