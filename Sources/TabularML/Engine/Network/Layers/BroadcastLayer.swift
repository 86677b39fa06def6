/// The sum or the product of several blobs, stretched to one shape.
struct BroadcastLayer: CompiledLayer {
  enum Operation: Sendable, Equatable {
    case sum, product
  }

  let operation: Operation
  let inputs: [Int]
  let output: Int
  /// For each input the element that stands at each element of the output.
  let indices: [[Int]]

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    var y = blobs.take(output)
    let width = blobs.widths[output]
    for (number, input) in inputs.enumerated() {
      let x = blobs[input]
      let indices = indices[number]
      let inputWidth = blobs.widths[input]
      for row in 0..<rows {
        for element in 0..<width {
          let value = x[row * inputWidth + indices[element]]
          let index = row * width + element
          if number == 0 {
            y[index] = value
          } else if operation == .sum {
            y[index] += value
          } else {
            y[index] *= value
          }
        }
      }
    }
    blobs.put(y, output)
  }

  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    let dy = pass.gradients[output]
    let width = pass.values.widths[output]
    for (number, input) in inputs.enumerated() where pass.wanted[input] {
      let indices = indices[number]
      let inputWidth = pass.values.widths[input]
      var dx = pass.gradients.take(input)
      for row in 0..<rows {
        for element in 0..<width {
          var gradient = dy[row * width + element]
          if operation == .product {
            // The product of the others, not y / x: that would fail at zero.
            for (other, blob) in inputs.enumerated() where other != number {
              let index = row * pass.values.widths[blob] + self.indices[other][element]
              gradient *= pass.values[blob][index]
            }
          }
          dx[row * inputWidth + indices[element]] += gradient
        }
      }
      pass.gradients.put(dx, input)
    }
  }
}
