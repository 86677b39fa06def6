/// The same numbers, perhaps of another shape.
struct CopyLayer: ElementwiseLayer {
  let input: Int
  let output: Int

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    map(rows, &blobs) { $0 }
  }

  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    guard pass.wanted[input] else { return }
    spread(rows, &pass) { _, _ in 1 }
  }
}
