import Foundation
import ModelSpec
import TabularML
import Testing

extension ModelCase {
  func loaded() throws -> MLModel {
    for file in ["model.mlmodel", "model.mlpackage"] {
      let path = folder.appending(path: file).path
      if FileManager.default.fileExists(atPath: path) {
        return try MLModel(document: try ModelDocument.read(at: path))
      }
    }
    throw CocoaError(.fileNoSuchFile)
  }
}

extension MLDictionaryFeatureProvider {
  /// A row of a case file; every value has the type that it has there.
  convenience init(row: [String: Any], of features: [FeatureDescription]) throws {
    var values: [String: Any] = [:]
    for (name, value) in row where !(value is NSNull) {
      let feature = features.first { $0.name == name }
      values[name] = try Self.value(value, feature?.type)
    }
    try self.init(dictionary: values)
  }

  private static func value(_ value: Any, _ type: FeatureType?) throws -> Any {
    if let (shape, elements) = JSON.array(value) {
      let array = try MLMultiArray(
        shape: shape.map { NSNumber(value: $0) }, dataType: .double)
      for (index, element) in elements.enumerated() { array[index] = NSNumber(value: element) }
      return array
    }
    if let entries = value as? [String: Any] {
      let numbers = entries.compactMapValues { JSON.double($0) }
      guard type == .dictionary(.int64) else { return numbers }
      return Dictionary(uniqueKeysWithValues: numbers.map { (Int64($0) ?? 0, $1) })
    }
    if type != .string, value is String, let number = JSON.double(value) { return number }
    if let number = value as? NSNumber, let integer = Int64(exactly: number) { return integer }
    return value
  }
}

extension MLFeatureValue {
  /// Whether the value is the expected one of a case file, to within a tolerance.
  func matches(_ expected: Any?, _ tolerance: Tolerance) -> Bool {
    switch type {
    case .double: JSON.double(expected).map { tolerance.allows(doubleValue, for: $0) } == true
    case .int64: (expected as? NSNumber).flatMap { Int64(exactly: $0) } == int64Value
    case .string: expected as? String == stringValue
    case .multiArray: matches(array: expected, tolerance)
    case .dictionary: matches(dictionary: expected, tolerance)
    default: false
    }
  }

  private func matches(array expected: Any?, _ tolerance: Tolerance) -> Bool {
    guard let expected, let (shape, numbers) = JSON.array(expected), let array = multiArrayValue,
      array.shape.map(\.intValue) == shape
    else { return false }
    return numbers.enumerated().allSatisfy {
      tolerance.allows(array[$0].doubleValue, for: $1)
    }
  }

  private func matches(dictionary expected: Any?, _ tolerance: Tolerance) -> Bool {
    guard let entries = expected as? [String: Any] else { return false }
    return entries.count == dictionaryValue.count
      && dictionaryValue.allSatisfy { key, number in
        JSON.double(entries["\(key)"]).map { tolerance.allows(number.doubleValue, for: $0) } == true
      }
  }
}
