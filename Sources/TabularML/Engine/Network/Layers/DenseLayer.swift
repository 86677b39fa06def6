/// `y = W x + b` over the innermost numbers of a blob, or `max(0, W x + b)`.
struct DenseLayer: CompiledLayer {
  let input: Int
  var output: Int
  /// Which of the network's weights.
  let weights: Int
  /// How many vectors a row of the batch holds; 1 but for blobs with leading dimensions.
  let repetitions: Int
  /// Whether the layer computes the rectifier that follows it; it cannot be trained then.
  var rectifies = false

  var inputs: [Int] { [input] }
  var parameters: Int? { weights }
  var isDifferentiable: Bool { !rectifies }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    var y = blobs.take(output)
    DenseKernel.forward(
      x, rows: rows * repetitions, parameters[weights], rectifies: rectifies, into: &y)
    blobs.put(y, output)
  }

  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    guard pass.wanted[input], let transposed = pass.transposed[weights] else { return }
    let dy = pass.gradients[output]
    var dx = pass.gradients.take(input)
    DenseKernel.backward(dy, rows: rows * repetitions, transposed, into: &dx)
    pass.gradients.put(dx, input)
  }
}
