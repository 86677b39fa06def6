/// The matrix product of two blobs.
struct ProductLayer: ForwardLayer {
  let inputs: [Int]
  let output: Int
  /// The product has so many rows and columns, and sums over so many terms.
  let rowCount: Int
  let columnCount: Int
  let inner: Int
  /// For each matrix of the output where those of the two inputs begin.
  let starts: [(Int, Int)]
  let transposesLeft: Bool
  let transposesRight: Bool

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let (a, b) = (blobs[inputs[0]], blobs[inputs[1]])
    let (widthA, widthB) = (blobs.widths[inputs[0]], blobs.widths[inputs[1]])
    let leftStep = transposesLeft ? rowCount : 1
    let rightStep = transposesRight ? 1 : columnCount
    var y = blobs.take(output)
    var to = 0
    for row in 0..<rows {
      for (startA, startB) in starts {
        for i in 0..<rowCount {
          for j in 0..<columnCount {
            let left = row * widthA + startA + (transposesLeft ? i : i * inner)
            let right = row * widthB + startB + (transposesRight ? j * inner : j)
            var sum: Float = 0
            for k in 0..<inner { sum += a[left + k * leftStep] * b[right + k * rightStep] }
            y[to] = sum
            to += 1
          }
        }
      }
    }
    blobs.put(y, output)
  }
}

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
