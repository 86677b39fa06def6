import CoreML
import Testing

extension InterfaceTests {
  @Test func values() throws {
    #expect(MLFeatureValue(int64: 3).int64Value == 3)
    #expect(MLFeatureValue(double: 0.5).doubleValue == 0.5)
    #expect(MLFeatureValue(string: "a").stringValue == "a")
    #expect(MLFeatureValue(int64: 3).type == MLFeatureType.int64)
    #expect(MLFeatureValue(int64: 3).isEqual(to: MLFeatureValue(int64: 3)))
    #expect(MLFeatureValue(int64: 3).copy(with: nil) as? MLFeatureValue == MLFeatureValue(int64: 3))
    let dictionary = try MLFeatureValue(dictionary: ["a": NSNumber(value: 1.5)])
    #expect(dictionary.dictionaryValue["a"] == NSNumber(value: 1.5))
    #expect(MLFeatureValue(undefined: .double).isUndefined)
    let texts = MLSequence(strings: ["a", "b"])
    #expect(MLFeatureValue(sequence: texts).sequenceValue?.stringValues == ["a", "b"])
    #expect(MLSequence(int64s: [NSNumber(value: 2)]).int64Values == [NSNumber(value: 2)])
    #expect(MLSequence(empty: .int64).type == .int64)
    let batch = try MLArrayBatchProvider(dictionary: ["x": [1.0, 2.0]])
    #expect(batch.count == 2 && batch.array.count == 2)
    let row = try MLDictionaryFeatureProvider(dictionary: ["x": 1.5])
    #expect(row["x"] == row.dictionary["x"] && row.featureNames == ["x"])
    #expect(MLArrayBatchProvider(array: [row]).features(at: 0).featureValue(for: "x") == row["x"])
  }

  @Test func multiArrays() throws {
    let array = try MLMultiArray(shape: [2, 3], dataType: .float32)
    array[4] = NSNumber(value: 7)
    #expect(array[[1, 1]] == NSNumber(value: 7))
    #expect(array.shape == [2, 3] && array.strides == [3, 1] && array.count == 6)
    #expect(array.dataType == .float32)
    array.withUnsafeMutableBytes { bytes, strides in
      #expect(bytes.count == 24 && strides == [3, 1])
    }
    array.withUnsafeMutableBufferPointer(ofType: Float.self) { numbers, _ in numbers[0] = 1 }
    #expect(array.withUnsafeBufferPointer(ofType: Float.self) { $0[0] } == 1)
    #expect(array.withUnsafeBytes { $0.count } == 24)
    #expect(MLMultiArrayDataType.float == .float32 && MLMultiArrayDataType.float64 == .double)
    let wide = MLMultiArray(shape: [2, 3], dataType: .double, strides: [4, 1])
    array.transfer(to: wide)
    #expect(wide[[1, 1]] == 7 && wide.strides == [4, 1])
    #expect(try MLMultiArray([0.5 as Float]).dataType == .float32)
    #expect(try MLMultiArray([0.5]).dataType == .double)
    let joined = MLMultiArray(concatenating: [array, array], axis: 0, dataType: .double)
    #expect(joined.shape == [4, 3])
    #expect(MLFeatureValue(multiArray: joined).multiArrayValue === joined)
    let memory = UnsafeMutablePointer<Double>.allocate(capacity: 2)
    memory.initialize(repeating: 4, count: 2)
    let wrapped = try MLMultiArray(
      dataPointer: memory, shape: [2], dataType: .double, strides: [1],
      deallocator: { $0.deallocate() })
    #expect(wrapped.dataPointer == UnsafeMutableRawPointer(memory))
    #expect(try UnsafeBufferPointer<Double>(wrapped)[1] == 4)
    try UnsafeMutableBufferPointer<Double>(wrapped)[1] = 5
    #expect(wrapped[1] == 5)
  }

