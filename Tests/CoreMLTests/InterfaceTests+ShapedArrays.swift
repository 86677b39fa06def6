import CoreML
import Testing

extension InterfaceTests {
  @Test func shapedArrays() throws {
    var matrix = MLShapedArray<Float>(scalars: [1, 2, 3, 4, 5, 6], shape: [2, 3])
    matrix[scalarAt: 1, 2] = 7
    #expect(matrix[scalarAt: [1, 2]] == 7)
    var row: MLShapedArraySlice<Float> = matrix[0]
    #expect(row.scalars == [1, 2, 3] && row.shape == [3] && row[1].scalar == 2)
    row[scalarAt: 0] = 9
    #expect(matrix[scalarAt: 0, 0] == 1)
    matrix[0] = row
    #expect(matrix.scalars == [9, 2, 3, 4, 5, 7])
    #expect(matrix.scalarCount == 6 && !matrix.isScalar && matrix.strides == [3, 1])
    #expect(matrix.map(\.scalarCount) == [3, 3])
    #expect(matrix.reshaped(to: [3, 2])[scalarAt: 2, 1] == 7)
    #expect(MLShapedArray<Float>(MLMultiArray(matrix)) == matrix)
    #expect(MLShapedArray<Double>(converting: MLMultiArray(matrix)).scalars == [9, 2, 3, 4, 5, 7])
    let twice = MLShapedArray<Float>(concatenating: [matrix, matrix], alongAxis: 1)
    #expect(twice.shape == [2, 6] && twice[0].scalars == [9, 2, 3, 9, 2, 3])
    let list: MLShapedArray<Double> = [1, 2]
    #expect(list.shape == [2] && MLShapedArray<Double>(arrayLiteral: 1, 2) == list)
    #expect(MLShapedArray<Float>(converting: list).scalars == [1, 2])
    #expect(list.count == 2 && list.startIndex == 0 && list.endIndex == 2)
    let numbers: any MLShapedArrayScalar.Type = Float.self
    #expect(!list.description.isEmpty && numbers.multiArrayDataType == .float32)
    let encoded = try JSONEncoder().encode(["list": list])
    #expect(
      try JSONDecoder().decode([String: MLShapedArray<Double>].self, from: encoded)["list"] == list)
    let _: any Codable & Equatable = list
    let value = MLFeatureValue(shapedArray: matrix)
    #expect(value.shapedArrayValue(of: Float.self) == matrix)
    #expect(value.shapedArrayValue(of: Double.self) == nil)
    #expect(MLShapedArray<Int32>(repeating: 2, shape: [2]).scalars == [2, 2])
    let bytes = withUnsafeBytes(of: Int32(5)) { Data($0) }
    #expect(MLShapedArray<Int32>(data: bytes, shape: [1]).scalars == [5])
    #expect(MLShapedArray<Int32>(data: bytes, shape: [1], strides: [1]).scalars == [5])
    #expect(
      MLShapedArray<Float>(randomScalarsIn: 0..<1, shape: [3]).scalars.allSatisfy { $0 < 1 })
    let filled = MLShapedArray<Double>(
      unsafeUninitializedShape: [2],
      initializingWith: { numbers, strides in
        #expect(strides == [1])
        numbers.initialize(repeating: 3)
      })
    #expect(sum(filled) == 6)
    matrix.withUnsafeMutableShapedBufferPointer { numbers, shape, _ in
      numbers[0] = Float(shape.count)
    }
    #expect(matrix[scalarAt: 0, 0] == 2)
    #expect(
      MLShapedArray<Float>(repeating: .nan, shape: []) != MLShapedArray(scalars: [0], shape: []))
  }

  @Test func partsOfShapedArrays() {
    var cube = MLShapedArray<Int32>(scalars: Array(0..<24), shape: [2, 3, 4])
    let part: MLShapedArraySlice<Int32> = cube[0..<2, 1, 2...]
    #expect(part.shape == [2, 1, 2] && part.scalars == [6, 7, 18, 19])
    #expect(cube[1, 2].scalars == [20, 21, 22, 23] && cube[1, 2].shape == [4])
    #expect(cube[1..<2].shape == [1, 3, 4] && cube[...].scalars == cube.scalars)
    #expect(cube[...0, ...1, 1...2].scalars == [1, 2, 5, 6])
    #expect(cube[..<1, ..<1, ..<1].scalars == [0])
    #expect(cube[[0..<1, 2..<3]].scalars == [8, 9, 10, 11])
    #expect(cube[0..<2][1..<2, 0..<1].scalars == [12, 13, 14, 15])
    #expect(cube[1..<1].scalarCount == 0)
    cube[0..<2, 0..<1, 3..<4] = MLShapedArraySlice(scalars: [-1, -2], shape: [2, 1, 1])
    #expect(cube[scalarAt: 0, 0, 3] == -1 && cube[scalarAt: 1, 0, 3] == -2)
    cube[1, 1] = MLShapedArraySlice(repeating: 5, shape: [4])
    #expect(cube.scalars[16..<20].allSatisfy { $0 == 5 } && cube.scalars[20] == 20)
    let whole: any MLShapedArrayRangeExpression = 1...
    #expect(whole.relative(toShapedArrayAxis: 0..<3) == 1..<3)

    let matrix = MLShapedArray<Int32>(scalars: Array(0..<6), shape: [2, 3])
    #expect(
      matrix.transposed().shape == [3, 2] && matrix.transposed().scalars == [0, 3, 1, 4, 2, 5])
    #expect(cube.transposed(permutation: [1, 0, 2])[scalarAt: 2, 1, 3] == cube[scalarAt: 1, 2, 3])
    #expect(matrix.expandingShape(at: 1).shape == [2, 1, 3])
    #expect(matrix.expandingShape(at: 1).squeezingShape() == matrix)
    #expect(MLShapedArray<Double>(identityMatrixOfSize: 2).scalars == [1, 0, 0, 1])
    var number = MLShapedArray<Float>(scalar: 3)
    number.fill(with: 4)
    #expect(number.scalar == 4)
    number.fill(with: [5])
    #expect(number.scalar == 5)
    let layouts: [MLShapedArrayBufferLayout] = [
      .firstMajorContiguous, .lastMajorContiguous, .strides([5, 1]),
    ]
    for layout in layouts { #expect(matrix.changingLayout(to: layout) == matrix) }
    let last = cube.withUnsafeMutableShapedBufferPointer(using: .lastMajorContiguous) {
      numbers, shape, strides in numbers[strides[2] * (shape[2] - 1)]
    }
    #expect(last == cube[scalarAt: 0, 0, 3])
    let ranges: [any MLShapedArrayRangeExpression] = [1..., ..<2]
    #expect(matrix[ranges].scalars == [3, 4])
  }

  private func sum<Shaped: MLShapedArrayProtocol>(_ array: Shaped) -> Double
  where Shaped.Scalar == Double {
    array.withUnsafeShapedBufferPointer { numbers, _, _ in numbers.reduce(0, +) }
  }
}
