public import Foundation

extension MLMultiArray {
  /// The number at a position in C order.
  ///
  /// - Parameter index: A position from 0 to `count - 1`.
  public subscript(index: Int) -> NSNumber {
    get { number(at: offset(ofElement: index)) }
    set { store(newValue, at: offset(ofElement: index)) }
  }

  /// The number at an index per dimension.
  ///
  /// - Parameter key: As many indices as there are dimensions.
  public subscript(key: [NSNumber]) -> NSNumber {
    get { number(at: offset(of: key.map(\.intValue))) }
    set { store(newValue, at: offset(of: key.map(\.intValue))) }
  }

  /// Where the element of that position in C order lies.
  func offset(ofElement index: Int) -> Int {
    precondition(index >= 0 && index < count, "Index \(index) is outside 0..<\(count)")
    if steps.count == 1 { return index * steps[0] }
    var rest = index
    var offset = 0
    for axis in dimensions.indices.reversed() {
      offset += rest % dimensions[axis] * steps[axis]
      rest /= dimensions[axis]
    }
    return offset
  }

  private func offset(of indices: [Int]) -> Int {
    precondition(
      indices.count == dimensions.count, "\(indices) is not an index into the shape \(dimensions)")
    var offset = 0
    for axis in dimensions.indices {
      precondition(
        indices[axis] >= 0 && indices[axis] < dimensions[axis],
        "\(indices) is outside the shape \(dimensions)")
      offset += indices[axis] * steps[axis]
    }
    return offset
  }

  private func number(at offset: Int) -> NSNumber {
    switch dataType {
    case .double: NSNumber(value: load(offset, as: Double.self))
    case .float32: NSNumber(value: load(offset, as: Float.self))
    case .float16: NSNumber(value: Float(load(offset, as: Float16.self)))
    case .int32: NSNumber(value: load(offset, as: Int32.self))
    case .int8: NSNumber(value: load(offset, as: Int8.self))
    }
  }

  private func store(_ value: NSNumber, at offset: Int) {
    switch dataType {
    case .double: store(value.doubleValue, offset)
    case .float32: store(value.floatValue, offset)
    case .float16: store(Float16(value.floatValue), offset)
    case .int32: store(value.int32Value, offset)
    case .int8: store(value.int8Value, offset)
    }
  }

  /// The element of that offset as a Double.
  func double(at offset: Int) -> Double {
    switch dataType {
    case .double: load(offset, as: Double.self)
    case .float32: Double(load(offset, as: Float.self))
    case .float16: Double(load(offset, as: Float16.self))
    case .int32: Double(load(offset, as: Int32.self))
    case .int8: Double(load(offset, as: Int8.self))
    }
  }

  /// Sets the element of that offset to the number nearest to a Double.
  func store(_ number: Double, at offset: Int) {
    switch dataType {
    case .double: store(number, offset)
    case .float32: store(Float(number), offset)
    case .float16: store(Float16(number), offset)
    case .int32: store(Int32(clamping: number), offset)
    case .int8: store(Int8(clamping: number), offset)
    }
  }

  /// Whoever calls has made sure that the offset is inside and the type is the array's.
  func load<Scalar: MLShapedArrayScalar>(_ offset: Int, as type: Scalar.Type) -> Scalar {
    unsafe dataPointer.assumingMemoryBound(to: Scalar.self)[offset]
  }

  /// Whoever calls has made sure that the offset is inside and the type is the array's.
  func store<Scalar: MLShapedArrayScalar>(_ value: Scalar, _ offset: Int) {
    unsafe dataPointer.assumingMemoryBound(to: Scalar.self)[offset] = value
  }
}
