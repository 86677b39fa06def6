import Foundation
import TabularML
import Testing

@Suite struct MLShapedArrayTests {
  private let matrix = MLShapedArray<Float>(scalars: [1, 2, 3, 4, 5, 6], shape: [2, 3])

  @Test func literals() {
    let vector: MLShapedArray<Double> = [1, 2.5]
    #expect(vector.shape == [2] && vector.scalars == [1, 2.5])
    let part: MLShapedArraySlice<Int32> = []
    #expect(part.shape == [0] && part.scalars.isEmpty)
    let value = MLFeatureValue(shapedArray: .init(scalars: [0.5, 1], shape: [1, 2]))
    #expect(value.multiArrayValue?.dataType == .double)
  }

  @Test func memoryInAnotherOrder() throws {
    let numbers: [Int32] = [1, 2, 3, -1, 4, 5, 6]
    let bytes = unsafe numbers.withUnsafeBytes { unsafe Data($0) }
    let array = MLShapedArray<Int32>(data: bytes, shape: [2, 3], strides: [4, 1])
    #expect(array.scalars == [1, 2, 3, 4, 5, 6] && array.strides == [3, 1])
    let turned = MLShapedArraySlice<Int32>(data: bytes, shape: [2, 2], strides: [1, 2])
    #expect(turned.scalars == [1, 3, 2, -1])

    let memory = UnsafeMutablePointer<Double>.allocate(capacity: 3)
    unsafe memory.update(repeating: 2, count: 3)
    unsafe memory[2] = 5
    var freed: [Int] = []
    let own = unsafe MLShapedArray<Double>(
      bytesNoCopy: memory, shape: [2], strides: [2],
      deallocator: .custom { pointer, count in
        freed.append(count)
        unsafe pointer.deallocate()
      })
    #expect(own.scalars == [2, 5] && freed == [24])
    let borrowed = unsafe numbers.withUnsafeBytes { bytes in
      unsafe bytes.baseAddress.map {
        unsafe MLShapedArray<Int32>(bytesNoCopy: $0, shape: [7], deallocator: .none)
      }
    }
    #expect(borrowed?.scalars == numbers)
  }

  @Test func numbersInAnotherOrder() {
    let columns = matrix.changingLayout(to: .lastMajorContiguous)
    #expect(columns.strides == [1, 2] && columns == matrix && columns.scalars == matrix.scalars)
    let memory = unsafe columns.withUnsafeShapedBufferPointer { numbers, _, _ in
      unsafe Array(numbers)
    }
    #expect(memory == [1, 4, 2, 5, 3, 6])
    #expect(columns[scalarAt: 1, 0] == 4 && columns[1].scalars == [4, 5, 6])
    #expect(columns[0..<2, 1..<3].scalars == [2, 3, 5, 6])
    #expect(columns.transposed() == matrix.transposed())
    #expect(columns.reshaped(to: [3, 2]) == matrix.reshaped(to: [3, 2]))
    let array = MLMultiArray(columns)
    #expect(array.strides == [1, 2] && array[[1, 0]] == 4)
    #expect(MLShapedArray<Float>(array) == matrix)

    var spread = matrix[0].changingLayout(to: .strides([3]))
    #expect(spread.strides == [3] && spread.scalars == [1, 2, 3])
    spread[scalarAt: 2] = 9
    #expect(spread.scalars == [1, 2, 9] && spread.strides == [3])
    let gaps = unsafe spread.withUnsafeMutableShapedBufferPointer(using: .strides([2])) {
      numbers, _, strides in
      unsafe numbers[strides[0]] = 7
      return unsafe Array(numbers)
    }
    #expect(gaps == [1, 0, 7, 0, 9] && spread.scalars == [1, 7, 9])

    var changed = columns
    changed[0] = [7, 8, 9]
    #expect(changed.scalars == [7, 8, 9, 4, 5, 6] && columns.scalars == matrix.scalars)
    changed = columns
    changed[0..<2, 0..<1] = MLShapedArraySlice(scalars: [0, 0], shape: [2, 1])
    #expect(changed.scalars == [0, 2, 3, 0, 5, 6])
    let empty = MLShapedArray<Float>(scalars: [], shape: [2, 0])
    #expect(empty.changingLayout(to: .lastMajorContiguous).scalars.isEmpty)
  }

  @Test func partsByAListOfRanges() {
    var array = matrix
    let ranges: [any MLShapedArrayRangeExpression] = [..<1, 1...]
    #expect(array[ranges].scalars == [2, 3])
    array[ranges] = MLShapedArraySlice(scalars: [8, 9], shape: [1, 2])
    #expect(array.scalars == [1, 8, 9, 4, 5, 6])
  }

  @Test func fillingAndConverting() {
    var array = matrix
    array.fill(with: [6, 5, 4, 3, 2, 1])
    #expect(array.scalars == [6, 5, 4, 3, 2, 1] && array.shape == [2, 3])
    let integers = MLShapedArray<Int32>(converting: array[0])
    #expect(integers.scalars == [6, 5, 4])
    let parts = [matrix[0], matrix[1]].lazy.map { $0.reshaped(to: [1, 3]) }
    let joined = MLShapedArraySlice<Float>(concatenating: AnySequence(parts), alongAxis: 0)
    #expect(joined == matrix[0..<2])
  }

  @Test func randomNumbersLieInTheirRange() {
    let numbers = MLShapedArray<Float>(randomScalarsIn: -1..<1, shape: [10, 20])
    #expect(numbers.shape == [10, 20] && numbers.scalars.allSatisfy { (-1..<1).contains($0) })
    #expect(Set(numbers.scalars).count > 100)
    let integers = MLShapedArraySlice<Int32>(randomScalarsIn: 5..<8, shape: [100])
    #expect(Set(integers.scalars) == [5, 6, 7])
  }

  @Test func encodedArraysComeBackEqual() throws {
    let data = try JSONEncoder().encode([matrix])
    #expect(try JSONDecoder().decode([MLShapedArray<Float>].self, from: data) == [matrix])
    let part = try PropertyListEncoder().encode(matrix[1])
    #expect(
      try PropertyListDecoder().decode(MLShapedArraySlice<Float>.self, from: part) == matrix[1])
    for text in [
      #"{"shape": [3], "scalars": [1, 2]}"#, #"{"shape": [-2], "scalars": [1, 2]}"#,
      #"{"shape": [9223372036854775807, 2], "scalars": []}"#,
    ] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(MLShapedArray<Float>.self, from: Data(text.utf8))
      }
    }
  }

  @Test func text() {
    #expect(matrix.description == "Float32 2 × 3 matrix\n[1,2,3;\n 4,5,6]")
  }
}
