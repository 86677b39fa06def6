import CFastPath

/// Matrix products of dense layers.
///
/// Every result is a sum in the order of the inner index, each term rounded: multiply, then add. The
/// vectors run across outputs, never across a sum, so that a row's answer is the same bits alone, in
/// a batch, and on a processor with wider vectors (`FastKernels.h`).
enum DenseKernel {
  /// A row length rounded up to what the kernels load at a time.
  static func padded(_ length: Int) -> Int { (length + 7) / 8 * 8 }

  /// `y[r] = bias + x[r] · w` for each row.
  static func forward(
    _ x: [Float], rows: Int, _ parameters: DenseParameters, into y: inout [Float]
  ) {
    let shape = fast_dense(
      inner: parameters.inputs, outer: parameters.outputs, stride: parameters.stride)
    precondition(x.count >= rows * shape.inner && y.count >= rows * shape.outer)
    let hasBias = !parameters.bias.isEmpty
    if !hasBias { for index in 0..<rows * shape.outer { y[index] = 0 } }
    unsafe parameters.bias.withUnsafeBufferPointer { bias in
      unsafe multiply(
        x, rows, shape, parameters.weights, start: hasBias ? bias.baseAddress : nil, &y)
    }
  }

  /// `dx[r] += dy[r] · wᵀ` for each row, with `transposed` the layer's weights by output.
  static func backward(
    _ dy: [Float], rows: Int, _ transposed: TransposedWeights, into dx: inout [Float]
  ) {
    let shape = fast_dense(
      inner: transposed.outputs, outer: transposed.inputs, stride: transposed.stride)
    precondition(dy.count >= rows * shape.inner && dx.count >= rows * shape.outer)
    unsafe multiply(dy, rows, shape, transposed.values, start: nil, &dx)
  }

  /// `dw[i] += Σ_r x[r][i] · dy[r]`, and the same for the bias with x = 1.
  static func gradient(
    _ x: [Float], _ dy: [Float], rows: Int, into gradient: inout DenseParameters
  ) {
    let shape = fast_dense(
      inner: gradient.inputs, outer: gradient.outputs, stride: gradient.stride)
    precondition(x.count >= rows * shape.inner && dy.count >= rows * shape.outer)
    unsafe x.withUnsafeBufferPointer { x in
      unsafe dy.withUnsafeBufferPointer { dy in
        unsafe gradient.weights.withUnsafeMutableBufferPointer { dw in
          guard let x = x.baseAddress, let dy = dy.baseAddress, let dw = dw.baseAddress else {
            return
          }
          unsafe fast_gradient(vectorKind, rows, shape, x, dy, dw)
        }
      }
    }
    guard !gradient.bias.isEmpty else { return }
    for row in 0..<rows {
      for output in 0..<shape.outer { gradient.bias[output] += dy[row * shape.outer + output] }
    }
  }

  private static func multiply(
    _ x: [Float], _ rows: Int, _ shape: fast_dense, _ w: [Float],
    start: UnsafePointer<Float>?, _ y: inout [Float]
  ) {
    unsafe x.withUnsafeBufferPointer { x in
      unsafe w.withUnsafeBufferPointer { w in
        unsafe y.withUnsafeMutableBufferPointer { y in
          guard let x = x.baseAddress, let w = w.baseAddress, let y = y.baseAddress else { return }
          unsafe fast_multiply(vectorKind, rows, shape, x, w, start, y)
        }
      }
    }
  }
}

/// A layer's weights by output, for sums over outputs.
struct TransposedWeights: Sendable {
  let inputs: Int
  let outputs: Int
  let stride: Int
  private(set) var values: [Float]

  init(_ parameters: DenseParameters) {
    inputs = parameters.inputs
    outputs = parameters.outputs
    stride = DenseKernel.padded(parameters.inputs)
    values = Array(repeating: 0, count: outputs * stride)
    update(parameters)
  }

  /// Takes over weights that have changed.
  mutating func update(_ parameters: DenseParameters) {
    unsafe parameters.weights.withUnsafeBufferPointer { from in
      unsafe values.withUnsafeMutableBufferPointer { to in
        guard let from = from.baseAddress, let to = to.baseAddress else { return }
        unsafe fast_transpose(inputs, outputs, from, parameters.stride, to, stride)
      }
    }
  }
}
