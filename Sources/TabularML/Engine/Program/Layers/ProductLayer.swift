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
