import Foundation

/// `e^x / Σ e^x` along one axis.
struct SoftmaxLayer: CompiledLayer {
  let input: Int
  let output: Int
  /// The numbers along the axis, and how far apart they are.
  let length: Int
  let stride: Int

  var inputs: [Int] { [input] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    var y = blobs.take(output)
    forEachLine(rows, blobs.widths[output]) { line in
      var largest = -Float.infinity
      for index in line { largest = max(largest, x[index]) }
      var sum = 0.0
      for index in line { sum += exp(Double(x[index]) - Double(largest)) }
      for index in line { y[index] = Float(exp(Double(x[index]) - Double(largest)) / sum) }
    }
    blobs.put(y, output)
  }

  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    guard pass.wanted[input] else { return }
    let y = pass.values[output]
    let dy = pass.gradients[output]
    var dx = pass.gradients.take(input)
    forEachLine(rows, pass.values.widths[output]) { line in
      var mean: Float = 0
      for index in line { mean += y[index] * dy[index] }
      for index in line { dx[index] += y[index] * (dy[index] - mean) }
    }
    pass.gradients.put(dx, input)
  }

  /// The places of the numbers that belong together.
  @inline(__always)
  private func forEachLine(_ rows: Int, _ width: Int, _ body: (StrideTo<Int>) -> Void) {
    let turn = length * stride
    for start in Swift.stride(from: 0, to: rows * width, by: turn) {
      for offset in 0..<stride {
        let first = start + offset
        body(Swift.stride(from: first, to: first + turn, by: stride))
      }
    }
  }
}
