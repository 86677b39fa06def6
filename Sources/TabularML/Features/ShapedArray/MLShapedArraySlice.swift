/// A part of a shaped array, which shares its memory until one of them is changed.
public struct MLShapedArraySlice<Scalar: MLShapedArrayScalar>: MLShapedArrayProtocol, Sendable {
  /// What a range of the first dimension gives.
  public typealias SubSequence = MLShapedArraySlice<Scalar>

  /// The size of each dimension; none for a single number.
  public let shape: [Int]
  private var numbers: ArraySlice<Scalar>

  init(_ numbers: ArraySlice<Scalar>, shape: [Int]) {
    self.numbers = numbers
    self.shape = shape
  }

  /// Creates a part with memory of its own from its numbers in C order.
  ///
  /// - Parameters:
  ///   - scalars: As many numbers as the shape has.
  ///   - shape: The size of each dimension.
  public init<S: Sequence>(scalars: S, shape: [Int]) where S.Element == Scalar {
    numbers = ArraySlice(scalars)
    self.shape = shape
    precondition(
      numbers.count == ShapedExtent.count(shape),
      "\(numbers.count) numbers for the shape \(shape)")
  }

  /// The part at a position of the first dimension.
  ///
  /// - Parameter index: The position.
  public subscript(index: Int) -> MLShapedArraySlice<Scalar> {
    get {
      let (range, rest) = place(index)
      return MLShapedArraySlice(numbers[range], shape: rest)
    }
    set {
      let (range, rest) = place(index)
      precondition(newValue.shape == rest, "A part of \(newValue.shape) for one of \(rest)")
      numbers.replaceSubrange(range, with: newValue.scalars)
    }
  }

  private func place(_ index: Int) -> (range: Range<Int>, rest: [Int]) {
    let rest = Array(shape.dropFirst())
    let start =
      numbers.startIndex + ShapedExtent.offset([index], in: shape, isWhole: false)
    return (start..<start + ShapedExtent.count(rest), rest)
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
