/// The same numbers for every row.
struct ConstantLayer: ForwardLayer {
  let output: Int
  let values: [Float]

  var inputs: [Int] { [] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    var y = blobs.take(output)
    for row in 0..<rows {
      for (element, value) in values.enumerated() { y[row * values.count + element] = value }
    }
    blobs.put(y, output)
  }
}
