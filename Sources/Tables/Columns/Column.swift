/// The type that a caller asks a column to have.
package enum ColumnType: String, Sendable {
  case double, int64, string
}

/// Texts as codes into a dictionary, so that a repeated text is stored once.
package struct StringColumn: Sendable, Equatable {
  /// For each row the index of its text in `dictionary`; -1 where the value is missing.
  package var codes: [Int32]
  /// The distinct texts, in the order in which they first appear.
  package var dictionary: [String]

  package init(codes: [Int32] = [], dictionary: [String] = []) {
    self.codes = codes
    self.dictionary = dictionary
  }
}

/// The values of one column for all rows of a batch.
package enum ColumnValues: Sendable, Equatable {
  /// Missing values are NaN; the column's `missing` says which.
  case doubles([Double])
  /// Missing values are 0; the column's `missing` says which.
  case int64s([Int64])
  case strings(StringColumn)
}

/// A named column of a batch.
package struct Column: Sendable, Equatable {
  package var name: String
  package var values: ColumnValues
  /// For each row whether its value is missing; nil when none is.
  package var missing: [Bool]?
  /// By row, the texts of cells that hold a list in JSON where a number could stand.
  package var lists: [Int: String]

  package init(
    name: String, values: ColumnValues, missing: [Bool]? = nil, lists: [Int: String] = [:]
  ) {
    self.name = name
    self.values = values
    self.missing = missing
    self.lists = lists
  }

  /// Some of the rows.
  package func rows(_ range: Range<Int>) -> Column {
    let values: ColumnValues =
      switch self.values {
      case .doubles(let values): .doubles(Array(values[range]))
      case .int64s(let values): .int64s(Array(values[range]))
      case .strings(let texts):
        .strings(StringColumn(codes: Array(texts.codes[range]), dictionary: texts.dictionary))
      }
    var lists: [Int: String] = [:]
    for (row, list) in self.lists where range.contains(row) {
      lists[row - range.lowerBound] = list
    }
    return Column(
      name: name, values: values, missing: missing.map { Array($0[range]) }, lists: lists)
  }
}

/// Some thousand consecutive rows of a table, as typed columns.
package struct TableBatch: Sendable, Equatable {
  package var rowCount: Int
  package var columns: [Column]
  /// For each row the line on which its record begins, counted from 1 as an editor does.
  package var lines: [Int]

  package init(rowCount: Int, columns: [Column], lines: [Int]) {
    self.rowCount = rowCount
    self.columns = columns
    self.lines = lines
  }

  /// Some of the rows.
  package func rows(_ range: Range<Int>) -> TableBatch {
    TableBatch(
      rowCount: range.count, columns: columns.map { $0.rows(range) }, lines: Array(lines[range]))
  }
}
