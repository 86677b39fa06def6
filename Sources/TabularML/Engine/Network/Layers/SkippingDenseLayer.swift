import CFastPath

/// A dense layer whose inputs come from a rectifier, for predictions: the terms of those that are zero are
/// left out.
///
/// The sums are the same bits: as the weights are finite, such a term is zero, and a sum that does not start
/// with -0 stays what it is.
struct SkippingDenseLayer: ForwardLayer {
  private let layer: DenseLayer
  private let weights: AlignedFloats

  /// nil for layers that would not be the same or not be faster.
  init?(_ layer: DenseLayer, _ parameters: DenseParameters) {
    guard parameters.inputs <= Int(fast_most_skipped),
      parameters.outputs % Int(fast_skipping_outputs) == 0, parameters.isFinite,
      !parameters.bias.isEmpty, !parameters.bias.contains(where: { $0 == 0 && $0.sign == .minus })
    else { return nil }
    self.layer = layer
    weights = AlignedFloats(parameters.weights)
  }

  var inputs: [Int] { layer.inputs }
  var output: Int { layer.output }
  var parameters: Int? { layer.weights }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[layer.input]
    var y = blobs.take(layer.output)
    DenseKernel.forward(
      x, rows: rows * layer.repetitions, parameters[layer.weights], skippingZerosBy: weights,
      rectifies: layer.rectifies, into: &y)
    blobs.put(y, layer.output)
  }
}

/// Numbers that begin at a line of the processor's cache, so that no vector of them lies in two.
struct AlignedFloats: Sendable {
  private let values: [Float]
  private let start: Int

  init(_ numbers: [Float]) {
    let line = 64 / MemoryLayout<Float>.stride
    var values = Array(repeating: Float(0), count: numbers.count + line)
    var start = 0
    unsafe values.withUnsafeMutableBufferPointer { buffer in
      let place = Int(bitPattern: buffer.baseAddress) / MemoryLayout<Float>.stride
      start = (line - place % line) % line
      for (index, number) in numbers.enumerated() { unsafe buffer[start + index] = number }
    }
    self.values = values
    self.start = start
  }

  func withUnsafeBufferPointer(_ body: (UnsafeBufferPointer<Float>) -> Void) {
    unsafe values.withUnsafeBufferPointer { buffer in
      unsafe body(UnsafeBufferPointer(rebasing: buffer[start...]))
    }
  }
}
