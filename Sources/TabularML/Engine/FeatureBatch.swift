package import ModelSpec
package import Tables

/// Many rows of features, a column per feature, in the order of the model's inputs or outputs.
package struct FeatureBatch: Sendable {
  package var rowCount: Int
  package var columns: [FeatureColumn]
  /// Rows that whoever filled the columns could not use, at most one problem a row.
  ///
  /// Such a row's cells hold placeholders; a plan leaves it out and passes its problem on.
  package var problems: [RowProblem]

  package init(rowCount: Int, columns: [FeatureColumn], problems: [RowProblem] = []) {
    self.rowCount = rowCount
    self.columns = columns
    self.problems = problems
  }
}

/// The values of one feature for all rows.
package struct FeatureColumn: Sendable {
  package enum Values: Sendable {
    /// Missing values are NaN.
    case doubles([Double])
    case int64s([Int64])
    case strings(StringColumn)
    case arrays(ArrayColumn)
    case int64Dictionaries([[Int64: Double]])
    case stringDictionaries([[String: Double]])
    case int64Sequences([[Int64]])
    case stringSequences([[String]])
    /// Dictionaries with the same keys in every row, such as a probability for each class.
    case probabilities(ProbabilityColumn)
  }

  package var values: Values
  /// For each row whether its value is missing; nil when none is.
  package var missing: [Bool]?

  package init(_ values: Values, missing: [Bool]? = nil) {
    self.values = values
    self.missing = missing
  }
}

/// One MultiArray per row, all of one shape, stored row after row in C order.
package struct ArrayColumn: Sendable {
  package enum Elements: Sendable {
    case doubles([Double])
    case floats([Float])
    case int32s([Int32])
  }

  /// The shape of one row's array.
  package var shape: [Int]
  package var elements: Elements

  package init(shape: [Int], elements: Elements) {
    self.shape = shape
    self.elements = elements
  }
}

/// A number for each key, row after row.
package struct ProbabilityColumn: Sendable {
  package var keys: ClassLabels
  package var values: [Double]

  package init(keys: ClassLabels, values: [Double]) {
    self.keys = keys
    self.values = values
  }

  /// The numbers of one row, in the order of the keys.
  package func row(_ row: Int) -> ArraySlice<Double> {
    values[row * keys.count..<(row + 1) * keys.count]
  }
}
