/// A layer that computes each number from one number.
protocol ElementwiseLayer: CompiledLayer {
  var input: Int { get }
}

extension ElementwiseLayer {
  var inputs: [Int] { [input] }

  /// Fills the output with `function(x)`.
  @inline(__always)
  func map(_ rows: Int, _ blobs: inout Blobs, _ function: (Float) -> Float) {
    let x = blobs[input]
    var y = blobs.take(output)
    let count = rows * blobs.widths[output]
    var target = y.mutableSpan
    let source = x.span
    for index in 0..<count { target[index] = function(source[index]) }
    blobs.put(y, output)
  }

  /// Adds `dy * derivative(x, y)` to the input's gradient.
  @inline(__always)
  func spread(
    _ rows: Int, _ pass: inout BackwardPass, _ derivative: (_ x: Float, _ y: Float) -> Float
  ) {
    let (gradient, from, to) = (pass.gradients[output], pass.values[input], pass.values[output])
    var dx = pass.gradients.take(input)
    let count = rows * pass.values.widths[output]
    var target = dx.mutableSpan
    let (dy, x, y) = (gradient.span, from.span, to.span)
    for index in 0..<count { target[index] += dy[index] * derivative(x[index], y[index]) }
    pass.gradients.put(dx, input)
  }
}
