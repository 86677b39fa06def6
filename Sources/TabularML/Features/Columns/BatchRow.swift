import Foundation
import ModelSpec
import Tables

/// One row of a batch as a feature provider; its values are made when they are asked for.
final class BatchRow: NSObject, MLFeatureProvider, Sendable {
  private let layout: FeatureLayout
  private let batch: FeatureBatch
  private let row: Int

  init(_ batch: FeatureBatch, layout: FeatureLayout, row: Int) {
    self.layout = layout
    self.batch = batch
    self.row = row
  }

  var featureNames: Set<String> { layout.names }

  func featureValue(for featureName: String) -> MLFeatureValue? {
    guard let index = layout.index(of: featureName) else { return nil }
    return batch.columns[index].value(at: row, type: layout.features[index].type)
  }

  override var description: String { ProviderText.of(self) }
}

extension FeatureColumn {
  /// The value of one row; `type` says what a MultiArray's numbers are.
  func value(at row: Int, type: FeatureType) -> MLFeatureValue {
    if let missing, missing[row] { return MLFeatureValue(undefined: MLFeatureType(type)) }
    switch values {
    case .doubles(let numbers): return MLFeatureValue(double: numbers[row])
    case .int64s(let numbers):
      // A whole-number column of a table serves a Double feature, too.
      return type == .double
        ? MLFeatureValue(double: Double(numbers[row])) : MLFeatureValue(int64: numbers[row])
    case .strings(let texts):
      let code = Int(texts.codes[row])
      return code < 0
        ? MLFeatureValue(undefined: .string) : MLFeatureValue(string: texts.dictionary[code])
    case .arrays(let arrays):
      guard let array = arrays.array(at: row, type: type) else {
        return MLFeatureValue(undefined: .multiArray)
      }
      return MLFeatureValue(multiArray: array)
    case .int64Dictionaries(let dictionaries):
      return MLFeatureValue(.int64Dictionary(dictionaries[row]))
    case .stringDictionaries(let dictionaries):
      return MLFeatureValue(.stringDictionary(dictionaries[row]))
    case .int64Sequences(let sequences):
      return MLFeatureValue(
        sequence: MLSequence(int64s: sequences[row].map { NSNumber(value: $0) }))
    case .stringSequences(let sequences):
      return MLFeatureValue(sequence: MLSequence(strings: sequences[row]))
    case .probabilities(let column): return MLFeatureValue(column.dictionary(row))
    }
  }
}

extension ProbabilityColumn {
  /// One row as a dictionary; of equal keys the last one counts.
  fileprivate func dictionary(_ row: Int) -> MLFeatureValue.Content {
    switch keys {
    case .strings(let keys):
      .stringDictionary(
        Dictionary(zip(keys, self.row(row)), uniquingKeysWith: { _, last in last }))
    case .int64s(let keys):
      .int64Dictionary(
        Dictionary(zip(keys, self.row(row)), uniquingKeysWith: { _, last in last }))
    }
  }
}

extension ArrayColumn {
  /// The array of one row; nil only when there is no memory for it.
  func array(at row: Int, type: FeatureType) -> MLMultiArray? {
    let declared: MLMultiArrayDataType? =
      if case .multiArray(let type) = type { MLMultiArrayDataType(type.dataType) } else { nil }
    let stored: MLMultiArrayDataType =
      switch elements {
      case .doubles: .double
      case .floats: .float32
      case .int32s: .int32
      }
    let size = shape.reduce(1, *)
    let range = (row * size)..<((row + 1) * size)
    guard let array = try? MLMultiArray(dimensions: shape, dataType: declared ?? stored) else {
      return nil
    }
    switch elements {
    case .doubles(let numbers): array.fill(from: numbers[range])
    case .floats(let numbers): array.fill(from: numbers[range])
    case .int32s(let numbers): array.fill(from: numbers[range])
    }
    return array
  }
}
