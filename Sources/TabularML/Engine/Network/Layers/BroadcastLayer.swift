/// The sum or the product of several blobs, stretched to one shape.
struct BroadcastLayer: CompiledLayer {
  enum Operation: Sendable, Equatable {
    case sum, product
  }

  let operation: Operation
  let inputs: [Int]
  let output: Int
  /// For each input the element that stands at each element of the output; empty if they are the same.
  let indices: [[Int]]

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    var y = blobs.take(output)
    let width = blobs.widths[output]
    for (number, input) in inputs.enumerated() {
      let x = blobs[input]
      switch (number, operation) {
      case (0, _): combine(x, number, rows, width, blobs.widths[input], &y) { $1 }
      case (_, .sum): combine(x, number, rows, width, blobs.widths[input], &y) { $0 + $1 }
      case (_, .product): combine(x, number, rows, width, blobs.widths[input], &y) { $0 * $1 }
      }
    }
    blobs.put(y, output)
  }

  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    let width = pass.values.widths[output]
    for (number, input) in inputs.enumerated() where pass.wanted[input] {
      var gradient = pass.gradients[output]
      if operation == .product {
        // The product of the others, not y / x: that would fail at zero.
        for (other, blob) in inputs.enumerated() where other != number {
          combine(
            pass.values[blob], other, rows, width, pass.values.widths[blob], &gradient
          ) { $0 * $1 }
        }
      }
      let inputWidth = pass.values.widths[input]
      let indices = indices[number]
      var dx = pass.gradients.take(input)
      for row in 0..<rows {
        for element in 0..<width {
          let place = indices.isEmpty ? element : indices[element]
          dx[row * inputWidth + place] += gradient[row * width + element]
        }
      }
      pass.gradients.put(dx, input)
    }
  }

  /// Joins an input, stretched, with what the result holds already.
  @inline(__always)
  private func combine(
    _ x: [Float], _ number: Int, _ rows: Int, _ width: Int, _ inputWidth: Int,
    _ y: inout [Float], _ join: (Float, Float) -> Float
  ) {
    let indices = indices[number]
    if indices.isEmpty {
      for index in 0..<rows * width { y[index] = join(y[index], x[index]) }
      return
    }
    for row in 0..<rows {
      for element in 0..<width {
        let index = row * width + element
        y[index] = join(y[index], x[row * inputWidth + indices[element]])
      }
    }
  }
}
