/// Matrix products of dense layers.
///
/// Every result is a sum in the order of the inner index, each term rounded: multiply, then add. The
/// vectors run across outputs, never across a sum, so that a row's answer is the same bits alone, in
/// a batch, and on a processor with wider vectors. This is the engine's only file with pointers.
enum DenseKernel {
  typealias Vector = SIMD8<Float>

  static let lanes = Vector.scalarCount

  /// A row length rounded up to whole vectors.
  static func padded(_ length: Int) -> Int { (length + lanes - 1) / lanes * lanes }

  /// `y[r] = bias + x[r] · w` for each row.
  static func forward(
    _ x: [Float], rows: Int, _ parameters: DenseParameters, into y: inout [Float]
  ) {
    precondition(x.count >= rows * parameters.inputs && y.count >= rows * parameters.outputs)
    unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeMutableBufferPointer { y in
        unsafe parameters.weights.withUnsafeBufferPointer { w in
          unsafe parameters.bias.withUnsafeBufferPointer { bias in
            let start = unsafe parameters.bias.isEmpty ? .zeros : Start.bias(bias.baseAddress)
            unsafe multiply(
              rows: rows, inner: parameters.inputs, outer: parameters.outputs,
              stride: parameters.stride, x: x.baseAddress, w: w.baseAddress, start: start,
              y: y.baseAddress)
          }
        }
      }
    }
  }

  /// `dx[r] += dy[r] · wᵀ` for each row, with `transposed` the layer's weights by output.
  static func backward(
    _ dy: [Float], rows: Int, _ transposed: TransposedWeights, into dx: inout [Float]
  ) {
    precondition(dy.count >= rows * transposed.outputs && dx.count >= rows * transposed.inputs)
    unsafe dy.withUnsafeBufferPointer { dy in
      unsafe dx.withUnsafeMutableBufferPointer { dx in
        unsafe transposed.values.withUnsafeBufferPointer { w in
          unsafe multiply(
            rows: rows, inner: transposed.outputs, outer: transposed.inputs,
            stride: transposed.stride, x: dy.baseAddress, w: w.baseAddress, start: .result,
            y: dx.baseAddress)
        }
      }
    }
  }

  /// `dw[i] += Σ_r x[r][i] · dy[r]`, and the same for the bias with x = 1.
  static func gradient(
    _ x: [Float], _ dy: [Float], rows: Int, into gradient: inout DenseParameters
  ) {
    let (inputs, outputs, stride) = (gradient.inputs, gradient.outputs, gradient.stride)
    precondition(x.count >= rows * inputs && dy.count >= rows * outputs)
    unsafe x.withUnsafeBufferPointer { x in
      unsafe dy.withUnsafeBufferPointer { dy in
        unsafe gradient.weights.withUnsafeMutableBufferPointer { dw in
          unsafe accumulate(
            rows: rows, inputs: inputs, outputs: outputs, stride: stride, x: x.baseAddress,
            dy: dy.baseAddress, dw: dw.baseAddress)
        }
      }
    }
    guard !gradient.bias.isEmpty else { return }
    for row in 0..<rows {
      for output in 0..<outputs { gradient.bias[output] += dy[row * outputs + output] }
    }
  }

  /// What a sum begins with.
  @unsafe private enum Start {
    case zeros
    /// What the result holds already.
    case result
    case bias(UnsafePointer<Float>?)
  }

  private static func multiply(
    rows: Int, inner: Int, outer: Int, stride: Int, x: UnsafePointer<Float>?,
    w: UnsafePointer<Float>?, start: Start, y: UnsafeMutablePointer<Float>?
  ) {
    guard let x = unsafe x, let y = unsafe y, let w = unsafe w else { return }
    var row = 0
    while row + 4 <= rows {
      for first in Swift.stride(from: 0, to: outer, by: lanes) {
        let count = min(lanes, outer - first)
        let to = unsafe y + row * outer + first
        var a0 = unsafe initial(start, first, to, count)
        var a1 = unsafe initial(start, first, to + outer, count)
        var a2 = unsafe initial(start, first, to + 2 * outer, count)
        var a3 = unsafe initial(start, first, to + 3 * outer, count)
        var from = unsafe x + row * inner
        var weight = unsafe w + first
        for _ in 0..<inner {
          let vector = unsafe load(weight)
          unsafe a0 += vector * from[0]
          unsafe a1 += vector * from[inner]
          unsafe a2 += vector * from[2 * inner]
          unsafe a3 += vector * from[3 * inner]
          unsafe from += 1
          unsafe weight += stride
        }
        unsafe store(a0, to, count)
        unsafe store(a1, to + outer, count)
        unsafe store(a2, to + 2 * outer, count)
        unsafe store(a3, to + 3 * outer, count)
      }
      row += 4
    }
    while row < rows {
      for first in Swift.stride(from: 0, to: outer, by: lanes) {
        let count = min(lanes, outer - first)
        let to = unsafe y + row * outer + first
        var sum = unsafe initial(start, first, to, count)
        var weight = unsafe w + first
        for index in 0..<inner {
          unsafe sum += load(weight) * x[row * inner + index]
          unsafe weight += stride
        }
        unsafe store(sum, to, count)
      }
      row += 1
    }
  }

  private static func accumulate(
    rows: Int, inputs: Int, outputs: Int, stride: Int, x: UnsafePointer<Float>?,
    dy: UnsafePointer<Float>?, dw: UnsafeMutablePointer<Float>?
  ) {
    guard let x = unsafe x, let dy = unsafe dy, let dw = unsafe dw else { return }
    for first in Swift.stride(from: 0, to: outputs, by: lanes) {
      let count = min(lanes, outputs - first)
      var input = 0
      while input + 4 <= inputs {
        let to = unsafe dw + input * stride + first
        var a0 = unsafe load(to)
        var a1 = unsafe load(to + stride)
        var a2 = unsafe load(to + 2 * stride)
        var a3 = unsafe load(to + 3 * stride)
        for row in 0..<rows {
          let vector = unsafe load(dy + row * outputs + first, count)
          let from = unsafe x + row * inputs + input
          unsafe a0 += vector * from[0]
          unsafe a1 += vector * from[1]
          unsafe a2 += vector * from[2]
          unsafe a3 += vector * from[3]
        }
        unsafe store(a0, to, lanes)
        unsafe store(a1, to + stride, lanes)
        unsafe store(a2, to + 2 * stride, lanes)
        unsafe store(a3, to + 3 * stride, lanes)
        input += 4
      }
      while input < inputs {
        let to = unsafe dw + input * stride + first
        var sum = unsafe load(to)
        for row in 0..<rows {
          unsafe sum += load(dy + row * outputs + first, count) * x[row * inputs + input]
        }
        unsafe store(sum, to, lanes)
        input += 1
      }
    }
  }

  @inline(__always)
  private static func initial(
    _ start: Start, _ first: Int, _ result: UnsafeMutablePointer<Float>, _ count: Int
  ) -> Vector {
    switch unsafe start {
    case .zeros: return Vector()
    case .bias(let bias): return unsafe bias.map { unsafe load($0 + first) } ?? Vector()
    case .result: return unsafe load(UnsafePointer(result), count)
    }
  }

  @inline(__always)
  private static func load(_ address: UnsafePointer<Float>) -> Vector {
    unsafe UnsafeRawPointer(address).loadUnaligned(as: Vector.self)
  }

  @inline(__always)
  private static func load(_ address: UnsafeMutablePointer<Float>) -> Vector {
    unsafe load(UnsafePointer(address))
  }

  /// Loads the first lanes only; zeros stand in the others.
  @inline(__always)
  private static func load(_ address: UnsafePointer<Float>, _ count: Int) -> Vector {
    if count == lanes { return unsafe load(address) }
    var vector = Vector()
    for lane in 0..<count { unsafe vector[lane] = address[lane] }
    return vector
  }

  @inline(__always)
  private static func store(
    _ vector: Vector, _ address: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    if count == lanes {
      unsafe UnsafeMutableRawPointer(address).storeBytes(of: vector, as: Vector.self)
    } else {
      for lane in 0..<count { unsafe address[lane] = vector[lane] }
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
    for input in 0..<inputs {
      for output in 0..<outputs {
        values[output * stride + input] = parameters.weights[input * parameters.stride + output]
      }
    }
  }
}
