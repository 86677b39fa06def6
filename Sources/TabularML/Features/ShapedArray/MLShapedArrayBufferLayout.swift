import Foundation

/// How the numbers of a shaped array lie in its memory.
public enum MLShapedArrayBufferLayout: Sendable {
  /// Side by side in C order: the last dimension moves fastest.
  case firstMajorContiguous
  /// Side by side in Fortran's order: the first dimension moves fastest.
  case lastMajorContiguous
  /// With so many numbers from one position to the next, for each dimension.
  case strides([Int])

  func strides(_ shape: [Int]) -> [Int] {
    switch self {
    case .firstMajorContiguous: ShapedExtent.strides(shape)
    case .lastMajorContiguous: ShapedExtent.strides(shape.reversed()).reversed()
    case .strides(let strides): strides
    }
  }
}

extension MLShapedArrayProtocol {
  var isFirstMajor: Bool { strides == ShapedExtent.strides(shape) }

  /// The same numbers in C order.
  var firstMajor: Self { isFirstMajor ? self : Self(scalars: scalars, shape: shape) }

  /// All numbers at the places that strides lead to, and zeros in the gaps.
  fileprivate func numbers(at strides: [Int]) -> [Scalar] {
    let capacity = ShapedExtent.capacity(shape, strides)
    var numbers = [Scalar](repeating: Scalar.from(0), count: capacity)
    for (offset, number) in zip(ShapedExtent.offsets(shape, strides), scalars) {
      numbers[offset] = number
    }
    return numbers
  }
}

extension MLShapedArray {
  /// The same array with its numbers in another order in memory.
  ///
  /// Changing a part of it afterwards puts it into C order again.
  ///
  /// - Parameter bufferLayout: The order.
  /// - Returns: A copy.
  public func changingLayout(to bufferLayout: MLShapedArrayBufferLayout) -> MLShapedArray<Scalar> {
    let strides = bufferLayout.strides(shape)
    return MLShapedArray(numbers(at: strides), shape: shape, strides: strides)
  }

  /// Gives a closure the numbers to change, in an order that they then keep.
  ///
  /// - Parameters:
  ///   - bufferLayout: The order.
  ///   - body: Called once, with memory, shape and strides.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public mutating func withUnsafeMutableShapedBufferPointer<R>(
    using bufferLayout: MLShapedArrayBufferLayout,
    _ body: (inout UnsafeMutableBufferPointer<Scalar>, [Int], [Int]) throws -> R
  ) rethrows -> R {
    self = changingLayout(to: bufferLayout)
    return try unsafe withUnsafeMutableShapedBufferPointer(body)
  }
}

extension MLShapedArraySlice {
  /// The same part with its numbers in another order in memory.
  ///
  /// Changing a part of it afterwards puts it into C order again.
  ///
  /// - Parameter bufferLayout: The order.
  /// - Returns: A copy.
  public func changingLayout(
    to bufferLayout: MLShapedArrayBufferLayout
  ) -> MLShapedArraySlice<Scalar> {
    let strides = bufferLayout.strides(shape)
    return MLShapedArraySlice(numbers(at: strides)[...], shape: shape, strides: strides)
  }

  /// Gives a closure the numbers to change, in an order that they then keep.
  ///
  /// - Parameters:
  ///   - bufferLayout: The order.
  ///   - body: Called once, with memory, shape and strides.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public mutating func withUnsafeMutableShapedBufferPointer<R>(
    using bufferLayout: MLShapedArrayBufferLayout,
    _ body: (inout UnsafeMutableBufferPointer<Scalar>, [Int], [Int]) throws -> R
  ) rethrows -> R {
    self = changingLayout(to: bufferLayout)
    return try unsafe withUnsafeMutableShapedBufferPointer(body)
  }
}
