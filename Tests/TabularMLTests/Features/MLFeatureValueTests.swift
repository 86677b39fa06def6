import Foundation
import TabularML
import Testing

@Suite struct MLFeatureValueTests {
  /// One value with all that its accessors give.
  struct Example {
    var value: MLFeatureValue
    var type: MLFeatureType
    var int64: Int64 = 0
    var double = 0.0
    var string = ""
    var dictionary: [AnyHashable: NSNumber] = [:]
    var hasArray = false
    var hasSequence = false
  }

  static let exampleCount = 8

  static func examples() throws -> [Example] {
    [
      Example(value: MLFeatureValue(int64: -7), type: .int64, int64: -7),
      Example(value: MLFeatureValue(double: 2.5), type: .double, double: 2.5),
      Example(value: MLFeatureValue(string: "berlin"), type: .string, string: "berlin"),
      Example(
        value: MLFeatureValue(multiArray: try MLMultiArray([0.0, 0])), type: .multiArray,
        hasArray: true),
      Example(
        value: MLFeatureValue(sequence: MLSequence(strings: ["a"])), type: .sequence,
        hasSequence: true),
      Example(
        value: try MLFeatureValue(dictionary: ["a": 1.5]), type: .dictionary,
        dictionary: ["a": 1.5]),
      Example(
        value: try MLFeatureValue(dictionary: [3: 4]), type: .dictionary, dictionary: [3: 4]),
      Example(value: MLFeatureValue(undefined: .double), type: .double),
    ]
  }

  @Test("An accessor of another type than the value's gives nothing", arguments: 0..<exampleCount)
  func accessors(index: Int) throws {
    let example = try Self.examples()[index]
    let value = example.value
    #expect(value.type == example.type)
    #expect(value.int64Value == example.int64)
    #expect(value.doubleValue == example.double)
    #expect(value.stringValue == example.string)
    #expect(value.dictionaryValue == example.dictionary)
    #expect((value.multiArrayValue != nil) == example.hasArray)
    #expect((value.sequenceValue != nil) == example.hasSequence)
  }

  @Test("Values are equal when type and content are", arguments: 0..<exampleCount)
  func equality(index: Int) throws {
    let examples = try Self.examples()
    let value = examples[index].value
    for (other, example) in examples.enumerated() {
      #expect((value == example.value) == (other == index))
      #expect(value.isEqual(to: example.value) == (other == index))
    }
  }

  @Test func equalContentInAnotherObject() throws {
    #expect(MLFeatureValue(double: 3) == MLFeatureValue(double: 3))
    #expect(MLFeatureValue(double: 3) != MLFeatureValue(int64: 3))
    #expect(MLFeatureValue(double: .nan) != MLFeatureValue(double: .nan))
    let array = MLFeatureValue(multiArray: try MLMultiArray([1.0, 2.0]))
    #expect(array == MLFeatureValue(multiArray: try MLMultiArray([1.0, 2.0])))
    #expect(array != MLFeatureValue(multiArray: try MLMultiArray([1.0, 2.5])))
    #expect(Set([MLFeatureValue(string: "x"), MLFeatureValue(string: "x")]).count == 1)
  }

  @Test func undefinedIsKnownByItsFlag() {
    #expect(MLFeatureValue(undefined: .string).isUndefined)
    #expect(!MLFeatureValue(string: "").isUndefined)
  }

  @Test func mixedKeysAreRefused() {
    #expect(throws: MLModelError.self) { try MLFeatureValue(dictionary: ["a": 1, 2: 3]) }
    #expect(throws: MLModelError.self) { try MLFeatureValue(dictionary: [1.5: 3]) }
    #expect(throws: MLModelError.self) { try MLFeatureValue(dictionary: [UInt64.max: 3]) }
  }

  @Test func sequencesKeepTheirElements() {
    let numbers = MLSequence(int64s: [1, 2])
    #expect(numbers.type == .int64 && numbers.int64Values == [1, 2])
    #expect(numbers.stringValues.isEmpty)
    #expect(MLSequence(empty: .string).type == .string)
    #expect(MLSequence(empty: .int64) != MLSequence(empty: .string))
  }

  @Test func typeNumbersAreCoreMLs() {
    let numbers: [MLFeatureType: Int] = [
      .invalid: 0, .int64: 1, .double: 2, .string: 3, .image: 4, .multiArray: 5, .dictionary: 6,
      .sequence: 7, .state: 8,
    ]
    for (type, number) in numbers { #expect(type.rawValue == number) }
  }
}
