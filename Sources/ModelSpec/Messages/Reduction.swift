/// One number in place of several.
package struct Reduction: LayerParameters {
  package enum Function: Int, Sendable {
    case sum = 0, mean, product, logSum, sumOfSquares, l1, l2, max, min, argMax, logSumExp
  }

  package enum Axes: Sendable, Equatable {
    /// Core ML's first form: 0 stands for channel, height and width together, 1 for height and width,
    /// then one each. The axes stay, with length 1.
    case spatial(Int)
    case numbered([Int64], keepsDimensions: Bool, all: Bool)
  }

  package var function: Function
  package var axes: Axes
  /// Of the sum of logarithms: as in the message, 0 stands for 1e-6.
  package var epsilon: Float

  package init(_ function: Function, over axes: Axes, epsilon: Float = 0) {
    self.function = function
    self.axes = axes
    self.epsilon = epsilon
  }

  /// Field numbers of the forms with numbered axes.
  static let numbers: [Int: Function] = [
    1250: .l1, 1255: .l2, 1260: .max, 1265: .min, 1270: .sum, 1275: .product, 1280: .mean,
    1285: .logSum, 1290: .sumOfSquares, 1295: .logSumExp,
  ]

  package var number: Int {
    if case .spatial = axes { return 280 }
    return Reduction.numbers.first { $0.value == function }?.key ?? 280
  }

  func write(to writer: inout WireWriter) {
    switch axes {
    case .spatial(let choice):
      writer.int(1, Int64(function.rawValue))
      writer.float(2, epsilon)
      writer.int(3, Int64(choice))
    case .numbered(let axes, let keepsDimensions, let all):
      writer.ints(1, axes)
      writer.bool(2, keepsDimensions)
      writer.bool(3, all)
    }
  }
}
