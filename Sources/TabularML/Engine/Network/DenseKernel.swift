import CFastPath

/// Matrix products of dense layers.
///
/// Every result is a sum in the order of the inner index, each term rounded: multiply, then add. The
/// vectors run across outputs, never across a sum, so that a row's answer is the same bits alone, in
/// a batch, and on a processor with wider vectors (`FastKernels.h`).
enum DenseKernel {
  /// A row length rounded up to what the kernels load at a time.
  static func padded(_ length: Int) -> Int { (length + 7) / 8 * 8 }

  /// `y[r] = bias + x[r] · w` for each row; sums below zero become zero if it rectifies.
  static func forward(
    _ x: [Float], rows: Int, _ parameters: DenseParameters, rectifies: Bool = false,
    into y: inout [Float]
  ) {
    let shape = fast_dense(
      inner: parameters.inputs, outer: parameters.outputs, stride: parameters.stride)
    precondition(x.count >= rows * shape.inner && y.count >= rows * shape.outer)
    let hasBias = !parameters.bias.isEmpty
    if !hasBias { for index in 0..<rows * shape.outer { y[index] = 0 } }
    unsafe parameters.bias.withUnsafeBufferPointer { bias in
      unsafe multiply(
        x, rows, shape, parameters.weights, start: hasBias ? bias.baseAddress : nil, rectifies, &y)
    }
  }

  /// The same, with the layer's weights once more to leave out the terms of inputs that are zero.
  static func forward(
    _ x: [Float], rows: Int, _ parameters: DenseParameters, skippingZerosBy weights: AlignedFloats,
    rectifies: Bool, into y: inout [Float]
  ) {
    let shape = fast_dense(
      inner: parameters.inputs, outer: parameters.outputs, stride: parameters.stride)
    precondition(
      x.count >= rows * shape.inner && y.count >= rows * shape.outer
        && parameters.bias.count >= shape.outer)
    unsafe x.withUnsafeBufferPointer { x in
      unsafe parameters.bias.withUnsafeBufferPointer { bias in
        unsafe weights.withUnsafeBufferPointer { w in
          unsafe y.withUnsafeMutableBufferPointer { y in
            guard let x = x.baseAddress, let w = w.baseAddress, let bias = bias.baseAddress,
              let y = y.baseAddress
            else { return }
            unsafe fast_multiply_skipping(
              vectorKind, rows, shape, x, w, bias, rectifies ? 1 : 0, y)
          }
        }
      }
    }
  }

  /// `dx[r] += dy[r] · wᵀ` for each row, with `transposed` the layer's weights by output.
  static func backward(
    _ dy: [Float], rows: Int, _ transposed: TransposedWeights, into dx: inout [Float]
  ) {
    let shape = fast_dense(
      inner: transposed.outputs, outer: transposed.inputs, stride: transposed.stride)
    precondition(dy.count >= rows * shape.inner && dx.count >= rows * shape.outer)
    unsafe multiply(dy, rows, shape, transposed.values, start: nil, false, &dx)
  }

  /// `dw[i] = Σ_r x[r][i] · dy[r]` for some inputs of a layer of a shape; the sums go on from what is in
  /// `dw` unless they start.
  static func gradient(
    _ x: [Float], _ dy: [Float], rows: Int, inputs: Range<Int>, _ shape: fast_dense, starts: Bool,
    into dw: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(
      x.count >= rows * shape.inner && dy.count >= rows * shape.outer
        && inputs.upperBound <= shape.inner && dw.count >= inputs.upperBound * shape.stride)
    unsafe x.withUnsafeBufferPointer { x in
      unsafe dy.withUnsafeBufferPointer { dy in
        guard let x = x.baseAddress, let dy = dy.baseAddress, let dw = dw.baseAddress else {
          return
        }
        unsafe fast_gradient(
          vectorKind, rows, inputs.count, shape, x + inputs.lowerBound, dy, starts ? 1 : 0,
          dw + inputs.lowerBound * shape.stride)
      }
    }
  }

  /// `db = Σ_r dy[r]`; the sums go on from what is in `db` unless they start.
  static func biasGradient(
    _ dy: [Float], rows: Int, outputs: Int, starts: Bool,
    into db: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(dy.count >= rows * outputs && db.count >= outputs)
    unsafe dy.withUnsafeBufferPointer { dy in
      guard let dy = dy.baseAddress, let db = db.baseAddress else { return }
      unsafe fast_sum_rows(vectorKind, rows, outputs, dy, starts ? 1 : 0, db)
    }
  }

  private static func multiply(
    _ x: [Float], _ rows: Int, _ shape: fast_dense, _ w: [Float],
    start: UnsafePointer<Float>?, _ rectifies: Bool, _ y: inout [Float]
  ) {
    unsafe x.withUnsafeBufferPointer { x in
      unsafe w.withUnsafeBufferPointer { w in
        unsafe y.withUnsafeMutableBufferPointer { y in
          guard let x = x.baseAddress, let w = w.baseAddress, let y = y.baseAddress else { return }
          unsafe fast_multiply(vectorKind, rows, shape, x, w, start, rectifies ? 1 : 0, y)
        }
      }
    }
  }
}

/// A layer's weights by output, for sums over outputs.
struct TransposedWeights: Sendable {
  let inputs: Int
  let outputs: Int
  /// Numbers from one output to the next: `inputs`, rounded up to whole vectors.
  let stride: Int
  var values: [Float]

  init(_ parameters: DenseParameters) {
    inputs = parameters.inputs
    outputs = parameters.outputs
    stride = DenseKernel.padded(parameters.inputs)
    values = Array(repeating: 0, count: outputs * stride)
    for input in 0..<inputs {
      for output in 0..<outputs {
        values[output * stride + input] = parameters.weights[input * parameters.stride + output]
      }
    }
  }
}
