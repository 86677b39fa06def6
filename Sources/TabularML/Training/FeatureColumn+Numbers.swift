extension FeatureColumn {
  /// A column without any value.
  package init(allMissing rows: Int) {
    self.init(
      .doubles(Array(repeating: .nan, count: rows)), missing: Array(repeating: true, count: rows))
  }

  /// How many numbers a row has; nil for texts and dictionaries.
  package var numberCount: Int? {
    switch values {
    case .doubles, .int64s: 1
    case .arrays(let column): elementCount(column.shape)
    case .strings, .int64Dictionaries, .stringDictionaries, .int64Sequences, .stringSequences,
      .probabilities:
      nil
    }
  }

  /// All numbers, row after row; rows without a value get the stand-in.
  func floats(width: Int, standIn: Float) -> [Float] {
    var floats: [Float] =
      switch values {
      case .doubles(let values): values.map { Float($0) }
      case .int64s(let values): values.map { Float($0) }
      case .arrays(let column):
        switch column.elements {
        case .doubles(let values): values.map { Float($0) }
        case .floats(let values): values
        case .int32s(let values): values.map { Float($0) }
        }
      case .strings, .int64Dictionaries, .stringDictionaries, .int64Sequences, .stringSequences,
        .probabilities:
        []
      }
    guard let missing else { return floats }
    for (row, isMissing) in missing.enumerated() where isMissing {
      for index in row * width..<(row + 1) * width { floats[index] = standIn }
    }
    return floats
  }

  /// All numbers, row after row; of texts and dictionaries none.
  package var doubles: [Double] {
    switch values {
    case .doubles(let values): values
    case .int64s(let values): values.map { Double($0) }
    case .arrays(let column):
      switch column.elements {
      case .doubles(let values): values
      case .floats(let values): values.map { Double($0) }
      case .int32s(let values): values.map { Double($0) }
      }
    case .strings, .int64Dictionaries, .stringDictionaries, .int64Sequences, .stringSequences,
      .probabilities:
      []
    }
  }
}
