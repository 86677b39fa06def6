extension MLMultiArray {
  /// Adds all numbers in C order to a list.
  func appendElements(to numbers: inout [Double]) {
    guard isContiguous else {
      for index in 0..<count { numbers.append(double(at: offset(ofElement: index))) }
      return
    }
    switch dataType {
    case .double:
      unsafe withUnsafeBufferPointer(ofType: Double.self) {
        unsafe numbers.append(contentsOf: $0)
      }
    case .float32:
      unsafe withUnsafeBufferPointer(ofType: Float.self) {
        unsafe numbers.append(contentsOf: $0.lazy.map { Double($0) })
      }
    case .float16, .int32, .int8:
      for index in 0..<count { numbers.append(double(at: index)) }
    }
  }

  /// Sets all numbers, in C order, of an array whose memory has that order.
  func fill<Number: BinaryFloatingPoint>(from numbers: ArraySlice<Number>) {
    for (index, number) in numbers.enumerated() {
      switch dataType {
      case .double: store(Double(number), index)
      case .float32: store(Float(number), index)
      case .float16: store(Float16(number), index)
      case .int32: store(Int32(exactly: number.rounded()) ?? 0, index)
      case .int8: store(Int8(exactly: number.rounded()) ?? 0, index)
      }
    }
  }

  /// Sets all numbers, in C order, of an array whose memory has that order.
  func fill(from numbers: ArraySlice<Int32>) {
    for (index, number) in numbers.enumerated() {
      switch dataType {
      case .double: store(Double(number), index)
      case .float32: store(Float(number), index)
      case .float16: store(Float16(number), index)
      case .int32: store(number, index)
      case .int8: store(Int8(clamping: number), index)
      }
    }
  }
}
