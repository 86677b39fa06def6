/// An array of numbers of one type in several dimensions, in C order.
///
/// As a collection it has the parts along its first dimension.
public protocol MLShapedArrayProtocol<Scalar>: Equatable, ExpressibleByArrayLiteral,
  MutableCollection, RandomAccessCollection
where Index == Int, Element == MLShapedArraySlice<Scalar>, ArrayLiteralElement == Scalar {
  /// The type of the numbers.
  associatedtype Scalar: MLShapedArrayScalar

  /// The size of each dimension; none for a single number.
  var shape: [Int] { get }

  /// How far apart, in numbers, neighbours along each dimension are.
  var strides: [Int] { get }

  /// Creates an array from its numbers in C order.
  ///
  /// - Parameters:
  ///   - scalars: As many numbers as the shape has.
  ///   - shape: The size of each dimension.
  init<S: Sequence>(scalars: S, shape: [Int]) where S.Element == Scalar

  /// The part at positions of the first dimensions; these dimensions are gone in it.
  ///
  /// - Parameter indices: As many positions as there are dimensions, or fewer.
  subscript<C: Collection>(indices: C) -> MLShapedArraySlice<Scalar> where C.Element == Int {
    get set
  }

  /// Gives a closure the numbers to read, with shape and strides.
  ///
  /// - Parameter body: Called once.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  func withUnsafeShapedBufferPointer<R>(
    _ body: (UnsafeBufferPointer<Scalar>, [Int], [Int]) throws -> R
  ) rethrows -> R

  /// Gives a closure the numbers to change, with shape and strides.
  ///
  /// - Parameter body: Called once.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  mutating func withUnsafeMutableShapedBufferPointer<R>(
    _ body: (inout UnsafeMutableBufferPointer<Scalar>, [Int], [Int]) throws -> R
  ) rethrows -> R
}

extension MLShapedArrayProtocol {
  /// Creates an array of equal numbers.
  ///
  /// - Parameters:
  ///   - value: Each number.
  ///   - shape: The size of each dimension.
  public init(repeating value: Scalar, shape: [Int]) {
    self.init(scalars: repeatElement(value, count: ShapedExtent.count(shape)), shape: shape)
  }

  /// Creates an array of one dimension from its numbers.
  ///
  /// - Parameter elements: The numbers.
  public init(arrayLiteral elements: Scalar...) {
    self.init(scalars: elements, shape: [elements.count])
  }

  /// Creates an array from the numbers of a multi-array of the same type.
  ///
  /// A multi-array of another type is a programming error; ``init(converting:)-(MLMultiArray)`` takes it.
  ///
  /// - Parameter multiArray: Where the numbers come from; they are copied.
  public init(_ multiArray: MLMultiArray) {
    precondition(
      multiArray.dataType == Scalar.multiArrayDataType,
      "The multi-array is of \(multiArray.dataType.name), not of \(Scalar.self)")
    self.init(converting: multiArray)
  }

  /// Creates an array from the numbers of a multi-array of any type.
  ///
  /// - Parameter multiArray: Where the numbers come from; they are converted.
  public init(converting multiArray: MLMultiArray) {
    self.init(
      scalars: (0..<multiArray.count).map { Scalar.from(multiArray[$0]) },
      shape: multiArray.dimensions)
  }

  /// Creates an array from the numbers of an array of any type.
  ///
  /// - Parameter source: Where the numbers come from; they are converted.
  public init<T: MLShapedArrayProtocol>(converting source: T) {
    self.init(converting: MLMultiArray(source))
  }

  /// How many numbers there are.
  public var scalarCount: Int { ShapedExtent.count(shape) }

  /// Whether it is a single number without dimensions.
  public var isScalar: Bool { shape.isEmpty }

  /// The number of an array without dimensions; nil of all others.
  public var scalar: Scalar? {
    get { isScalar ? scalars.first : nil }
    set {
      guard isScalar, let newValue else { return }
      self = Self(scalars: [newValue], shape: [])
    }
  }

  /// All numbers in C order.
  public var scalars: [Scalar] {
    get {
      let isFirstMajor = isFirstMajor
      return unsafe withUnsafeShapedBufferPointer { numbers, shape, strides in
        unsafe isFirstMajor
          ? Array(numbers) : ShapedExtent.offsets(shape, strides).map { unsafe numbers[$0] }
      }
    }
    set { self = Self(scalars: newValue, shape: shape) }
  }

