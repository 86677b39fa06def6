import Foundation
import ModelSpec

extension NetworkCompiler {
  mutating func add(
    _ normalization: Normalization, _ layer: NeuralNetworkLayer, _ inputs: [Int]
  ) throws(ModelError) {
    let shape = shapes[inputs[0]]
    let name = layer.kind.name
    if case .layer(let normalized, let epsilon, let gamma, let beta) = normalization {
      let own = normalized.map { Int(clamping: $0) }
      let block = own.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue }
      guard own == shape.dimensions.suffix(own.count), let gamma = gamma?.values,
        let beta = beta?.values, gamma.count == block, beta.count == block
      else {
        throw error(
          .shape, "the last axes of \(shape.dimensions) are not \(normalized)",
          in: "\(name).normalizedShape")
      }
      try standardize(
        shape, places: Array(0..<shape.count), length: block, epsilon: Double(epsilon),
        gamma: (0..<shape.count).map { gamma[$0 % block] },
        beta: (0..<shape.count).map { beta[$0 % block] }, inputs[0], layer.outputs[0])
      return
    }
    guard shape.rank >= 3 else {
      throw error(.shape, "a blob of rank \(shape.rank) has no channels", in: name)
    }
    let block = shape.dimensions.suffix(3).reduce(1, *)
    let area = shape.dimensions.suffix(2).reduce(1, *)
    switch normalization {
    case .meanVariance(let acrossChannels, let variance, let epsilon):
      let length = acrossChannels ? block : area
      try standardize(
        shape, places: Array(0..<shape.count), length: length,
        epsilon: variance ? (epsilon == 0 ? 1e-6 : Double(epsilon)) : nil, inputs[0],
        layer.outputs[0])
    case .l2(let epsilon):
      let epsilon = epsilon == 0 ? 1e-6 : Double(epsilon)
      let count = shape.count
      try add(inputs, layer.outputs[0], shape.dimensions) { x, y in
        for first in stride(from: 0, to: count, by: block) {
          let range = first..<first + block
          let sum = range.reduce(0.0) { $0 + Double(x[$1]) * Double(x[$1]) }
          for element in range {
            y[element] = Float(Double(x[element]) / (sum + epsilon).squareRoot())
          }
        }
      }
    case .localResponse(let alpha, let beta, let size, let k):
      let (count, channels) = (shape.count, block / area)
      let size = Int(clamping: size)
      let (alpha, beta, k) = (Double(alpha), Double(beta), k == 0 ? 1 : Double(k))
      let before = min(channels, (size - 1) / 2)
      let after = min(channels, size / 2)
      try add(inputs, layer.outputs[0], shape.dimensions) { x, y in
        for element in 0..<count {
          let channel = element / area % channels
          var sum = 0.0
          for other in max(0, channel - before)...min(channels - 1, channel + after) {
            let value = Double(x[element + (other - channel) * area])
            sum += value * value
          }
          y[element] = Float(Double(x[element]) / pow(k + alpha / Double(size) * sum, beta))
        }
      }
    case .layer: return
    }
  }

  /// Adds `gamma * (x - mean) / √(variance + epsilon) + beta`, with mean and variance of each block.
  ///
  /// `places` are the elements, block after block; without an epsilon only the mean is taken away.
  mutating func standardize(
    _ shape: BlobShape, places: [Int], length: Int, epsilon: Double?, gamma: [Float] = [],
    beta: [Float] = [], _ input: Int, _ output: String
  ) throws(ModelError) {
    try spend(places.count + gamma.count + beta.count)
    let blob = try add(blob: output, shape)
    layers.append(
      StandardizingLayer(
        input: input, output: blob, places: places, length: length, epsilon: epsilon,
        gamma: gamma, beta: beta))
  }

  /// Adds a batch normalization by mean and variance of the data: of each channel of an instance, or
  /// of each channel.
  mutating func standardizeChannels(
    _ norm: BatchNormalization, _ input: Int, _ output: String
  ) throws(ModelError) {
    let shape = shapes[input]
    let channels = Int(clamping: norm.channels)
    let axis = shape.channelAxis
    guard shape.rank > 0, shape.dimensions[axis] == channels else {
      throw error(
        .shape, "there are \(channels) channels for a blob of the shape \(shape.dimensions)",
        in: "batchnorm.channels")
    }
    let area = shape.stride(axis)
    let outer = Array(0..<axis)
    let inner = Array(axis + 1..<shape.rank)
    let order = norm.isPerInstance ? outer + [axis] + inner : [axis] + outer + inner
    let gamma = norm.gamma?.values
    let beta = norm.beta?.values
    guard (gamma?.count ?? channels) == channels, (beta?.count ?? channels) == channels else {
      throw error(.shape, "there are not \(channels) numbers", in: "batchnorm.gamma")
    }
    let channelOf = (0..<shape.count).map { $0 / area % channels }
    try standardize(
      shape, places: indices(shape, inOrderOf: order),
      length: norm.isPerInstance ? area : shape.count / channels,
      epsilon: norm.epsilon == 0 ? 1e-5 : Double(norm.epsilon),
      gamma: gamma.map { gamma in channelOf.map { gamma[$0] } } ?? [],
      beta: beta.map { beta in channelOf.map { beta[$0] } } ?? [], input, output)
  }
}
