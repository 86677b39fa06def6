/// How alike a row and a support vector are.
package enum Kernel: Sendable, Equatable {
  /// `u · v`
  case linear
  /// `exp(-γ ‖u - v‖²)`
  case rbf(gamma: Double)
  /// `(γ u · v + c) ^ degree`
  case poly(degree: Int32, c: Double, gamma: Double)
  /// `tanh(γ u · v + c)`
  case sigmoid(gamma: Double, c: Double)
}

/// Support vectors, one after the other in one list.
package enum SupportVectors: Sendable, Equatable {
  /// `count` vectors of `width` numbers each.
  case dense(count: Int, width: Int, values: [Double])
  /// Vector i has the nodes from `starts[i]` up to `starts[i + 1]`; indexes count from 1.
  case sparse(starts: [Int], indexes: [Int32], values: [Double])

  package var count: Int {
    switch self {
    case .dense(let count, _, _): count
    case .sparse(let starts, _, _): max(starts.count - 1, 0)
    }
  }
}

/// The number `Σ α_i K(sv_i, x) - rho`.
package struct SupportVectorRegressor: Sendable, Equatable {
  package var kernel: Kernel
  package var vectors: SupportVectors
  package var coefficients: [Double]
  package var rho: Double

  package init(kernel: Kernel, vectors: SupportVectors, coefficients: [Double], rho: Double) {
    self.kernel = kernel
    self.vectors = vectors
    self.coefficients = coefficients
    self.rho = rho
  }
}

/// One machine for each pair of classes, and a vote among them.
package struct SupportVectorClassifier: Sendable, Equatable {
  package var kernel: Kernel
  /// The vectors are ordered by class.
  package var vectorsPerClass: [Int32]
  package var vectors: SupportVectors
  /// One row less than there are classes, each with a number for every vector.
  package var coefficients: [[Double]]
  /// One for each pair (0, 1), (0, 2), … (1, 2), …, as are those of the probabilities.
  package var rho: [Double]
  package var probA: [Double]
  package var probB: [Double]
  package var labels: ClassLabels

  package init(
    kernel: Kernel, vectorsPerClass: [Int32], vectors: SupportVectors, coefficients: [[Double]],
    rho: [Double], probA: [Double] = [], probB: [Double] = [], labels: ClassLabels
  ) {
    self.kernel = kernel
    self.vectorsPerClass = vectorsPerClass
    self.vectors = vectors
    self.coefficients = coefficients
    self.rho = rho
    self.probA = probA
    self.probB = probB
    self.labels = labels
  }
}
