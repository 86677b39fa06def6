import Foundation
import TabularML
import Testing

@Suite struct MLSendableFeatureValueTests {
  @Test func aNumberHasOnePrecision() {
    let half = MLSendableFeatureValue(Float16(0.5))
    #expect(half.float16Value == 0.5 && half.floatValue == nil && half.doubleValue == nil)
    let single = MLSendableFeatureValue(Float(0.5))
    #expect(single.floatValue == 0.5 && single.doubleValue == nil && single.type == .double)
    let double = MLSendableFeatureValue(0.5)
    #expect(double.doubleValue == 0.5 && double.floatValue == nil)
    #expect(MLSendableFeatureValue(Int32(-3)).integerValue == -3)
    #expect(half != single && single != double && double == MLSendableFeatureValue(0.5))
    #expect(half.isScalar && double.isScalar && !MLSendableFeatureValue("a").isScalar)
  }

  @Test func dictionariesOfIntegers() {
    let byText: [String: Int] = ["a": 2]
    #expect(MLSendableFeatureValue(byText).stringDictionaryValue == ["a": 2])
    let byInteger: [Int: Int] = [7: 2]
    #expect(MLSendableFeatureValue(byInteger).integerDictionaryValue == [7: 2])
  }

  @Test func valuesGoAndComeBack() throws {
    for value in try ArchiveTests.values() {
      let sendable = MLSendableFeatureValue(value)
      if value.type == .sequence, !value.isUndefined,
        value.sequenceValue?.type == .int64
      {
        #expect(sendable == nil)
        continue
      }
      let sent = try #require(sendable)
      #expect(MLFeatureValue(sent) == value && sent.type == value.type)
      #expect(sent == MLSendableFeatureValue(value))
      #expect(sent.debugDescription == value.description)
    }
  }

  @Test func arraysAreComparedWithTypeAndShape() {
    let vector = MLSendableFeatureValue(MLShapedArray<Float>(scalars: [1, 2], shape: [2]))
    #expect(vector == MLSendableFeatureValue(MLShapedArray<Float>(scalars: [1, 2], shape: [2])))
    #expect(
      vector != MLSendableFeatureValue(MLShapedArray<Float>(scalars: [1, 2], shape: [1, 2])))
    #expect(vector != MLSendableFeatureValue(MLShapedArray<Double>(scalars: [1, 2], shape: [2])))
    #expect(
      MLSendableFeatureValue(undefined: .double) != MLSendableFeatureValue(undefined: .int64))
  }

  /// The array may be changed afterwards: what was sent stays as it was.
  @Test func whatIsSentIsACopy() throws {
    let array = try MLMultiArray([1.0, 2])
    let sent = MLSendableFeatureValue(MLFeatureValue(multiArray: array))
    array[0] = 5
    #expect(sent?.shapedArrayValue(of: Double.self)?.scalars == [1, 2])
  }
}
