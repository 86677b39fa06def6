/// A part of a shaped array, which shares its memory until one of them is changed.
public struct MLShapedArraySlice<Scalar: MLShapedArrayScalar>: MLShapedArrayProtocol, Sendable {
  /// What a range of the first dimension gives.
  public typealias SubSequence = MLShapedArraySlice<Scalar>

  /// The size of each dimension; none for a single number.
  public let shape: [Int]
  /// How far apart, in numbers, neighbours along each dimension are.
  public let strides: [Int]
  private var numbers: ArraySlice<Scalar>

  /// A part whose numbers lie in the order of the strides.
  init(_ numbers: ArraySlice<Scalar>, shape: [Int], strides: [Int]) {
    self.numbers = numbers
    self.shape = shape
    self.strides = strides
  }

  /// Creates a part with memory of its own from its numbers in C order.
  ///
  /// - Parameters:
  ///   - scalars: As many numbers as the shape has.
  ///   - shape: The size of each dimension.
  public init<S: Sequence>(scalars: S, shape: [Int]) where S.Element == Scalar {
    numbers = ArraySlice(scalars)
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
      let part = place(Array(indices))
      return MLShapedArraySlice(
        numbers[part.range], shape: part.shape, strides: ShapedExtent.strides(part.shape))
    }
    set {
      self = firstMajor
      let part = place(Array(indices))
      precondition(
        newValue.shape == part.shape, "A part of \(newValue.shape) for one of \(part.shape)")
      numbers.replaceSubrange(part.range, with: newValue.scalars)
    }
  }

  /// Positions in `numbers` begin where the slice does.
  private func place(_ indices: [Int]) -> (range: Range<Int>, shape: [Int]) {
    let (range, shape) = ShapedExtent.part(indices, in: shape)
    let start = numbers.startIndex + range.lowerBound
    return (start..<start + range.count, shape)
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
