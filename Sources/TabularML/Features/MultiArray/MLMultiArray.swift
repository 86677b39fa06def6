public import Foundation

/// Numbers of one type in several dimensions, in memory that can be read and written.
///
/// The last dimension moves fastest (C order) unless other strides are given. Strides count numbers,
/// not bytes. An array may not be changed by one thread while another one uses it.
@safe public final class MLMultiArray: NSObject {
  /// The type of the numbers.
  public let dataType: MLMultiArrayDataType
  /// The number of numbers: the product of the shape.
  public let count: Int
  /// Where the first number is; valid as long as the array lives.
  public let dataPointer: UnsafeMutableRawPointer

  /// The size of each dimension.
  package let dimensions: [Int]
  /// For each dimension how many numbers lie between one index and the next.
  package let steps: [Int]
  /// How many numbers the memory has from its first to its last one.
  let capacity: Int
  /// Whether the numbers lie side by side in C order.
  let isContiguous: Bool
  private let deallocator: ((UnsafeMutableRawPointer) -> Void)?

  /// Creates an array of zeros.
  ///
  /// - Parameters:
  ///   - shape: The size of each dimension; none makes a single number.
  ///   - dataType: The type of the numbers.
  /// - Throws: ``MLModelError`` with code `generic` for a negative size, or more than memory has.
  public convenience init(shape: [NSNumber], dataType: MLMultiArrayDataType) throws {
    try self.init(dimensions: shape.map(\.intValue), dataType: dataType)
  }

  /// Creates an array over memory that exists already.
  ///
  /// - Parameters:
  ///   - dataPointer: Where the first number is.
  ///   - shape: The size of each dimension.
  ///   - dataType: The type of the numbers.
  ///   - strides: For each dimension how many numbers lie between one index and the next.
  ///   - deallocator: Called with `dataPointer` when the array is no longer used.
  /// - Throws: ``MLModelError`` with code `generic` when shape and strides do not fit together.
  public init(
    dataPointer: UnsafeMutableRawPointer, shape: [NSNumber], dataType: MLMultiArrayDataType,
    strides: [NSNumber], deallocator: ((UnsafeMutableRawPointer) -> Void)? = nil
  ) throws {
    let dimensions = shape.map(\.intValue)
    let steps = strides.map(\.intValue)
    let extent = try ArrayExtent(dimensions: dimensions, steps: steps, dataType: dataType)
    self.dataType = dataType
    self.dimensions = dimensions
    self.steps = steps
    count = extent.count
    capacity = extent.capacity
    isContiguous = count == capacity && steps == ArrayExtent.contiguousSteps(dimensions)
    unsafe self.dataPointer = dataPointer
    unsafe self.deallocator = deallocator
  }

  /// Creates an array of zeros with gaps, or another order, in its memory.
  ///
  /// A shape and strides that do not fit together are a programming error, which stops the program.
  ///
  /// - Parameters:
  ///   - shape: The size of each dimension.
  ///   - dataType: The type of the numbers.
  ///   - strides: For each dimension how many numbers lie between one index and the next.
  public convenience init(shape: [Int], dataType: MLMultiArrayDataType, strides: [Int]) {
    do { try self.init(dimensions: shape, steps: strides, dataType: dataType) } catch {
      preconditionFailure(error.localizedDescription)
    }
  }

  /// Creates an array of zeros in C order.
  package convenience init(dimensions: [Int], dataType: MLMultiArrayDataType) throws {
    try self.init(
      dimensions: dimensions, steps: ArrayExtent.contiguousSteps(dimensions), dataType: dataType)
  }

  /// Creates an array of zeros.
  private init(dimensions: [Int], steps: [Int], dataType: MLMultiArrayDataType) throws {
    let extent = try ArrayExtent(dimensions: dimensions, steps: steps, dataType: dataType)
    guard let memory = unsafe calloc(max(extent.capacity, 1), dataType.byteCount) else {
      throw MLModelError(
        .generic, "There is no memory for a multi-array of shape \(dimensions).")
    }
    self.dataType = dataType
    self.dimensions = dimensions
    self.steps = steps
    count = extent.count
    capacity = extent.capacity
    isContiguous = count == capacity && steps == ArrayExtent.contiguousSteps(dimensions)
    unsafe dataPointer = memory
    unsafe deallocator = { unsafe free($0) }
  }

  deinit { unsafe deallocator?(dataPointer) }

  /// The size of each dimension.
  public var shape: [NSNumber] { dimensions.map { NSNumber(value: $0) } }

  /// For each dimension how many numbers lie between one index and the next.
  public var strides: [NSNumber] { steps.map { NSNumber(value: $0) } }

  /// Whether the other object is an array of equal type, shape and numbers.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? MLMultiArray).map(hasSameNumbers) ?? false
  }

  /// A hash of type and shape.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(dataType)
    hasher.combine(dimensions)
    return hasher.finalize()
  }

  /// Type and shape, and the numbers of a vector or a matrix.
  public override var description: String { text }
}

/// How many numbers a shape has, and how much memory its strides reach.
struct ArrayExtent {
  var count = 1
  var capacity = 1

  init(dimensions: [Int], steps: [Int], dataType: MLMultiArrayDataType) throws {
    guard steps.count == dimensions.count else {
      throw MLModelError(
        .generic, "A multi-array of shape \(dimensions) cannot have the strides \(steps).")
    }
    for (size, step) in zip(dimensions, steps) {
      let (product, isTooMany) = count.multipliedReportingOverflow(by: size)
      let (reach, isTooFar) = step.multipliedReportingOverflow(by: max(size - 1, 0))
      let (sum, isTooLarge) = capacity.addingReportingOverflow(reach)
      guard size >= 0, step >= 0, !isTooMany, !isTooFar, !isTooLarge else {
        throw MLModelError(
          .generic, "A multi-array cannot have the shape \(dimensions) and strides \(steps).")
      }
      count = product
      capacity = sum
    }
    if count == 0 { capacity = 0 }
    guard !capacity.multipliedReportingOverflow(by: dataType.byteCount).overflow else {
      throw MLModelError(.generic, "A multi-array of shape \(dimensions) is too large.")
    }
  }

  /// The strides that C order has; sizes that are too large are found by the initializer.
  static func contiguousSteps(_ dimensions: [Int]) -> [Int] {
    var steps = [Int](repeating: 1, count: dimensions.count)
    for axis in dimensions.indices.dropLast().reversed() {
      let size = max(dimensions[axis + 1], 1)
      steps[axis] = steps[axis + 1].multipliedReportingOverflow(by: size).partialValue
    }
    return steps
  }
}
