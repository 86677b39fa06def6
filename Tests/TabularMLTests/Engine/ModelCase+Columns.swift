import Foundation
import ModelSpec
import Tables
import Testing

@testable import TabularML

extension FeatureBatch {
  /// One row, with each value as the type that it has in the file, whatever the model declares.
  init(row: [String: Any], _ features: [FeatureDescription]) throws {
    self.init(rowCount: 1, columns: try features.map { try FeatureColumn(row[$0.name], $0) })
  }

  /// Many rows that all have the declared types.
  init(rows: [[String: Any]], _ features: [FeatureDescription]) throws {
    let batches = try rows.map { try FeatureBatch(row: $0, features) }
    self.init(
      rowCount: rows.count,
      columns: features.indices.map { index in
        FeatureColumn(joining: batches.map { $0.columns[index] })
      })
  }
}

extension FeatureColumn {
  /// The column of one row.
  init(_ value: Any?, _ feature: FeatureDescription) throws {
    guard let value, !(value is NSNull) else {
      self.init(.placeholder(for: feature.type), missing: [true])
      return
    }
    let number = value as? NSNumber
    switch value {
    case let values as [Any]:
      let (shape, elements) = try #require(JSON.array(values))
      self.init(.arrays(ArrayColumn(shape: shape, elements: .init(elements, feature.type))))
    case let entries as [String: Any]:
      let numbers = entries.compactMapValues { JSON.double($0) }
      if case .dictionary(.string) = feature.type {
        self.init(.stringDictionaries([numbers]))
      } else {
        let pairs = try numbers.map { (try #require(Int64($0)), $1) }
        self.init(.int64Dictionaries([Dictionary(uniqueKeysWithValues: pairs)]))
      }
    default:
      if feature.type != .string, let special = value as? String,
        let number = JSON.double(special)
      {
        self.init(.doubles([number]))
      } else if let text = value as? String {
        self.init(.strings(StringColumn(codes: [0], dictionary: [text])))
      } else if let integer = number.flatMap({ Int64(exactly: $0) }) {
        self.init(.int64s([integer]))
      } else {
        self.init(.doubles([try #require(JSON.double(value))]))
      }
    }
  }

  /// Columns of one row each, one under the other.
  init(joining columns: [FeatureColumn]) {
    let flags = columns.map { $0.missing?[0] ?? false }
    self.init(.int64s([]), missing: flags.contains(true) ? flags : nil)
    let doubles = columns.compactMap(\.double)
    if doubles.count == columns.count {
      let integers = columns.compactMap { column -> Int64? in
        if case .int64s(let values) = column.values { values[0] } else { nil }
      }
      values = integers.count == columns.count ? .int64s(integers) : .doubles(doubles)
      return
    }
    switch columns[0].values {
    case .strings:
      var dictionary: [String] = []
      var codes: [Int32] = []
      for case .strings(let column) in columns.map(\.values) {
        guard let text = column.dictionary.first else {
          codes.append(-1)
          continue
        }
        if !dictionary.contains(text) { dictionary.append(text) }
        codes.append(Int32(dictionary.firstIndex(of: text) ?? -1))
      }
      values = .strings(StringColumn(codes: codes, dictionary: dictionary))
    case .arrays(let first):
      var elements: [Double] = []
      for case .arrays(let column) in columns.map(\.values) { elements += column.elements.doubles }
      values = .arrays(ArrayColumn(shape: first.shape, elements: .init(elements, like: first)))
    case .int64Dictionaries:
      values = .int64Dictionaries(
        columns.map {
          if case .int64Dictionaries(let values) = $0.values { values[0] } else { [:] }
        })
    case .stringDictionaries:
      values = .stringDictionaries(
        columns.map {
          if case .stringDictionaries(let values) = $0.values { values[0] } else { [:] }
        })
    case .doubles, .int64s, .int64Sequences, .stringSequences, .probabilities: break
    }
  }

  /// The number of a column of one number.
  var double: Double? {
    switch values {
    case .doubles(let values): values[0]
    case .int64s(let values): Double(values[0])
    default: nil
    }
  }
}

extension FeatureColumn.Values {
  /// What stands where a value is missing.
  static func placeholder(for type: FeatureType) -> FeatureColumn.Values {
    switch type {
    case .double: .doubles([.nan])
    case .int64: .int64s([0])
    case .string: .strings(StringColumn(codes: [-1]))
    case .multiArray(let array):
      .arrays(
        ArrayColumn(
          shape: array.shape.map { Int($0) },
          elements: .init(Array(repeating: 0, count: Int(array.shape.reduce(1, *))), type)))
    case .dictionary(.string): .stringDictionaries([[:]])
    default: .int64Dictionaries([[:]])
    }
  }
}

extension ArrayColumn.Elements {
  init(_ values: [Double], _ type: FeatureType) {
    guard case .multiArray(let array) = type else {
      self = .doubles(values)
      return
    }
    switch array.dataType {
    case .double: self = .doubles(values)
    case .float32, .float16: self = .floats(values.map { Float($0) })
    case .int32, .int8: self = .int32s(values.map { Int32($0) })
    }
  }

  init(_ values: [Double], like other: ArrayColumn) {
    switch other.elements {
    case .doubles: self = .doubles(values)
    case .floats: self = .floats(values.map { Float($0) })
    case .int32s: self = .int32s(values.map { Int32($0) })
    }
  }

  var doubles: [Double] {
    switch self {
    case .doubles(let values): values
    case .floats(let values): values.map { Double($0) }
    case .int32s(let values): values.map { Double($0) }
    }
  }
}

extension FeatureColumn {
  /// Whether a row holds the expected value, to within a tolerance; integers and texts exactly.
  func matches(_ expected: Any?, row: Int, _ tolerance: Tolerance) -> Bool {
    if missing?[row] == true { return false }
    switch values {
    case .doubles(let values):
      guard let number = JSON.double(expected) else { return false }
      return tolerance.allows(values[row], for: number)
    case .int64s(let values):
      return (expected as? NSNumber).flatMap { Int64(exactly: $0) } == values[row]
    case .strings(let column):
      return expected as? String == column.dictionary[Int(column.codes[row])]
    case .arrays(let column):
      guard let expected, let (shape, numbers) = JSON.array(expected), shape == column.shape
      else { return false }
      let elements = column.elements.doubles[(row * numbers.count)...].prefix(numbers.count)
      return zip(elements, numbers).allSatisfy { tolerance.allows($0, for: $1) }
    case .int64Dictionaries(let values):
      guard let entries = expected as? [String: Any] else { return false }
      let found = values[row]
      return found.count == entries.count
        && found.allSatisfy { key, value in
          JSON.double(entries[String(key)]).map { tolerance.allows(value, for: $0) } == true
        }
    case .stringDictionaries(let values):
      guard let entries = expected as? [String: Any] else { return false }
      let found = values[row]
      return found.count == entries.count
        && found.allSatisfy { key, value in
          JSON.double(entries[key]).map { tolerance.allows(value, for: $0) } == true
        }
    case .int64Sequences(let values): return expected as? [Int64] == values[row]
    case .stringSequences(let values): return expected as? [String] == values[row]
    case .probabilities(let column):
      guard let entries = expected as? [String: Any] else { return false }
      let keys =
        switch column.keys {
        case .strings(let keys): keys
        case .int64s(let keys): keys.map(String.init)
        }
      return keys.count == entries.count
        && zip(keys, column.row(row)).allSatisfy { key, value in
          JSON.double(entries[key]).map { tolerance.allows(value, for: $0) } == true
        }
    }
  }
}
