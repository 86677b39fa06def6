import Foundation
import Testing

@testable import TabularML

/// Objects that an app may keep in an archive, such as the rows for an update.
@Suite struct ArchiveTests {
  private func copy<Kind: NSObject & NSSecureCoding>(_ object: Kind) throws -> Kind {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Kind.self, from: data))
  }

  static func values() throws -> [MLFeatureValue] {
    let array = try MLMultiArray(shape: [2, 3], dataType: .float16)
    for index in 0..<6 { array[index] = NSNumber(value: Float(index) / 4) }
    return try [
      MLFeatureValue(int64: .min), MLFeatureValue(double: -.infinity),
      MLFeatureValue(double: 0.1), MLFeatureValue(string: "Zürich \u{0}"),
      MLFeatureValue(multiArray: array), MLFeatureValue(undefined: .sequence),
      MLFeatureValue(dictionary: ["a": 1.5, "b": 0.1]), MLFeatureValue(dictionary: [-3: 2]),
      MLFeatureValue(sequence: MLSequence(strings: ["a", ""])),
      MLFeatureValue(sequence: MLSequence(int64s: [1, NSNumber(value: Int64.max)])),
    ]
  }

  @Test func valuesComeBackEqual() throws {
    for value in try Self.values() { #expect(try copy(value) == value, "\(value)") }
    let number = try copy(MLFeatureValue(double: .nan))
    #expect(number.type == .double && number.doubleValue.isNaN)
  }

  @Test func arraysWithGapsComeBackWithout() throws {
    let array = MLMultiArray(shape: [2, 2], dataType: .int32, strides: [3, 1])
    for index in 0..<4 { array[index] = NSNumber(value: index - 2) }
    let again = try copy(array)
    #expect(again == array && again.strides == [2, 1])
  }

  @Test func providersSequencesAndKeysComeBackEqual() throws {
    let values = try Self.values()
    let names = values.indices.map { "f\($0)" }
    let provider = try MLDictionaryFeatureProvider(
      dictionary: Dictionary(uniqueKeysWithValues: zip(names, values)))
    #expect(try copy(provider).dictionary == provider.dictionary)
    #expect(try copy(MLSequence(empty: .string)) == MLSequence(empty: .string))
    let key = MLParameterKey.weights.scoped(to: "dense")
    #expect(try copy(key) == key && copy(MLMetricKey.lossValue) == MLMetricKey.lossValue)
  }

  @Test func configurationsComeBackEqual() throws {
    let configuration = MLModelConfiguration()
    configuration.computeUnits = .cpuAndNeuralEngine
    configuration.modelDisplayName = "laps"
    configuration.optimizationHints.reshapeFrequency = .infrequent
    configuration.optimizationHints.specializationStrategy = .fastPrediction
    configuration.readings = ["tree-inputs": "float32"]
    configuration.parameters = [
      .learningRate: 0.5, .epochs: 3, .linkedModelFileName: "other",
      .biases.scoped(to: "dense"): try MLMultiArray([0.5]),
    ]
    let again = try copy(configuration)
    #expect(again.computeUnits == .cpuAndNeuralEngine && again.modelDisplayName == "laps")
    #expect(again.optimizationHints == configuration.optimizationHints)
    #expect(again.readings == configuration.readings && again.functionName == nil)
    #expect(again.parameters?.count == 4)
    #expect(again.parameters?[.learningRate] as? Double == 0.5)
    #expect(again.parameters?[.epochs] as? Int == 3)
    #expect(again.parameters?[.linkedModelFileName] as? String == "other")
    #expect(
      again.parameters?[.biases.scoped(to: "dense")] as? MLMultiArray == (try MLMultiArray([0.5])))
  }

  /// Parts that do not fit together, as in a damaged archive, make no object.
  @Test func partsThatDoNotFitMakeNothing() {
    let double = MLMultiArrayDataType.double.rawValue
    for (type, shape, count) in [
      (double, [2], 8), (double, [1], 9), (1, [1], 8), (double, [-1], 8),
      (double, [Int.max, 4], 0), (double, [1 << 61], 0),
    ] {
      let parts = MLMultiArray.Parts(dataType: type, shape: shape, bytes: Data(count: count))
      #expect(MLMultiArray(parts: parts) == nil, "\(shape)")
      #expect(MLFeatureValue(parts: .multiArray(parts)) == nil)
      #expect(MLDictionaryFeatureProvider(parts: ["x": .multiArray(parts)]) == nil)
    }
    #expect(MLFeatureValue(parts: .undefined(99)) == nil)
  }
}
