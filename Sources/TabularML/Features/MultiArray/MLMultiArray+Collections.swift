import Foundation

extension MLMultiArray {
  /// Creates a vector of type `int32` from integers.
  ///
  /// - Parameter data: The integers.
  /// - Throws: ``MLModelError`` with code `generic` when one does not fit into 32 bits.
  public convenience init<C: Collection>(_ data: C) throws where C.Element: FixedWidthInteger {
    try self.init(dimensions: [data.count], dataType: .int32)
    for (index, value) in data.enumerated() {
      guard let number = Int32(exactly: value) else {
        throw MLModelError(.generic, "\(value) at index \(index) does not fit into an Int32.")
      }
      store(number, index)
    }
  }

  /// Creates a vector of type `float32` from numbers of single precision.
  ///
  /// - Parameter data: The numbers.
  /// - Throws: ``MLModelError`` with code `generic` when there is no memory for them.
  public convenience init<C: Collection>(_ data: C) throws where C.Element == Float {
    try self.init(dimensions: [data.count], dataType: .float32)
    for (index, value) in data.enumerated() { store(value, index) }
  }

  /// Creates a vector of type `double` from numbers of double precision.
  ///
  /// - Parameter data: The numbers.
  /// - Throws: ``MLModelError`` with code `generic` when there is no memory for them.
  public convenience init<C: Collection>(_ data: C) throws where C.Element == Double {
    try self.init(dimensions: [data.count], dataType: .double)
    for (index, value) in data.enumerated() { store(value, index) }
  }

  /// Copies the numbers into another array, whose type and strides may differ.
  ///
  /// A number that the other type cannot hold becomes the nearest that it can. An array of another
  /// shape is a programming error, which stops the program.
  ///
  /// - Parameter destinationMultiArray: Where they go: an array of the same shape.
  public func transfer(to destinationMultiArray: MLMultiArray) {
    precondition(
      destinationMultiArray.dimensions == dimensions,
      "An array of shape \(dimensions) cannot go into one of \(destinationMultiArray.dimensions)")
    for index in 0..<count {
      destinationMultiArray.store(
        double(at: offset(ofElement: index)),
        at: destinationMultiArray.offset(ofElement: index))
    }
  }

  /// Creates an array from others laid side by side.
  ///
  /// - Parameters:
  ///   - multiArrays: Arrays with equal sizes in all dimensions but one; at least one.
  ///   - axis: The dimension in which their sizes add up; a negative one counts from the last.
  ///   - dataType: The type of the new array, to which the numbers are converted.
  ///
  /// Arrays that do not fit together are a programming error, which stops the program.
  public convenience init(
    concatenating multiArrays: [MLMultiArray], axis: Int, dataType: MLMultiArrayDataType
  ) {
    guard let first = multiArrays.first else { preconditionFailure("There is no array to join") }
    let axis = axis < 0 ? axis + first.dimensions.count : axis
    var dimensions = first.dimensions
    precondition(dimensions.indices.contains(axis), "There is no dimension \(axis)")
    dimensions[axis] = 0
    for array in multiArrays {
      var others = array.dimensions
      precondition(others.count == dimensions.count, "The arrays differ in rank")
      dimensions[axis] += others[axis]
      others[axis] = dimensions[axis]
      precondition(others == dimensions, "The arrays differ in another dimension than \(axis)")
    }
    do { try self.init(dimensions: dimensions, dataType: dataType) } catch {
      preconditionFailure(error.localizedDescription)
    }
    // Seen in C order, each array is `outer` blocks, and the blocks of all arrays alternate.
    let inner = dimensions[(axis + 1)...].reduce(1, *)
    let outer = dimensions[..<axis].reduce(1, *)
    var start = 0
    for array in multiArrays {
      let block = array.dimensions[axis] * inner
      for index in 0..<(outer * block) {
        let target = index / block * dimensions[axis] * inner + start + index % block
        self[target] = array[index]
      }
      start += block
    }
  }
}
