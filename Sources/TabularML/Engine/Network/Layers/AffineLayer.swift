/// `scale * x + shift`, with numbers of its own for each element of a row.
struct AffineLayer: CompiledLayer {
  let scale: [Float]
  let shift: [Float]
  let input: Int
  let output: Int

  var inputs: [Int] { [input] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    var y = blobs.take(output)
    let width = scale.count
    for row in 0..<rows {
      for element in 0..<width {
        let index = row * width + element
        y[index] = scale[element] * x[index] + shift[element]
      }
    }
    blobs.put(y, output)
  }

  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    guard pass.wanted[input] else { return }
    let dy = pass.gradients[output]
    var dx = pass.gradients.take(input)
    let width = scale.count
    for row in 0..<rows {
      for element in 0..<width {
        let index = row * width + element
        dx[index] += scale[element] * dy[index]
      }
    }
    pass.gradients.put(dx, input)
  }
}
