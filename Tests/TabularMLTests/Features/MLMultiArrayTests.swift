import Foundation
import TabularML
import Testing

@Suite struct MLMultiArrayTests {
  @Test(
    "An array has the shape and the type that were asked for, and zeros",
    arguments: [
      MLMultiArrayDataType.double, .float32, .float16, .int32, .int8, .float64, .float,
    ])
  func creation(type: MLMultiArrayDataType) throws {
    let array = try MLMultiArray(shape: [2, 3, 4], dataType: type)
    #expect(array.dataType == type)
    #expect(array.shape == [2, 3, 4])
    #expect(array.strides == [12, 4, 1])
    #expect(array.count == 24)
    #expect((0..<24).allSatisfy { array[$0] == 0 })
    array[23] = 100
    #expect(array[[1, 2, 3]] == 100)
    array[[1, 0, 2]] = -3
    #expect(array[14] == -3)
  }

  @Test func dataTypeNumbersAreThoseOfTheFormat() {
    let numbers: [MLMultiArrayDataType: Int] = [
      .double: 65600, .float32: 65568, .float16: 65552, .int32: 131104, .int8: 131080,
    ]
    for (type, number) in numbers { #expect(type.rawValue == number) }
  }

  @Test func vectorsFromNumbers() throws {
    let integers = try MLMultiArray([3, 2, 1])
    #expect(integers.dataType == .int32 && integers[0] == 3 && integers.count == 3)
    let numbers = try MLMultiArray([0.5, 2.25])
    #expect(numbers.dataType == .double && numbers[1] == 2.25)
    let floats = try MLMultiArray([0.5 as Float, 2.25])
    #expect(floats.dataType == .float32 && floats[1] == 2.25)
    #expect(throws: MLModelError.self) { try MLMultiArray([Int.max]) }
  }

  @Test(
    "A shape that cannot be is refused",
    arguments: [[-1], [Int.max, 2], [1 << 40, 1 << 40], [1 << 62]])
  func impossibleShapes(shape: [Int]) {
    #expect(throws: MLModelError.self) {
      try MLMultiArray(shape: shape.map { NSNumber(value: $0) }, dataType: .double)
    }
  }

  @Test func memoryOfOthersWithStrides() throws {
    let memory = UnsafeMutablePointer<Double>.allocate(capacity: 6)
    for index in 0..<6 { unsafe memory[index] = Double(index + 1) }
    var freed = 0
    do {
      // The transpose of a 3 × 2 matrix in C order.
      let array = unsafe try MLMultiArray(
        dataPointer: memory, shape: [2, 3], dataType: .double, strides: [1, 2]
      ) { _ in freed += 1 }
      #expect((0..<6).map { array[$0] } == [1, 3, 5, 2, 4, 6])
      #expect(array[[1, 2]] == 6)
      array[[0, 1]] = 30
      let third = unsafe memory[2]
      #expect(third == 30)
      let copy = try MLMultiArray(shape: [2, 3], dataType: .double)
      for index in 0..<6 { copy[index] = array[index] }
      #expect(copy == array)
    }
    #expect(freed == 1)
    unsafe memory.deallocate()
  }

