/// The dot product of two blobs, or the cosine of the angle between them.
struct DotLayer: ForwardLayer {
  let cosineSimilarity: Bool
  let inputs: [Int]
  let output: Int
  /// The numbers in one vector.
  let length: Int

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let a = blobs[inputs[0]]
    let b = blobs[inputs[1]]
    var y = blobs.take(output)
    for vector in 0..<rows * blobs.widths[output] {
      var (sum, squaresA, squaresB) = (0.0, 0.0, 0.0)
      for index in vector * length..<(vector + 1) * length {
        let (p, q) = (Double(a[index]), Double(b[index]))
        sum += p * q
        squaresA += p * p
        squaresB += q * q
      }
      y[vector] = Float(cosineSimilarity ? sum / (squaresA * squaresB).squareRoot() : sum)
    }
    blobs.put(y, output)
  }
}
