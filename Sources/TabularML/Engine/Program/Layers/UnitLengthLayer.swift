/// `x / √(Σ x² + ε)` over groups of neighbouring elements.
struct UnitLengthLayer: ForwardLayer {
  let input: Int
  let output: Int
  let length: Int
  let epsilon: Float

  var inputs: [Int] { [input] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    var y = blobs.take(output)
    for start in stride(from: 0, to: rows * blobs.widths[output], by: max(1, length)) {
      var sum = 0.0
      for index in start..<start + length { sum += Double(x[index]) * Double(x[index]) }
      let norm = (sum + Double(epsilon)).squareRoot()
      for index in start..<start + length { y[index] = Float(Double(x[index]) / norm) }
    }
    blobs.put(y, output)
  }
}
