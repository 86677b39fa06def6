import ModelSpec
package import Tables

extension TableBinding {
  /// The features of some laps.
  ///
  /// The number of a lap is whole where the model wants that, and a run on no named course has the empty
  /// text.
  package func laps(_ table: TableBatch) -> FeatureBatch {
    let types = Dictionary(
      features.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    var table = table
    table.columns = table.columns.map { column in
      switch types[column.name] {
      case .int64: column.wholeNumbers
      case .string: column.emptyWhereMissing
      default: column
      }
    }
    return batch(table)
  }
}

extension Column {
  /// The column as integers, for a model that wants the number of a lap as Int64.
  fileprivate var wholeNumbers: Column {
    guard case .doubles(let values) = values else { return self }
    let whole = values.map { Int64(exactly: $0) }
    let missing = whole.contains(nil) ? whole.map { $0 == nil } : nil
    return Column(name: name, values: .int64s(whole.map { $0 ?? 0 }), missing: missing)
  }

  /// The column with the empty text where there is none: a run on no named course.
  fileprivate var emptyWhereMissing: Column {
    guard case .strings(var texts) = values, texts.codes.contains(where: { $0 < 0 }) else {
      return self
    }
    let empty = Int32(texts.dictionary.firstIndex(of: "") ?? texts.dictionary.count)
    if Int(empty) == texts.dictionary.count { texts.dictionary.append("") }
    texts.codes = texts.codes.map { $0 < 0 ? empty : $0 }
    return Column(name: name, values: .strings(texts))
  }
}
