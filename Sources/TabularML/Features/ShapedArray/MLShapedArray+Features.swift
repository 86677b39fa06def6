import Foundation

extension MLMultiArray {
  /// Creates a multi-array from the numbers of a shaped array, which are copied.
  ///
  /// - Parameter shapedArray: An array of any type and shape.
  public convenience init<Shaped: MLShapedArrayProtocol>(_ shapedArray: Shaped) {
    self.init(
      shape: shapedArray.shape, dataType: Shaped.Scalar.multiArrayDataType,
      strides: shapedArray.strides)
    unsafe shapedArray.withUnsafeShapedBufferPointer { numbers, _, _ in
      unsafe withUnsafeMutableBytes { bytes, _ in
        unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(numbers))
      }
    }
  }
}

extension MLFeatureValue {
  /// Creates a value of type `multiArray` from a shaped array.
  ///
  /// - Parameter shapedArray: An array of any type and shape; it is copied.
  public convenience init<Scalar: MLShapedArrayScalar>(shapedArray: MLShapedArray<Scalar>) {
    self.init(multiArray: MLMultiArray(shapedArray))
  }

  /// The value as a shaped array; nil unless it is a multi-array of this type of numbers.
  ///
  /// - Parameter type: The type of the numbers.
  /// - Returns: A copy of the numbers.
  public func shapedArrayValue<Scalar: MLShapedArrayScalar>(
    of type: Scalar.Type
  ) -> MLShapedArray<Scalar>? {
    guard let array = multiArrayValue, array.dataType == Scalar.multiArrayDataType else {
      return nil
    }
    return MLShapedArray(array)
  }
}
