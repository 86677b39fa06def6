import Foundation
import ModelSpec

extension NetworkCompiler {
  mutating func add(
    _ reduction: Reduction, _ layer: NeuralNetworkLayer, _ inputs: [Int]
  ) throws(ModelError) {
    let shape = shapes[inputs[0]]
    let name = layer.kind.name
    var reduced: [Int] = []
    var keepsDimensions = true
    switch reduction.axes {
    case .spatial(let choice):
      guard shape.rank >= 3 else {
        throw error(.shape, "a blob of rank \(shape.rank) has no channels to reduce", in: name)
      }
      let channel = shape.rank - 3
      let choices = [[0, 1, 2], [1, 2], [0], [1], [2]]
      reduced = choices[choice].map { channel + $0 }
    case .numbered(let axes, let keeps, let all):
      keepsDimensions = keeps
      for axis in axes where !all {
        let axis = try self.axis(axis, of: shape, in: "\(name).axes")
        if !reduced.contains(axis) { reduced.append(axis) }
      }
      if all || axes.isEmpty { reduced = Array(0..<shape.rank) }
    }
    let kept = (0..<shape.rank).filter { !reduced.contains($0) }
    var dimensions = shape.dimensions
    for axis in reduced { dimensions[axis] = 1 }
    if !keepsDimensions { dimensions = kept.isEmpty ? [1] : kept.map { shape.dimensions[$0] } }
    try spend(shape.count)
    let order = indices(shape, inOrderOf: kept + reduced.sorted())
    let length = reduced.reduce(1) { $0 * shape.dimensions[$1] }
    let function = reduction.function
    let epsilon = reduction.epsilon == 0 ? 1e-6 : Double(reduction.epsilon)
    let isSpatial = if case .spatial = reduction.axes { true } else { false }
    try add(inputs, layer.outputs[0], dimensions) { x, y in
      for (element, first) in stride(from: 0, to: order.count, by: length).enumerated() {
        let values = order[first..<first + length].lazy.map { Double(x[$0]) }
        y[element] = Float(function.of(values, epsilon: isSpatial ? epsilon : 0))
      }
    }
  }
}

extension Reduction.Function {
  /// The function of some numbers, at least one; `epsilon` is added before a logarithm.
  fileprivate func of(_ values: some Collection<Double>, epsilon: Double) -> Double {
    switch self {
    case .sum: return values.reduce(0, +)
    case .mean: return values.reduce(0, +) / Double(values.count)
    case .product: return values.reduce(1, *)
    case .logSum where epsilon == 0: return log(values.reduce(0, +))
    case .logSum: return values.reduce(0) { $0 + log($1 + epsilon) }
    case .sumOfSquares: return values.reduce(0) { $0 + $1 * $1 }
    case .l1: return values.reduce(0) { $0 + abs($1) }
    case .l2: return values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    case .max: return values.reduce(-.infinity) { $1 > $0 || $1.isNaN ? $1 : $0 }
    case .min: return values.reduce(.infinity) { $1 < $0 || $1.isNaN ? $1 : $0 }
    case .argMax:
      var best = (place: 0, value: -Double.infinity)
      for (place, value) in values.enumerated() where value > best.value { best = (place, value) }
      return Double(best.place)
    case .logSumExp:
      let largest = values.reduce(-.infinity) { $1 > $0 ? $1 : $0 }
      guard largest.isFinite else { return largest }
      return largest + log(values.reduce(0) { $0 + exp($1 - largest) })
    }
  }
}