  @Test func archives() throws {
    func copy<Kind: NSObject & NSSecureCoding>(_ object: Kind) throws -> Kind? {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: object, requiringSecureCoding: true)
      return try NSKeyedUnarchiver.unarchivedObject(ofClass: Kind.self, from: data)
    }
    let array = try MLMultiArray([1.5, 2])
    let row = try MLDictionaryFeatureProvider(dictionary: ["x": array])
    #expect(try copy(array) == array && copy(row)?["x"] == row["x"])
    #expect(try copy(MLFeatureValue(string: "a")) == MLFeatureValue(string: "a"))
    #expect(try copy(MLSequence(strings: ["a"])) == MLSequence(strings: ["a"]))
    #expect(try copy(MLParameterKey.epochs) == .epochs)
    #expect(try copy(MLModelConfiguration())?.computeUnits == .all)
  }

  @Test func sendableValues() async {
    let array = MLShapedArray<Float>(scalars: [1, 2], shape: [2])
    let values = [
      MLSendableFeatureValue(3), MLSendableFeatureValue(0.5), MLSendableFeatureValue("a"),
      MLSendableFeatureValue(["a", "b"]), MLSendableFeatureValue(["a": 1.5]),
      MLSendableFeatureValue([7: 1.5]), MLSendableFeatureValue(array),
      MLSendableFeatureValue(undefined: .double),
    ]
    let sent = await Task.detached { values }.value
    #expect(
      sent.map(\.type) == [
        .int64, .double, .string, .sequence, .dictionary, .dictionary, .multiArray, .double,
      ])
    #expect(sent[0].integerValue == 3 && sent[0].doubleValue == nil && sent[0].isScalar)
    #expect(sent[1].doubleValue == 0.5 && sent[1].floatValue == nil)
    #expect(MLSendableFeatureValue(0.5 as Float).floatValue == 0.5)
    #expect(MLSendableFeatureValue(0.5 as Float16).float16Value == 0.5)
    #expect(MLSendableFeatureValue(3 as Int32) == sent[0])
    #expect(sent[2].stringValue == "a" && sent[3].stringArrayValue == ["a", "b"])
    #expect(sent[4].stringDictionaryValue == ["a": 1.5])
    #expect(sent[5].integerDictionaryValue == [7: 1.5])
    #expect(sent[6].isShapedArray && sent[6].shapedArrayValue(of: Float.self) == array)
    #expect(sent[6].shapedArrayValue(of: Double.self) == nil && sent[7].isUndefined)
    let value = MLFeatureValue(sent[4])
    #expect(MLSendableFeatureValue(value) == sent[4] && !sent[4].debugDescription.isEmpty)
  }

  /// What may go from one task to another, as docs/api.md lists it.
  @Test func sendable() {
    func isSendable<Value: Sendable>(_ type: Value.Type) {}
    isSendable(MLModel.self)
    isSendable(MLModelAsset.self)
    isSendable(MLModelDescription.self)
    isSendable(MLFeatureDescription.self)
    isSendable(MLParameterDescription.self)
    isSendable(MLKey.self)
    isSendable(MLParameterKey.self)
    isSendable(MLMetricKey.self)
    isSendable(MLShapedArray<Float>.self)
    isSendable(MLShapedArraySlice<Float>.self)
    isSendable(MLSendableFeatureValue.self)
    isSendable(MLSequence.self)
    isSendable(MLTask.self)
    isSendable(MLUpdateTask.self)
    isSendable(MLUpdateContext.self)
    isSendable(MLUpdateProgressHandlers.self)
    isSendable(MLUpdateProgressEvent.self)
    isSendable(MLComputeDevice.self)
    isSendable(MLCPUComputeDevice.self)
    isSendable(MLOptimizationHints.self)
    isSendable(MLFeatureType.self)
    isSendable(MLModelMetadataKey.self)
    isSendable(MLModelError.self)
  }
}
