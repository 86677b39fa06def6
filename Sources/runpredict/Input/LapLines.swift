import ModelSpec
import Tables
import TabularML

/// What laps have in common that come one a line, in metres and seconds, as `--dry-run` prints them.
///
/// Nothing is derived: a feature that is not there is unknown.
struct LapLines {
  /// Texts may be missing: an unnamed course is the empty text, as for lap files.
  let features: [FeatureDescription]
  /// Features that grow from lap to lap.
  private let growing: [Int]
  /// Features that all laps of a run share.
  private let shared: [Int]
  private var previous: [Value?]
  private var run = -1

  fileprivate enum Value: Equatable {
    case number(Double)
    case text(String)
  }

  init(_ wanted: [FeatureDescription]) {
    features = wanted.map { feature in
      var feature = feature
      if feature.type == .string { feature.isOptional = true }
      return feature
    }
    func positions(_ names: Set<String>) -> [Int] {
      wanted.indices.filter { names.contains(wanted[$0].name) }
    }
    growing = positions(["lapNumber", "cumDistance", "cumTime"])
    shared = positions(["course", "distance", "duration", "duration_true"])
    previous = wanted.map { _ in nil }
  }

  /// Fills in the empty course, and gives the run of each row, counted from 0 in the file.
  mutating func complete(_ batch: inout FeatureBatch) -> [Int] {
    for index in batch.columns.indices { batch.columns[index].fillTexts() }
    return (0..<batch.rowCount).map { row in
      let values = batch.columns.map { $0.value(row) }
      let isNext =
        run >= 0
        && growing.allSatisfy { grows(from: previous[$0], to: values[$0]) }
        && shared.allSatisfy { values[$0] == previous[$0] }
      if !isNext { run += 1 }
      previous = values
      return run
    }
  }

  private func grows(from first: Value?, to second: Value?) -> Bool {
    guard case .number(let first) = first, case .number(let second) = second else { return true }
    return second > first
  }
}

extension FeatureColumn {
  /// The empty text where there is none.
  mutating func fillTexts() {
    guard case .strings(var texts) = values, texts.codes.contains(where: { $0 < 0 }) else { return }
    let empty = texts.dictionary.firstIndex(of: "") ?? texts.dictionary.count
    if empty == texts.dictionary.count { texts.dictionary.append("") }
    texts.codes = texts.codes.map { $0 < 0 ? Int32(clamping: empty) : $0 }
    self = FeatureColumn(.strings(texts))
  }
}

extension FeatureColumn {
  /// The number or text of a row; nil where it is missing.
  fileprivate func value(_ row: Int) -> LapLines.Value? {
    if missing?[row] == true { return nil }
    switch values {
    case .doubles(let values): return .number(values[row])
    case .int64s(let values): return .number(Double(values[row]))
    case .strings(let texts): return texts.text(row).map { .text($0) }
    default: return nil
    }
  }
}