  @Test func stridesMustFitTheShape() throws {
    let array = try MLMultiArray([1.0])
    #expect(throws: MLModelError.self) {
      _ = unsafe try MLMultiArray(
        dataPointer: array.dataPointer, shape: [2, 3], dataType: .double, strides: [1])
    }
  }

  @Test func memoryCanBeReadAndWritten() throws {
    let array = try MLMultiArray(shape: [2, 2], dataType: .float32)
    unsafe array.withUnsafeMutableBytes { bytes, strides in
      #expect(strides == [2, 1])
      unsafe bytes.storeBytes(of: 1.5 as Float, toByteOffset: 4, as: Float.self)
    }
    #expect(array[1] == 1.5)
    unsafe array.withUnsafeMutableBufferPointer(ofType: Float.self) { numbers, _ in
      unsafe numbers[3] = 7
    }
    let sum = unsafe array.withUnsafeBufferPointer(ofType: Float.self) { unsafe $0.reduce(0, +) }
    #expect(sum == 8.5)
    let byteCount = unsafe array.withUnsafeBytes { $0.count }
    #expect(byteCount == 16)
    unsafe array.dataPointer.assumingMemoryBound(to: Float.self)[0] = 9
    #expect(array[0] == 9)
    let numbers = unsafe try UnsafeBufferPointer<Float>(array)
    let fourth = unsafe numbers[3]
    #expect(fourth == 7)
    let error = #expect(throws: MLModelError.self) {
      _ = unsafe try UnsafeBufferPointer<Double>(array)
    }
    #expect(error?.code == .featureType)
  }

  @Test(
    "The text shows vectors and matrices",
    arguments: [
      ([3], "Int32 3 vector\n[0,1,2]"), ([2, 2], "Int32 2 × 2 matrix\n[0,1;\n 2,3]"),
      ([1, 2, 2], "Int32 1 × 2 × 2 array"),
    ])
  func text(shape: [Int], expected: String) throws {
    let array = try MLMultiArray(shape: shape.map { NSNumber(value: $0) }, dataType: .int32)
    for index in 0..<array.count { array[index] = NSNumber(value: index) }
    #expect(array.description == expected)
  }

  @Test func gapsBetweenTheNumbers() {
    let array = MLMultiArray(shape: [2, 3], dataType: .float32, strides: [4, 1])
    #expect(array.shape == [2, 3] && array.strides == [4, 1] && array.count == 6)
    for index in 0..<6 { array[index] = NSNumber(value: index) }
    #expect(array[[1, 2]] == 5)
    let places = unsafe array.withUnsafeBufferPointer(ofType: Float.self) { unsafe Array($0) }
    #expect(places == [0, 1, 2, 0, 3, 4, 5])
    let columns = MLMultiArray(shape: [2, 2], dataType: .int32, strides: [1, 2])
    columns[[0, 1]] = 7
    #expect(unsafe columns.withUnsafeBufferPointer(ofType: Int32.self) { unsafe $0[2] } == 7)
  }

  @Test func numbersGoIntoAnArrayOfAnotherTypeAndLayout() throws {
    let source = try MLMultiArray(shape: [2, 3], dataType: .double)
    for (index, number) in [1.75, -2.5, 1e300, -1e300, .nan, 3].enumerated() {
      source[index] = NSNumber(value: number)
    }
    let integers = MLMultiArray(shape: [2, 3], dataType: .int32, strides: [1, 2])
    source.transfer(to: integers)
    let least = NSNumber(value: Int32.min)
    #expect((0..<6).map { integers[$0] } == [1, -2, NSNumber(value: Int32.max), least, 0, 3])
    let floats = try MLMultiArray(shape: [2, 3], dataType: .float16)
    integers.transfer(to: floats)
    #expect(floats[1] == -2 && floats[2].doubleValue == .infinity)
  }

  @Test func arraysSideBySide() throws {
    let left = try MLMultiArray(shape: [2, 1], dataType: .double)
    let right = try MLMultiArray(shape: [2, 2], dataType: .double)
    for index in 0..<2 { left[index] = NSNumber(value: index) }
    for index in 0..<4 { right[index] = NSNumber(value: 10 + index) }
    let columns = MLMultiArray(concatenating: [left, right], axis: 1, dataType: .float32)
    #expect(columns.shape == [2, 3] && columns.dataType == .float32)
    #expect((0..<6).map { columns[$0] } == [0, 10, 11, 1, 12, 13])
    let rows = MLMultiArray(concatenating: [right, right], axis: -2, dataType: .double)
    #expect(rows.shape == [4, 2] && rows[[2, 1]] == 11)
  }
}
