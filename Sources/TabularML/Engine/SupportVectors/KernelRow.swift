import Foundation
import ModelSpec

/// The kernel between one row and each of the support vectors.
struct KernelRow: Sendable {
  private enum Vectors: Sendable {
    case dense([Double])
    /// Indexes count from 0 here, rise within each vector, and lie within the row.
    case sparse(starts: [Int], indexes: [Int], values: [Double])
  }

  let count: Int
  private let kernel: Kernel
  private let width: Int
  private let vectors: Vectors

  init(
    _ kernel: Kernel, _ vectors: SupportVectors, width: Int, path: String
  ) throws(ModelError) {
    self.kernel = kernel
    self.width = width
    count = vectors.count
    switch vectors {
    case .dense(let count, let own, let values):
      guard count == 0 || (own == width && values.count == count * width) else {
        throw ModelError(
          .shape, at: path + ".denseSupportVectors.vectors",
          "a vector of \(own) numbers for inputs of \(width) elements")
      }
      self.vectors = .dense(values)
    case .sparse(let starts, let indexes, let values):
      self.vectors = Self.sorted(starts, indexes, values, width: width)
    }
  }

  /// Nodes beyond the row are left out, as libsvm does.
  private static func sorted(
    _ starts: [Int], _ indexes: [Int32], _ values: [Double], width: Int
  ) -> Vectors {
    var newStarts = [0]
    var newIndexes: [Int] = []
    var newValues: [Double] = []
    for (first, end) in zip(starts, starts.dropFirst()) {
      let nodes = (first..<end).filter { indexes[$0] > 0 && Int(indexes[$0]) <= width }
      for node in nodes.sorted(by: { indexes[$0] < indexes[$1] }) {
        newIndexes.append(Int(indexes[node]) - 1)
        newValues.append(values[node])
      }
      newStarts.append(newIndexes.count)
    }
    return .sparse(starts: newStarts, indexes: newIndexes, values: newValues)
  }

  /// Fills the results for the row that begins at an index of the block.
  func evaluate(_ row: [Double], at start: Int, into results: inout [Double]) {
    switch vectors {
    case .dense(let values): evaluateDense(row, start, values, &results)
    case .sparse(let starts, let indexes, let values):
      for vector in 0..<count {
        let nodes = starts[vector]..<starts[vector + 1]
        if case .rbf(let gamma) = kernel {
          let distance = squaredDistance(row, start, nodes, indexes, values)
          results[vector] = exp(-gamma * distance)
        } else {
          var product = 0.0
          for node in nodes { product += row[start + indexes[node]] * values[node] }
          results[vector] = ofProduct(product)
        }
      }
    }
  }

  private func evaluateDense(
    _ row: [Double], _ start: Int, _ values: [Double], _ results: inout [Double]
  ) {
    guard width > 0, count > 0 else {
      for vector in 0..<count { results[vector] = ofProduct(0) }
      return
    }
    unsafe row.withUnsafeBufferPointer { row in
      unsafe values.withUnsafeBufferPointer { values in
        guard let row = row.baseAddress, let values = values.baseAddress else { return }
        for vector in 0..<count {
          let (u, v) = unsafe (row + start, values + vector * width)
          if case .rbf(let gamma) = kernel {
            let distance: Double = unsafe TabularML.Vectors.squaredDistance(u, v, width)
            results[vector] = exp(-gamma * distance)
          } else {
            results[vector] = ofProduct(unsafe TabularML.Vectors.dot(u, v, width))
          }
        }
      }
    }
  }

  private func squaredDistance(
    _ row: [Double], _ start: Int, _ nodes: Range<Int>, _ indexes: [Int], _ values: [Double]
  ) -> Double {
    var sum = 0.0
    var node = nodes.lowerBound
    for index in 0..<width {
      var difference = row[start + index]
      if node < nodes.upperBound, indexes[node] == index {
        difference -= values[node]
        node += 1
      }
      sum += difference * difference
    }
    return sum
  }

  /// The kernel as a function of the scalar product; the RBF kernel of vectors without elements is 1.
  private func ofProduct(_ product: Double) -> Double {
    switch kernel {
    case .linear: product
    case .rbf: 1
    case .poly(let degree, let c, let gamma): Self.power(gamma * product + c, degree)
    case .sigmoid(let gamma, let c): tanh(gamma * product + c)
    }
  }

  /// A power by squaring.
  private static func power(_ base: Double, _ exponent: Int32) -> Double {
    var (result, factor, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= factor }
      factor *= factor
      rest >>= 1
    }
    return result
  }
}
