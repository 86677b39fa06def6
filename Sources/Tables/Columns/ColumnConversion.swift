import CFastPath

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
  /// By row, the texts of cells that hold a list in JSON; their values are placeholders.
  package var lists: [Int: String] = [:]
  /// The rows of cells that are `nan` or `inf`.
  var nonFiniteRows: [Int] = []
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
  /// texts are missing in a column of strings; in numbers it is always `words`. `takesLists` says
  /// whether a cell of a number may hold a list instead.
  package func convert(
    _ cell: Int, to type: ColumnType, format: NumberFormat = NumberFormat(),
    missing: MissingRule = .words, takesLists: Bool = false
  ) -> ConvertedColumn {
    switch type {
    case .double: return doubles(cell, NumberParser(format), takesLists)
    case .int64: return integers(cell, NumberParser(format), takesLists)
    case .string: return strings(cell, missing)
    }
  }

  /// The values of a column whose cells are plain decimals, such as `-0.5`, or plain digits if there is
  /// no mark; `others` are the rows whose cell is something else, and their values are NaN.
  package func decimals(_ cell: Int, mark: DecimalMark?) -> (values: [Double], others: [UInt32]) {
    var values = [Double](repeating: .nan, count: rowCount)
    let others = unsafe [UInt32](unsafeUninitializedCapacity: rowCount) { others, count in
      guard let others = others.baseAddress else { return }
      count = unsafe withColumn(cell) { column in
        unsafe values.withUnsafeMutableBufferPointer { values in
          guard let values = values.baseAddress else { return 0 }
          return unsafe fast_decimals(column, mark?.byte ?? 0, values, others)
        }
      }
    }
    return (values, others)
  }

  /// The rows whose cell is not the same text as in the row above, the first row among them.
  private func changes(_ cell: Int) -> [UInt32] {
    unsafe [UInt32](unsafeUninitializedCapacity: rowCount) { rows, count in
      guard let rows = rows.baseAddress else { return }
      count = unsafe withColumn(cell) { unsafe fast_changes($0, rows) }
    }
  }

  /// Gives a column as C sees it.
  private func withColumn<R>(_ cell: Int, _ body: (UnsafePointer<fast_column>) -> R) -> R {
    unsafe cells.bytes.withUnsafeBufferPointer { bytes in
      unsafe cells.ends.withUnsafeBufferPointer { ends in
        unsafe rows.first.withUnsafeBufferPointer { first in
          unsafe rows.last.withUnsafeBufferPointer { last in
            var column = unsafe fast_column(
              text: bytes.baseAddress, ends: ends.baseAddress, first: first.baseAddress,
              last: last.baseAddress, rows: rowCount,
              column: UInt32(truncatingIfNeeded: cell), gap: cells.gap)
            return unsafe body(&column)
          }
        }
      }
    }
  }

  private func doubles(
    _ cell: Int, _ parser: NumberParser, _ takesLists: Bool
  ) -> ConvertedColumn {
    var (values, others) = decimals(cell, mark: parser.format.mark)
    var gaps = ColumnGaps(rowCount, takesLists: takesLists)
    var nonFiniteRows: [Int] = []
    for row in others.lazy.map(Int.init) {
      let text = cells.bytes.span.extracting(range(row, cell))
      do throws(NumberFailure) {
        values[row] = try parser.double(text)
        if !values[row].isFinite { nonFiniteRows.append(row) }
      } catch {
        gaps.add(row, text, error)
      }
    }
    return ConvertedColumn(
      values: .doubles(values), missing: gaps.missing, failures: gaps.failures, lists: gaps.lists,
      nonFiniteRows: nonFiniteRows)
  }

  private func integers(
    _ cell: Int, _ parser: NumberParser, _ takesLists: Bool
  ) -> ConvertedColumn {
    var values = [Int64](repeating: 0, count: rowCount)
    var gaps = ColumnGaps(rowCount, takesLists: takesLists)
    for row in 0..<rowCount {
      let text = cells.bytes.span.extracting(range(row, cell))
      do throws(NumberFailure) {
        values[row] = try parser.int64(text)
      } catch {
        gaps.add(row, text, error)
      }
    }
    return ConvertedColumn(
      values: .int64s(values), missing: gaps.missing, failures: gaps.failures, lists: gaps.lists)
  }

  private func strings(_ cell: Int, _ rule: MissingRule) -> ConvertedColumn {
    var codes = [Int32](repeating: -1, count: rowCount)
    var missing: [Bool]?
    var dictionary = TextDictionary()
    let bytes = cells.bytes.span
    // Laps of one course follow one another: each such text is looked at once.
    let starts = changes(cell)
    for (index, start) in starts.enumerated() {
      let row = Int(start)
      let rows = row..<(index + 1 < starts.count ? Int(starts[index + 1]) : rowCount)
      let range = range(row, cell)
      let isMissing =
        range.isEmpty || (rule == .words && MissingValue.isMissing(bytes.extracting(range)))
      if isMissing {
        if missing == nil { missing = [Bool](repeating: false, count: rowCount) }
        for row in rows { missing?[row] = true }
      } else {
        let code = dictionary.code(of: range, in: bytes)
        for row in rows { codes[row] = code }
      }
    }
    let column = StringColumn(codes: codes, dictionary: dictionary.texts)
    return ConvertedColumn(values: .strings(column), missing: missing)
  }
}

/// The rows of a column without a number, and why.
private struct ColumnGaps {
  private let rowCount: Int
  private let takesLists: Bool
  private(set) var missing: [Bool]?
  private(set) var failures: [CellFailure] = []
  private(set) var lists: [Int: String] = [:]

  init(_ rowCount: Int, takesLists: Bool) {
    self.rowCount = rowCount
    self.takesLists = takesLists
  }

  mutating func add(_ row: Int, _ text: Span<UInt8>, _ failure: NumberFailure) {
    if takesLists, !text.isEmpty, text[0] == UInt8(ascii: "[") {
      lists[row] = String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
      return
    }
    if missing == nil { missing = [Bool](repeating: false, count: rowCount) }
    missing?[row] = true
    if !MissingValue.isMissing(text) { failures.append(CellFailure(row: row, failure: failure)) }
  }
}
