extension ModelEncoder {
  static func write(_ regressor: SupportVectorRegressor, to writer: inout WireWriter) {
    writer.message(1) { write(regressor.kernel, to: &$0) }
    write(regressor.vectors, sparse: 2, dense: 3, to: &writer)
    writer.message(4) { $0.doubles(1, regressor.coefficients) }
    writer.double(5, regressor.rho)
  }

  static func write(_ classifier: SupportVectorClassifier, to writer: inout WireWriter) {
    writer.message(1) { write(classifier.kernel, to: &$0) }
    writer.ints(2, classifier.vectorsPerClass.map(Int64.init))
    write(classifier.vectors, sparse: 3, dense: 4, to: &writer)
    for row in classifier.coefficients { writer.message(5) { $0.doubles(1, row) } }
    writer.doubles(6, classifier.rho)
    writer.doubles(7, classifier.probA)
    writer.doubles(8, classifier.probB)
    write(classifier.labels, to: &writer)
  }

  private static func write(_ kernel: Kernel, to writer: inout WireWriter) {
    switch kernel {
    case .linear: writer.message(1) { _ in }
    case .rbf(let gamma): writer.message(2) { $0.double(1, gamma) }
    case .poly(let degree, let c, let gamma):
      writer.message(3) {
        $0.int(1, Int64(degree))
        $0.double(2, c)
        $0.double(3, gamma)
      }
    case .sigmoid(let gamma, let c):
      writer.message(4) {
        $0.double(1, gamma)
        $0.double(2, c)
      }
    }
  }

  private static func write(
    _ vectors: SupportVectors, sparse: Int, dense: Int, to writer: inout WireWriter
  ) {
    switch vectors {
    case .dense(let count, let width, let values):
      writer.message(dense) { writer in
        for index in 0..<count {
          writer.message(1) { $0.doubles(1, Array(values[index * width..<(index + 1) * width])) }
        }
      }
    case .sparse(let starts, let indexes, let values):
      writer.message(sparse) { writer in
        for (first, end) in zip(starts, starts.dropFirst()) {
          writer.message(1) { writer in
            for node in first..<end {
              writer.message(1) {
                $0.int(1, Int64(indexes[node]))
                $0.double(2, values[node])
              }
            }
          }
        }
      }
    }
  }
}
