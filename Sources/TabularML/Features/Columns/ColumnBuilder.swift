import Foundation
import ModelSpec
import Tables

/// Gathers the values of one feature, row after row, into a column of the type that a model declares.
struct ColumnBuilder {
  let feature: FeatureDescription
  /// The shape of each row's array.
  var shape: [Int]
  /// Whether a row has an array, so that the shape is settled for all of them.
  var hasShape = false
  /// Whether no other shape than the declared one is taken.
  var isShapeFixed = true
  var doubles: [Double] = []
  var int64s: [Int64] = []
  private var strings = StringColumn()
  private var codeByText: [String: Int32] = [:]
  var int64Dictionaries: [[Int64: Double]] = []
  var stringDictionaries: [[String: Double]] = []
  var int64Sequences: [[Int64]] = []
  var stringSequences: [[String]] = []
  var missing: [Bool]?
  var rowCount = 0

  /// `shape` is that of the arrays; nil for the default one.
  init(_ feature: FeatureDescription, shape: [Int]? = nil) {
    self.feature = feature
    if case .multiArray(let type) = feature.type {
      self.shape = shape ?? type.rowShape
    } else {
      self.shape = []
    }
  }

  /// Adds a row's value; one that does not fit leaves a placeholder and is answered with the reason.
  mutating func append(_ value: MLFeatureValue?) -> RowProblem.Kind? {
    defer { rowCount += 1 }
    missing?.append(false)
    guard let value, !value.isUndefined else {
      appendPlaceholder()
      if missing == nil { missing = Array(repeating: false, count: rowCount + 1) }
      missing?[rowCount] = true
      return feature.isOptional ? nil : .missingFeature
    }
    switch (feature.type, value.content) {
    case (.double, .double(let number)): doubles.append(number)
    case (.double, .int64(let number)): doubles.append(Double(number))
    case (.int64, .int64(let number)): int64s.append(number)
    case (.string, .string(let text)): append(text)
    case (.multiArray, .multiArray(let array)) where array.dimensions == shape:
      array.appendElements(to: &doubles)
    case (.multiArray, .multiArray(let array)):
      appendPlaceholder()
      return .wrongShape(expected: shape, found: array.dimensions)
    case (.dictionary(.int64), .int64Dictionary(let values)): int64Dictionaries.append(values)
    case (.dictionary(.string), .stringDictionary(let values)): stringDictionaries.append(values)
    case (.sequence(.int64, _), .sequence(let sequence)) where sequence.type == .int64:
      int64Sequences.append(sequence.int64Values.map(\.int64Value))
    case (.sequence(.string, _), .sequence(let sequence)) where sequence.type == .string:
      stringSequences.append(sequence.stringValues)
    case (.dictionary(.int64), .stringDictionary(let values)) where values.isEmpty:
      int64Dictionaries.append([:])
    default:
      appendPlaceholder()
      return .wrongType(
        expected: FeatureTypeName.of(feature.type), found: FeatureTypeName.of(value))
    }
    return nil
  }

  /// What was added so far.
  var column: FeatureColumn {
    let values: FeatureColumn.Values =
      switch feature.type {
      case .int64: .int64s(int64s)
      case .string: .strings(strings)
      case .multiArray: .arrays(ArrayColumn(shape: shape, elements: .doubles(doubles)))
      case .dictionary(.int64): .int64Dictionaries(int64Dictionaries)
      case .dictionary(.string): .stringDictionaries(stringDictionaries)
      case .sequence(.int64, _): .int64Sequences(int64Sequences)
      case .sequence(.string, _): .stringSequences(stringSequences)
      case .double, .image, .state: .doubles(doubles)
      }
    return FeatureColumn(values, missing: missing)
  }

  /// Takes the values of the last rows away.
  mutating func truncate(to count: Int) {
    guard count < rowCount else { return }
    let rows = rowCount - count
    switch feature.type {
    case .int64: int64s.removeLast(rows)
    case .string: strings.codes.removeLast(rows)
    case .multiArray: doubles.removeLast(rows * (elementCount(shape) ?? 0))
    case .dictionary(.int64): int64Dictionaries.removeLast(rows)
    case .dictionary(.string): stringDictionaries.removeLast(rows)
    case .sequence(.int64, _): int64Sequences.removeLast(rows)
    case .sequence(.string, _): stringSequences.removeLast(rows)
    case .double, .image, .state: doubles.removeLast(rows)
    }
    missing?.removeLast(rows)
    rowCount = count
    if count == 0 { hasShape = false }
  }

  /// A column in which every row is missing.
  static func missing(_ feature: FeatureDescription, rowCount: Int) -> FeatureColumn {
    var builder = ColumnBuilder(feature)
    for _ in 0..<rowCount { _ = builder.append(nil) }
    return builder.column
  }

  mutating func append(_ text: String) {
    if strings.dictionary.isEmpty {
      // Most batches of one never look a text up again: the table of codes waits for a second text.
      strings.dictionary.append(text)
      strings.codes.append(0)
      return
    }
    if codeByText.isEmpty, let first = strings.dictionary.first { codeByText[first] = 0 }
    if let code = codeByText[text] {
      strings.codes.append(code)
    } else {
      let code = Int32(clamping: strings.dictionary.count)
      codeByText[text] = code
      strings.dictionary.append(text)
      strings.codes.append(code)
    }
  }

  private mutating func appendPlaceholder() {
    switch feature.type {
    case .int64: int64s.append(0)
    case .string: strings.codes.append(-1)
    case .multiArray: doubles.append(contentsOf: repeatElement(0, count: elementCount(shape) ?? 0))
    case .dictionary(.int64): int64Dictionaries.append([:])
    case .dictionary(.string): stringDictionaries.append([:])
    case .sequence(.int64, _): int64Sequences.append([])
    case .sequence(.string, _): stringSequences.append([])
    case .double, .image, .state: doubles.append(.nan)
    }
  }
}

/// The words for types in messages.
enum FeatureTypeName {
  static func of(_ type: FeatureType) -> String {
    switch type {
    case .dictionary(let key): "Dictionary (\(key == .int64 ? "Int64" : "String") → Double)"
    default: MLFeatureType(type).name
    }
  }

  static func of(_ value: MLFeatureValue) -> String {
    switch value.content {
    case .int64Dictionary: of(.dictionary(.int64))
    case .stringDictionary: of(.dictionary(.string))
    default: value.type.name
    }
  }
}
