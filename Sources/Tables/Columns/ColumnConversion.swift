/// A cell that has no value of the type that was asked for.
package struct CellFailure: Sendable, Equatable {
  package var row: Int
  package var failure: NumberFailure
}

/// A column of a block as typed values; a cell that failed is missing among them.
package struct ConvertedColumn: Sendable, Equatable {
  package var values: ColumnValues
  /// For each row whether its value is missing; nil when none is.
  package var missing: [Bool]?
  package var failures: [CellFailure] = []
}

/// Which texts of a column stand for "not known".
package enum MissingRule: Sendable {
  /// The words of `MissingValue`, such as `--`.
  case words
  /// Only the empty cell, so that a category may be called `none`.
  case emptyOnly
}

extension RecordBlock {
  /// Reads one column, without an allocation for each cell.
  ///
  /// `cell` is the index of the column; rows that are too short have no value. `missing` says which
  /// texts are missing in a column of strings; in numbers it is always `words`.
  package func convert(
    _ cell: Int, to type: ColumnType, format: NumberFormat = NumberFormat(),
    missing: MissingRule = .words
  ) -> ConvertedColumn {
    let parser = NumberParser(format)
    switch type {
    case .double:
      return numbers(cell, missingValue: Double.nan, ColumnValues.doubles) {
        text throws(NumberFailure) in try parser.double(text)
      }
    case .int64:
      return numbers(cell, missingValue: Int64(0), ColumnValues.int64s) {
        text throws(NumberFailure) in try parser.int64(text)
      }
    case .string:
      return strings(cell, missing)
    }
  }

  @inline(__always)
  private func numbers<Number>(
    _ cell: Int, missingValue: Number, _ column: ([Number]) -> ColumnValues,
    _ parse: (Span<UInt8>) throws(NumberFailure) -> Number
  ) -> ConvertedColumn {
    var values = [Number](repeating: missingValue, count: rowCount)
    var missing: [Bool]?
    var failures: [CellFailure] = []
    let bytes = bytes.span
    for row in 0..<rowCount {
      let text = bytes.extracting(range(row, cell))
      do throws(NumberFailure) {
        values[row] = try parse(text)
      } catch {
        if missing == nil { missing = [Bool](repeating: false, count: rowCount) }
        missing?[row] = true
        if !MissingValue.isMissing(text) { failures.append(CellFailure(row: row, failure: error)) }
      }
    }
    return ConvertedColumn(values: column(values), missing: missing, failures: failures)
  }

  private func strings(_ cell: Int, _ rule: MissingRule) -> ConvertedColumn {
    var codes = [Int32](repeating: -1, count: rowCount)
    var missing: [Bool]?
    var dictionary = TextDictionary()
    let bytes = bytes.span
    for row in 0..<rowCount {
      let range = range(row, cell)
      let isMissing =
        range.isEmpty || (rule == .words && MissingValue.isMissing(bytes.extracting(range)))
      if isMissing {
        if missing == nil { missing = [Bool](repeating: false, count: rowCount) }
        missing?[row] = true
      } else {
        codes[row] = dictionary.code(of: range, in: bytes)
      }
    }
    let column = StringColumn(codes: codes, dictionary: dictionary.texts)
    return ConvertedColumn(values: .strings(column), missing: missing)
  }
}