  /// The position of the first part along the first dimension.
  public var startIndex: Int { 0 }

  /// The size of the first dimension.
  public var endIndex: Int { shape.first ?? 0 }

  /// The part at a position of the first dimension.
  ///
  /// - Parameter index: The position.
  public subscript(index: Int) -> MLShapedArraySlice<Scalar> {
    get { self[[index]] }
    set { self[[index]] = newValue }
  }

  /// One number.
  ///
  /// - Parameter indices: A position in each dimension.
  public subscript(scalarAt indices: Int...) -> Scalar {
    get { self[scalarAt: indices] }
    set { self[scalarAt: indices] = newValue }
  }

  /// One number.
  ///
  /// - Parameter indices: A position in each dimension.
  public subscript<C: Collection>(scalarAt indices: C) -> Scalar where C.Element == Int {
    get {
      let place = ShapedExtent.offset(Array(indices), in: shape, strides)
      return unsafe withUnsafeShapedBufferPointer { numbers, _, _ in unsafe numbers[place] }
    }
    set {
      let place = ShapedExtent.offset(Array(indices), in: shape, strides)
      unsafe withUnsafeMutableShapedBufferPointer { numbers, _, _ in
        unsafe numbers[place] = newValue
      }
    }
  }

  /// The same numbers in the same order with another shape.
  ///
  /// - Parameter shape: Sizes of as many numbers.
  /// - Returns: The array of that shape.
  public func reshaped(to shape: [Int]) -> Self { Self(scalars: scalars, shape: shape) }

  /// Whether two arrays have equal shapes and numbers.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.shape == right.shape else { return false }
    return zip(left.scalars, right.scalars).allSatisfy { $0.isSame(as: $1) }
  }
}

/// The arithmetic of shapes.
enum ShapedExtent {
  /// How many numbers a shape has.
  static func count(_ shape: [Int]) -> Int {
    guard let count = elementCount(shape) else {
      preconditionFailure("No array has the shape \(shape)")
    }
    return count
  }

  /// How far apart neighbours along each dimension are in C order.
  static func strides(_ shape: [Int]) -> [Int] {
    var strides = shape
    var step = 1
    for dimension in shape.indices.reversed() {
      strides[dimension] = step
      step *= shape[dimension]
    }
    return strides
  }

  /// How many numbers lie from the first to the last one that strides lead to.
  static func capacity(_ shape: [Int], _ strides: [Int]) -> Int {
    precondition(
      strides.count == shape.count && strides.allSatisfy { $0 >= 0 },
      "An array of the shape \(shape) cannot have the strides \(strides)")
    guard count(shape) > 0 else { return 0 }
    return zip(shape, strides).reduce(1) { $0 + ($1.0 - 1) * $1.1 }
  }

  /// Where each number lies, in C order of the positions.
  static func offsets(_ shape: [Int], _ strides: [Int]) -> [Int] {
    var offsets = [0]
    for (size, step) in zip(shape, strides) {
      offsets = offsets.flatMap { offset in (0..<size).map { offset + $0 * step } }
    }
    return offsets
  }

  /// Where the number, or the part, at these positions begins.
  static func offset(_ indices: [Int], in shape: [Int], _ strides: [Int]) -> Int {
    precondition(
      indices.count == strides.count, "\(indices.count) positions in \(strides.count) dimensions")
    var offset = 0
    for (dimension, (index, step)) in zip(indices, strides).enumerated() {
      precondition(
        (0..<shape[dimension]).contains(index), "There is no position \(index) in \(shape)")
      offset += index * step
    }
    return offset
  }

  /// Where the numbers of the part at these positions stand, and its shape.
  static func part(_ indices: [Int], in shape: [Int]) -> (range: Range<Int>, shape: [Int]) {
    precondition(
      indices.count <= shape.count, "\(indices.count) positions in \(shape.count) dimensions")
    let start = offset(indices, in: shape, Array(strides(shape).prefix(indices.count)))
    let rest = Array(shape.dropFirst(indices.count))
    return (start..<start + count(rest), rest)
  }
}
