/// Elements of one group brought to mean 0 and variance 1, then scaled and shifted each on its own.
struct StandardizingLayer: ForwardLayer {
  let input: Int
  let output: Int
  /// The places of the elements, group after group.
  let places: [Int]
  let length: Int
  let epsilon: Float
  /// One number for each element of a row; empty for 1 and 0.
  let gamma: [Float]
  let beta: [Float]

  var inputs: [Int] { [input] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    let width = blobs.widths[input]
    var y = blobs.take(output)
    for row in 0..<rows {
      for first in stride(from: 0, to: places.count, by: length) {
        let group = places[first..<first + length]
        var mean = 0.0
        for place in group { mean += Double(x[row * width + place]) }
        mean /= Double(length)
        var variance = 0.0
        for place in group {
          let difference = Double(x[row * width + place]) - mean
          variance += difference * difference
        }
        let scale = 1 / (variance / Double(length) + Double(epsilon)).squareRoot()
        for place in group {
          let value = Float((Double(x[row * width + place]) - mean) * scale)
          let scaled = gamma.isEmpty ? value : value * gamma[place]
          y[row * width + place] = beta.isEmpty ? scaled : scaled + beta[place]
        }
      }
    }
    blobs.put(y, output)
  }
}

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
