/// Weights and bias of a dense layer, laid out for the kernels.
struct DenseParameters: Sendable, Equatable {
  let inputs: Int
  let outputs: Int
  /// Numbers from one row of `weights` to the next: `outputs`, rounded up to whole vectors.
  let stride: Int
  /// The weights that lead from input i to all outputs, one row an input.
  var weights: [Float]
  /// One number per output, or empty; padded like the rows of `weights`.
  var bias: [Float]

  /// Takes the weights as Core ML stores them, one row per output.
  init(inputs: Int, outputs: Int, rows: [Float], bias: [Float]?) {
    self.inputs = inputs
    self.outputs = outputs
    stride = DenseKernel.padded(outputs)
    weights = Array(repeating: 0, count: inputs * stride)
    for output in 0..<outputs {
      for input in 0..<inputs { weights[input * stride + output] = rows[output * inputs + input] }
    }
    self.bias = []
    if let bias {
      self.bias = bias + Array(repeating: 0, count: stride - outputs)
    }
  }

  /// The weights as Core ML stores them, one row per output.
  var rows: [Float] {
    var rows: [Float] = []
    rows.reserveCapacity(inputs * outputs)
    for output in 0..<outputs {
      for input in 0..<inputs { rows.append(weights[input * stride + output]) }
    }
    return rows
  }

  /// The bias without its padding; nil for a layer without one.
  var biasValues: [Float]? { bias.isEmpty ? nil : Array(bias[..<outputs]) }
}

extension DenseParameters {
  /// Whether no number is infinite or not a number.
  var isFinite: Bool { weights.allSatisfy(\.isFinite) && bias.allSatisfy(\.isFinite) }
}
