import Tables

/// Puts batches of a table's rows, all of the same features, one under the other.
package struct BatchJoiner {
  package private(set) var batch = FeatureBatch(rowCount: 0, columns: [])
  /// For each column of texts the code of every text so far.
  private var codes: [Int: [String: Int32]] = [:]

  package init() {}

  /// Whether arrays of a batch have the shapes of those before.
  func hasShapes(of other: FeatureBatch) -> Bool {
    zip(batch.columns, other.columns).allSatisfy { known, more in
      guard case .arrays(let known) = known.values, case .arrays(let more) = more.values else {
        return true
      }
      return known.shape == more.shape
    }
  }

  /// Adds the rows of a batch that has the same columns as those before, and arrays of their shapes.
  package mutating func append(_ other: FeatureBatch) {
    if batch.rowCount == 0 && batch.columns.isEmpty {
      batch = other
      return
    }
    let before = batch.rowCount
    for index in batch.columns.indices {
      appendMissing(of: other.columns[index], rows: other.rowCount, to: index)
      appendValues(of: other.columns[index], to: index)
    }
    batch.problems += other.problems.map {
      RowProblem(row: $0.row + before, feature: $0.feature, kind: $0.kind)
    }
    batch.rowCount += other.rowCount
  }

  private mutating func appendMissing(of column: FeatureColumn, rows: Int, to index: Int) {
    guard batch.columns[index].missing != nil || column.missing != nil else { return }
    if batch.columns[index].missing == nil {
      batch.columns[index].missing = Array(repeating: false, count: batch.rowCount)
    }
    batch.columns[index].missing? += column.missing ?? Array(repeating: false, count: rows)
  }

  /// The stored values are let go before they grow, so that they are not copied each time.
  private mutating func appendValues(of column: FeatureColumn, to index: Int) {
    let stored = batch.columns[index].values
    batch.columns[index].values = .doubles([])
    switch (consume stored, column.values) {
    case (.doubles(var values), .doubles(let more)):
      values += more
      batch.columns[index].values = .doubles(values)
    case (.int64s(var values), .int64s(let more)):
      values += more
      batch.columns[index].values = .int64s(values)
    case (.strings(var texts), .strings(let more)):
      append(more, to: &texts, index)
      batch.columns[index].values = .strings(texts)
    case (.arrays(var arrays), .arrays(let more)):
      guard case .doubles(var numbers) = arrays.elements, case .doubles(let others) = more.elements
      else { preconditionFailure("The elements of a table's arrays are Doubles") }
      arrays.elements = .doubles([])
      numbers += others
      arrays.elements = .doubles(numbers)
      batch.columns[index].values = .arrays(arrays)
    case (.int64Dictionaries(var rows), .int64Dictionaries(let more)):
      rows += more
      batch.columns[index].values = .int64Dictionaries(rows)
    case (.stringDictionaries(var rows), .stringDictionaries(let more)):
      rows += more
      batch.columns[index].values = .stringDictionaries(rows)
    case (.int64Sequences(var rows), .int64Sequences(let more)):
      rows += more
      batch.columns[index].values = .int64Sequences(rows)
    case (.stringSequences(var rows), .stringSequences(let more)):
      rows += more
      batch.columns[index].values = .stringSequences(rows)
    case (.probabilities(var column), .probabilities(let more)):
      column.values += more.values
      batch.columns[index].values = .probabilities(column)
    default: preconditionFailure("Batches of different features cannot be joined")
    }
  }

  private mutating func append(_ more: StringColumn, to texts: inout StringColumn, _ index: Int) {
    var known =
      codes.removeValue(forKey: index)
      ?? Dictionary(
        texts.dictionary.enumerated().map { ($1, Int32(clamping: $0)) },
        uniquingKeysWith: { first, _ in first })
    let renumbered = more.dictionary.map { text in
      if let code = known[text] { return code }
      let code = Int32(clamping: texts.dictionary.count)
      known[text] = code
      texts.dictionary.append(text)
      return code
    }
    texts.codes += more.codes.map { $0 < 0 ? $0 : renumbered[Int($0)] }
    codes[index] = known
  }
}
