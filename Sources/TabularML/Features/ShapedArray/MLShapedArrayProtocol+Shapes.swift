extension MLShapedArrayProtocol {
  /// Creates an array of one number and no dimensions.
  ///
  /// - Parameter scalar: The number.
  public init(scalar: Scalar) { self.init(scalars: [scalar], shape: []) }

  /// Creates a square matrix with ones on its diagonal and zeros elsewhere.
  ///
  /// - Parameter size: The number of rows and of columns.
  public init(identityMatrixOfSize size: Int) where Scalar: Numeric {
    self.init(repeating: 0, shape: [size, size])
    for index in 0..<size { self[scalarAt: index, index] = 1 }
  }

  /// Creates an array of random numbers.
  ///
  /// - Parameters:
  ///   - range: Where each of them lies.
  ///   - shape: The size of each dimension.
  public init(randomScalarsIn range: Range<Scalar>, shape: [Int])
  where Scalar: BinaryFloatingPoint, Scalar.RawSignificand: FixedWidthInteger {
    let count = ShapedExtent.count(shape)
    self.init(scalars: (0..<count).map { _ in Scalar.random(in: range) }, shape: shape)
  }

  /// Creates an array of random numbers.
  ///
  /// - Parameters:
  ///   - range: Where each of them lies.
  ///   - shape: The size of each dimension.
  public init(randomScalarsIn range: Range<Scalar>, shape: [Int])
  where Scalar: FixedWidthInteger {
    let count = ShapedExtent.count(shape)
    self.init(scalars: (0..<count).map { _ in Scalar.random(in: range) }, shape: shape)
  }

  /// Sets all numbers.
  ///
  /// - Parameter collection: As many numbers as there are, in C order.
  public mutating func fill<C: Collection>(with collection: C) where C.Element == Scalar {
    scalars = Array(collection)
  }

  /// Sets every number.
  ///
  /// - Parameter value: The new number.
  public mutating func fill(with value: Scalar) { self = Self(repeating: value, shape: shape) }

  /// The array with its dimensions in the opposite order.
  ///
  /// - Returns: A copy; of a matrix the transposed one.
  public func transposed() -> Self { transposed(permutation: Array(shape.indices.reversed())) }

  /// The array with its dimensions in another order.
  ///
  /// - Parameter permutation: For each dimension of the result which of this array it is.
  /// - Returns: A copy.
  public func transposed(permutation: [Int]) -> Self {
    precondition(
      permutation.sorted() == Array(shape.indices),
      "\(permutation) is no order of \(shape.count) dimensions")
    let sizes = permutation.map { shape[$0] }
    let strides = ShapedExtent.strides(shape)
    let steps = permutation.map { strides[$0] }
    let numbers = scalars
    return Self(scalars: ShapedExtent.offsets(sizes, steps).map { numbers[$0] }, shape: sizes)
  }

  /// The array without its dimensions of the size 1.
  ///
  /// - Returns: The same numbers in the same order.
  public func squeezingShape() -> Self { reshaped(to: shape.filter { $0 != 1 }) }

  /// The array with one more dimension, of the size 1.
  ///
  /// - Parameter axis: Where it comes, from 0 to the number of dimensions.
  /// - Returns: The same numbers in the same order.
  public func expandingShape(at axis: Int) -> Self {
    precondition((0...shape.count).contains(axis), "There is no place \(axis) in \(shape)")
    var shape = shape
    shape.insert(1, at: axis)
    return reshaped(to: shape)
  }
}
