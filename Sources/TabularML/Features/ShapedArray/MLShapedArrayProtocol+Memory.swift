public import Foundation

extension MLShapedArrayProtocol {
  /// Creates an array from bytes in C order.
  ///
  /// - Parameters:
  ///   - data: The bytes of as many numbers as the shape has.
  ///   - shape: The size of each dimension.
  public init(data: Data, shape: [Int]) {
    precondition(
      data.count == ShapedExtent.count(shape) * MemoryLayout<Scalar>.stride,
      "\(data.count) bytes for the shape \(shape)")
    self.init(data: data, shape: shape, strides: ShapedExtent.strides(shape))
  }

  /// Creates an array from bytes in another order, or with gaps.
  ///
  /// - Parameters:
  ///   - data: The bytes of all numbers that the strides lead to.
  ///   - shape: The size of each dimension.
  ///   - strides: How far apart, in numbers, neighbours along each dimension are.
  public init(data: Data, shape: [Int], strides: [Int]) {
    let capacity = ShapedExtent.capacity(shape, strides)
    precondition(
      data.count / MemoryLayout<Scalar>.stride >= capacity,
      "\(data.count) bytes for the shape \(shape) with the strides \(strides)")
    let numbers = unsafe [Scalar](unsafeUninitializedCapacity: capacity) { buffer, written in
      _ = unsafe data.copyBytes(to: buffer)
      written = capacity
    }
    self.init(
      scalars: ShapedExtent.offsets(shape, strides).map { numbers[$0] }, shape: shape)
  }

  /// Creates an array from memory in C order, which is copied and then no longer needed.
  ///
  /// - Parameters:
  ///   - bytes: Where the first number is.
  ///   - shape: The size of each dimension.
  ///   - deallocator: What to do with the memory; it is done before this returns.
  public init(
    bytesNoCopy bytes: UnsafeRawPointer, shape: [Int], deallocator: Data.Deallocator
  ) {
    unsafe self.init(
      bytesNoCopy: bytes, shape: shape, strides: ShapedExtent.strides(shape),
      deallocator: deallocator)
  }

  /// Creates an array from memory in another order, which is copied and then no longer needed.
  ///
  /// - Parameters:
  ///   - bytes: Where the first number is.
  ///   - shape: The size of each dimension.
  ///   - strides: How far apart, in numbers, neighbours along each dimension are.
  ///   - deallocator: What to do with the memory; it is done before this returns.
  public init(
    bytesNoCopy bytes: UnsafeRawPointer, shape: [Int], strides: [Int],
    deallocator: Data.Deallocator
  ) {
    let count = ShapedExtent.capacity(shape, strides) * MemoryLayout<Scalar>.stride
    let data = unsafe Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), count: count,
      deallocator: deallocator)
    self.init(data: data, shape: shape, strides: strides)
  }

  /// Creates an array whose memory a closure fills.
  ///
  /// - Parameters:
  ///   - shape: The size of each dimension.
  ///   - initializer: Called once with memory for all numbers, and the strides; it fills all of it.
  /// - Throws: What the closure throws.
  public init(
    unsafeUninitializedShape shape: [Int],
    initializingWith initializer: (inout UnsafeMutableBufferPointer<Scalar>, [Int]) throws -> Void
  ) rethrows {
    let count = ShapedExtent.count(shape)
    let numbers = try unsafe [Scalar](unsafeUninitializedCapacity: count) { buffer, written in
      try unsafe initializer(&buffer, ShapedExtent.strides(shape))
      written = count
    }
    self.init(scalars: numbers, shape: shape)
  }

  /// Creates an array from others of the same type laid side by side.
  ///
  /// Arrays that do not fit together are a programming error, which stops the program.
  ///
  /// - Parameters:
  ///   - shapedArrays: Arrays with equal sizes in all dimensions but one; at least one.
  ///   - axis: The dimension in which their sizes add up.
  public init<S: Sequence>(concatenating shapedArrays: S, alongAxis axis: Int)
  where S.Element: MLShapedArrayProtocol, S.Element.Scalar == Scalar {
    self.init(
      MLMultiArray(
        concatenating: shapedArrays.map { MLMultiArray($0) }, axis: axis,
        dataType: Scalar.multiArrayDataType))
  }
}
