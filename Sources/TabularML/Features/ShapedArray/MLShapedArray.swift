/// A value with numbers of one type in several dimensions; it is copied when a copy is changed.
///
/// ```swift
/// var matrix = MLShapedArray<Float>(scalars: [1, 2, 3, 4, 5, 6], shape: [2, 3])
/// matrix[scalarAt: 1, 2] = 7
/// let row = matrix[0].scalars                      // [1, 2, 3]
/// let feature = MLFeatureValue(shapedArray: matrix)
/// ```
public struct MLShapedArray<Scalar: MLShapedArrayScalar>: MLShapedArrayProtocol, Sendable {
  /// What a range of the first dimension gives.
  public typealias SubSequence = MLShapedArraySlice<Scalar>

  /// The size of each dimension; none for a single number.
  public let shape: [Int]
  /// How far apart, in numbers, neighbours along each dimension are.
  public let strides: [Int]
  private var numbers: [Scalar]

  /// An array whose numbers lie in the order of the strides.
  init(_ numbers: [Scalar], shape: [Int], strides: [Int]) {
    self.numbers = numbers
    self.shape = shape
    self.strides = strides
  }

  /// Creates an array from its numbers in C order.
  ///
  /// - Parameters:
  ///   - scalars: As many numbers as the shape has.
  ///   - shape: The size of each dimension.
  public init<S: Sequence>(scalars: S, shape: [Int]) where S.Element == Scalar {
    numbers = Array(scalars)
    self.shape = shape
    strides = ShapedExtent.strides(shape)
    precondition(
      numbers.count == ShapedExtent.count(shape),
      "\(numbers.count) numbers for the shape \(shape)")
  }

  /// The part at positions of the first dimensions; these dimensions are gone in it.
  ///
  /// - Parameter indices: As many positions as there are dimensions, or fewer.
  public subscript<C: Collection>(indices: C) -> MLShapedArraySlice<Scalar>
  where C.Element == Int {
    get {
      guard isFirstMajor else { return firstMajor[indices] }
      let part = ShapedExtent.part(Array(indices), in: shape)
      return MLShapedArraySlice(
        numbers[part.range], shape: part.shape, strides: ShapedExtent.strides(part.shape))
    }
    set {
      self = firstMajor
      let part = ShapedExtent.part(Array(indices), in: shape)
      precondition(
        newValue.shape == part.shape, "A part of \(newValue.shape) for one of \(part.shape)")
      numbers.replaceSubrange(part.range, with: newValue.scalars)
    }
  }

  /// Gives a closure the numbers to read, with shape and strides.
  ///
  /// - Parameter body: Called once.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public func withUnsafeShapedBufferPointer<R>(
    _ body: (UnsafeBufferPointer<Scalar>, [Int], [Int]) throws -> R
  ) rethrows -> R {
    try unsafe numbers.withUnsafeBufferPointer { try unsafe body($0, shape, strides) }
  }

  /// Gives a closure the numbers to change, with shape and strides.
  ///
  /// - Parameter body: Called once.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public mutating func withUnsafeMutableShapedBufferPointer<R>(
    _ body: (inout UnsafeMutableBufferPointer<Scalar>, [Int], [Int]) throws -> R
  ) rethrows -> R {
    let (shape, strides) = (shape, strides)
    return try unsafe numbers.withUnsafeMutableBufferPointer {
      try unsafe body(&$0, shape, strides)
    }
  }
}
