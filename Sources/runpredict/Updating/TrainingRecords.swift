import Tables
import TabularML

/// Records to fine-tune a model with: its training inputs, and which run each record belongs to.
struct TrainingRecords: Sendable {
  /// A column for each training input of the model, in its order.
  var batch: FeatureBatch
  /// For each row the index of its run in `fingerprints`.
  var runs: [Int]
  /// What stands for the content of each run.
  var fingerprints: [Fingerprint]

  /// The rows of some runs, in their order, and the run of each.
  func rows(ofRuns wanted: some Sequence<Int>) -> TrainingRecords {
    var isWanted = [Bool](repeating: false, count: fingerprints.count)
    for run in wanted { isWanted[run] = true }
    let rows = runs.indices.filter { isWanted[runs[$0]] }
    return TrainingRecords(
      batch: batch.rows(rows), runs: rows.map { runs[$0] }, fingerprints: fingerprints)
  }

  /// The mean of a number per row over the rows of each run that has rows, in the order of the runs.
  func meanByRun(_ values: [Double]) -> [Double] {
    var sums = [Double](repeating: 0, count: fingerprints.count)
    var counts = [Int](repeating: 0, count: fingerprints.count)
    for (run, value) in zip(runs, values) {
      sums[run] += value
      counts[run] += 1
    }
    return zip(sums, counts).filter { $0.1 > 0 }.map { $0.0 / Double($0.1) }
  }
}

extension FeatureBatch {
  /// The given rows, in the given order.
  func rows(_ rows: [Int]) -> FeatureBatch {
    FeatureBatch(rowCount: rows.count, columns: columns.map { $0.rows(rows) })
  }
}

extension FeatureColumn {
  fileprivate func rows(_ rows: [Int]) -> FeatureColumn {
    let values: Values =
      switch values {
      case .doubles(let values): .doubles(rows.map { values[$0] })
      case .int64s(let values): .int64s(rows.map { values[$0] })
      case .strings(let column):
        .strings(
          StringColumn(codes: rows.map { column.codes[$0] }, dictionary: column.dictionary))
      case .arrays(let column): .arrays(column.rows(rows))
      case .int64Dictionaries(let values): .int64Dictionaries(rows.map { values[$0] })
      case .stringDictionaries(let values): .stringDictionaries(rows.map { values[$0] })
      case .int64Sequences(let values): .int64Sequences(rows.map { values[$0] })
      case .stringSequences(let values): .stringSequences(rows.map { values[$0] })
      case .probabilities(let column):
        .probabilities(
          ProbabilityColumn(keys: column.keys, values: rows.flatMap { column.row($0) }))
      }
    return FeatureColumn(values, missing: missing.map { missing in rows.map { missing[$0] } })
  }
}

extension ArrayColumn {
  fileprivate func rows(_ rows: [Int]) -> ArrayColumn {
    let size = shape.reduce(1, *)
    func pick<Element>(_ elements: [Element]) -> [Element] {
      rows.flatMap { elements[$0 * size..<($0 + 1) * size] }
    }
    let picked: Elements =
      switch elements {
      case .doubles(let elements): .doubles(pick(elements))
      case .floats(let elements): .floats(pick(elements))
      case .int32s(let elements): .int32s(pick(elements))
      }
    return ArrayColumn(shape: shape, elements: picked)
  }
}
