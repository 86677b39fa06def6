import ModelSpec
import Tables

extension FeatureColumn {
  /// A column of a table as it is.
  init(_ column: Column) {
    switch column.values {
    case .doubles(let values): self.init(.doubles(values), missing: column.missing)
    case .int64s(let values): self.init(.int64s(values), missing: column.missing)
    case .strings(let values): self.init(.strings(values), missing: column.missing)
    }
  }

  /// Arrays whose elements are the cells of several columns; a row that lacks all is missing.
  ///
  /// Elements are rounded to their type; one beyond it is a problem of its row, and so is one that is
  /// missing beside others.
  init(
    elements columns: [Column?], of feature: FeatureDescription, _ type: ArrayFeatureType.DataType,
    shape: [Int], rowCount: Int, problems: inout [RowProblem]
  ) {
    let width = elementCount(shape) ?? 0
    var elements = [Double](repeating: 0, count: width * rowCount)
    var missing: [Bool]?
    var gaps = [Int](repeating: 0, count: rowCount)
    for position in 0..<width {
      let column = columns.indices.contains(position) ? columns[position] : nil
      for row in 0..<rowCount {
        if let number = column?.number(row) {
          if let element = type.element(number) {
            elements[row * width + position] = element
          } else {
            problems.append(
              RowProblem(row: row, feature: feature.name, kind: .lossyInteger(number)))
          }
        } else {
          if missing == nil { missing = Array(repeating: false, count: rowCount) }
          missing?[row] = true
          gaps[row] += 1
        }
      }
    }
    for row in 0..<rowCount where gaps[row] > 0 && gaps[row] < width {
      let gap = columns.first { $0?.number(row) == nil }
      problems.append(
        RowProblem(
          row: row, feature: feature.name, kind: .missingElement(column: gap??.name ?? feature.name)
        ))
    }
    self.init(.arrays(ArrayColumn(shape: shape, elements: .doubles(elements))), missing: missing)
  }

  /// Dictionaries whose values are the cells of several columns; an empty cell has no key.
  init(entries columns: [(key: String, column: Column?)], keys: DictionaryKeyType, rowCount: Int) {
    switch keys {
    case .string:
      var rows = [[String: Double]](repeating: [:], count: rowCount)
      for (key, column) in columns {
        for row in 0..<rowCount { rows[row][key] = column?.number(row) }
      }
      self.init(.stringDictionaries(rows))
    case .int64:
      var rows = [[Int64: Double]](repeating: [:], count: rowCount)
      for (key, column) in columns {
        guard let key = Int64(key) else { continue }
        for row in 0..<rowCount { rows[row][key] = column?.number(row) }
      }
      self.init(.int64Dictionaries(rows))
    }
  }
}

extension Column {
  /// The number of one row; nil where it is missing or the column is of texts.
  func number(_ row: Int) -> Double? {
    if let missing, missing[row] { return nil }
    switch values {
    case .doubles(let values): return values[row]
    case .int64s(let values): return Double(values[row])
    case .strings: return nil
    }
  }
}
