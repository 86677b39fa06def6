import Foundation
import TabularML
import Testing

@Suite struct FeatureProviderTests {
  @Test func valuesOfEachSwiftType() throws {
    let provider = try MLDictionaryFeatureProvider(dictionary: [
      "int": 3, "int8": Int8(-4), "unsigned": UInt64(9), "double": 2.5, "float": Float(0.5),
      "half": Float16(1.5), "string": "x", "substring": "yz".dropFirst(), "bool": true,
      "number": NSNumber(value: 5), "fraction": NSNumber(value: 5.0),
      "array": try MLMultiArray([1.0]), "value": MLFeatureValue(undefined: .double),
      "counts": ["a": 1.5], "byInteger": [2: 3], "numbers": ["a": NSNumber(value: 4)],
      "words": ["a", "b"], "integers": [1, 2],
    ])
    let types: [String: MLFeatureType] = [
      "int": .int64, "int8": .int64, "unsigned": .int64, "double": .double, "float": .double,
      "half": .double, "string": .string, "substring": .string, "bool": .int64,
      "number": .int64, "fraction": .double, "array": .multiArray, "value": .double,
      "counts": .dictionary, "byInteger": .dictionary, "numbers": .dictionary,
      "words": .sequence, "integers": .sequence,
    ]
    #expect(provider.featureNames == Set(types.keys))
    for (name, type) in types { #expect(provider[name]?.type == type, "\(name)") }
    #expect(provider["int8"]?.int64Value == -4)
    #expect(provider["half"]?.doubleValue == 1.5)
    #expect(provider["substring"]?.stringValue == "z")
    #expect(provider["bool"]?.int64Value == 1)
    #expect(provider["byInteger"]?.dictionaryValue == [2: 3])
    #expect(provider["integers"]?.sequenceValue?.int64Values == [1, 2])
    #expect(provider.featureValue(for: "unknown") == nil)
    #expect(provider.dictionary.count == types.count)
  }

  static let unusable: [(any Sendable, String)] = [
    (Date(), "Date"), (UInt64.max, "Int64"), (NSNumber(value: UInt64.max), "Int64"),
    ([1.5], "sequence"), (["a": "b"], "number"),
  ]

  @Test("A value that no feature can have is refused by name", arguments: unusable.indices)
  func unusableValues(index: Int) {
    let (value, word) = Self.unusable[index]
    let error = #expect(throws: MLModelError.self) {
      try MLDictionaryFeatureProvider(dictionary: ["pace": value])
    }
    #expect(error?.code == .featureType)
    #expect(error?.localizedDescription.contains("'pace'") == true)
    #expect(error?.localizedDescription.contains(word) == true)
  }

  @Test func ofManyUnusableValuesTheFirstByNameIsTold() {
    let values = (10..<60).map { ("lap\($0)", Date(timeIntervalSince1970: 0)) }
    let error = #expect(throws: MLModelError.self) {
      try MLDictionaryFeatureProvider(dictionary: Dictionary(uniqueKeysWithValues: values))
    }
    #expect(error?.localizedDescription.contains("'lap10'") == true)
  }

  @Test func batchFromProviders() throws {
    let providers = try (0..<3).map { try MLDictionaryFeatureProvider(dictionary: ["x": $0]) }
    let batch = MLArrayBatchProvider(array: providers)
    #expect(batch.count == 3 && batch.array.count == 3)
    #expect(batch.features(at: 2).featureValue(for: "x")?.int64Value == 2)
  }

  @Test func batchFromArrays() throws {
    let batch = try MLArrayBatchProvider(dictionary: [
      "age": [30, 35], "weight": [120.0, 170.4],
    ])
    #expect(batch.count == 2)
    #expect(batch.features(at: 1).featureValue(for: "age")?.int64Value == 35)
    #expect(batch.features(at: 1).featureValue(for: "weight")?.doubleValue == 170.4)
    #expect(try MLArrayBatchProvider(dictionary: [:]).count == 0)
  }

  @Test func arraysOfDifferentLength() {
    let error = #expect(throws: MLModelError.self) {
      try MLArrayBatchProvider(dictionary: ["a": [1, 2], "b": [1]])
    }
    #expect(error?.localizedDescription == "Feature 'a' has 2 values, but 'b' has 1.")
  }

  @Test func valuesOfOneFeatureAreOfOneType() throws {
    let error = #expect(throws: MLModelError.self) {
      try MLArrayBatchProvider(dictionary: ["lap": [1, 2, 3], "pace": [4, 5, 5.5]])
    }
    #expect(error?.code == .featureType)
    #expect(
      error?.localizedDescription
        == "Feature 'pace' is of type Int64, but its value at index 2 is of type Double.")
    let batch = try MLArrayBatchProvider(dictionary: [
      "pace": [4.5, MLFeatureValue(undefined: .double)]
    ])
    #expect(batch.features(at: 1).featureValue(for: "pace")?.isUndefined == true)
  }

  @Test func text() throws {
    let provider = try MLDictionaryFeatureProvider(dictionary: [
      "pace": 2.5, "course": "berlin", "lap": 3, "counts": ["b": 1.0, "a": 2.0],
      "x": try MLMultiArray([1, 2]), "gone": MLFeatureValue(undefined: .double),
      "list": [1, 2], "ids": try MLFeatureValue(dictionary: [7: 1.5]),
    ])
    #expect(
      provider.description == """
        counts = Dictionary : {a: 2.0, b: 1.0}
        course = String : berlin
        gone = Double : undefined
        ids = Dictionary : {7: 1.5}
        lap = Int64 : 3
        list = Sequence : [1, 2]
        pace = Double : 2.5
        x = MultiArray : Int32 2 vector
        [1,2]
        """)
  }
}
