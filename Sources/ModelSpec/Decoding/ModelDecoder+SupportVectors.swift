import CModelSpec
import CProtobufC

extension ModelDecoder {
  static func supportVectorRegressor(
    _ message: Spec__SupportVectorRegressor, at path: ModelPath
  ) throws(ModelError) -> SupportVectorRegressor {
    let vectors: SupportVectors
    switch unsafe message.support_vectors_case {
    case SPEC__SUPPORT_VECTOR_REGRESSOR__SUPPORT_VECTORS_SPARSE_SUPPORT_VECTORS:
      vectors = unsafe sparse(message.sparsesupportvectors.pointee)
    case SPEC__SUPPORT_VECTOR_REGRESSOR__SUPPORT_VECTORS_DENSE_SUPPORT_VECTORS:
      vectors = unsafe try dense(message.densesupportvectors.pointee, at: path)
    default: throw noVectors(at: path)
    }
    return SupportVectorRegressor(
      kernel: unsafe try kernel(message.kernel, at: path.field("kernel")), vectors: vectors,
      coefficients: unsafe message.coefficients.map {
        unsafe numbers($0.pointee.alpha, $0.pointee.n_alpha)
      } ?? [],
      rho: unsafe message.rho)
  }

  static func supportVectorClassifier(
    _ message: Spec__SupportVectorClassifier, at path: ModelPath
  ) throws(ModelError) -> SupportVectorClassifier {
    let vectors: SupportVectors
    switch unsafe message.support_vectors_case {
    case SPEC__SUPPORT_VECTOR_CLASSIFIER__SUPPORT_VECTORS_SPARSE_SUPPORT_VECTORS:
      vectors = unsafe sparse(message.sparsesupportvectors.pointee)
    case SPEC__SUPPORT_VECTOR_CLASSIFIER__SUPPORT_VECTORS_DENSE_SUPPORT_VECTORS:
      vectors = unsafe try dense(message.densesupportvectors.pointee, at: path)
    default: throw noVectors(at: path)
    }
    let labels: ClassLabels
    switch unsafe message.class_labels_case {
    case SPEC__SUPPORT_VECTOR_CLASSIFIER__CLASS_LABELS_STRING_CLASS_LABELS:
      labels = unsafe classLabels(message.stringclasslabels)
    case SPEC__SUPPORT_VECTOR_CLASSIFIER__CLASS_LABELS_INT64_CLASS_LABELS:
      labels = unsafe classLabels(message.int64classlabels)
    default: throw noLabels(at: path)
    }
    return SupportVectorClassifier(
      kernel: unsafe try kernel(message.kernel, at: path.field("kernel")),
      vectorsPerClass: unsafe numbers(
        message.numberofsupportvectorsperclass, message.n_numberofsupportvectorsperclass),
      vectors: vectors,
      coefficients: unsafe try list(message.coefficients, message.n_coefficients) {
        (row, _) throws(ModelError) in unsafe numbers(row.alpha, row.n_alpha)
      },
      rho: unsafe numbers(message.rho, message.n_rho),
      probA: unsafe numbers(message.proba, message.n_proba),
      probB: unsafe numbers(message.probb, message.n_probb), labels: labels)
  }

  private static func noVectors(at path: ModelPath) -> ModelError {
    path.field("supportVectors").error(.structure, "there are no support vectors")
  }

  private static func kernel(
    _ pointer: UnsafeMutablePointer<Spec__Kernel>?, at path: ModelPath
  ) throws(ModelError) -> Kernel {
    guard let message = unsafe pointer?.pointee else {
      throw path.error(.value, "there is no kernel")
    }
    switch unsafe message.kernel_case {
    case SPEC__KERNEL__KERNEL_LINEAR_KERNEL: return .linear
    case SPEC__KERNEL__KERNEL_RBF_KERNEL:
      return .rbf(gamma: unsafe message.rbfkernel.pointee.gamma)
    case SPEC__KERNEL__KERNEL_POLY_KERNEL:
      let kernel = unsafe message.polykernel.pointee
      return .poly(
        degree: unsafe kernel.degree, c: unsafe kernel.c, gamma: unsafe kernel.gamma)
    case SPEC__KERNEL__KERNEL_SIGMOID_KERNEL:
      let kernel = unsafe message.sigmoidkernel.pointee
      return .sigmoid(gamma: unsafe kernel.gamma, c: unsafe kernel.c)
    default: throw path.error(.value, "the kernel does not say which it is")
    }
  }

  private static func sparse(_ message: Spec__SparseSupportVectors) -> SupportVectors {
    var starts = [0]
    var indexes: [Int32] = []
    var values: [Double] = []
    for vector in 0..<(unsafe message.n_vectors) {
      guard let nodes = unsafe message.vectors[vector] else { continue }
      for index in 0..<(unsafe nodes.pointee.n_nodes) {
        guard let node = unsafe nodes.pointee.nodes[index] else { continue }
        unsafe indexes.append(node.pointee.index)
        unsafe values.append(node.pointee.value)
      }
      starts.append(indexes.count)
    }
    return .sparse(starts: starts, indexes: indexes, values: values)
  }

  private static func dense(
    _ message: Spec__DenseSupportVectors, at path: ModelPath
  ) throws(ModelError) -> SupportVectors {
    let count = unsafe message.n_vectors
    var width: Int?
    var values: [Double] = []
    for index in 0..<count {
      guard let vector = unsafe message.vectors[index]?.pointee else { continue }
      let own = unsafe vector.n_values
      guard own == width ?? own else {
        throw path.field("denseSupportVectors").element("vectors", index).error(
          .shape, "the vector has \(own) numbers, the first has \(width ?? own)")
      }
      width = own
      unsafe values.append(contentsOf: UnsafeBufferPointer(start: vector.values, count: own))
    }
    return .dense(count: count, width: width ?? 0, values: values)
  }
}
