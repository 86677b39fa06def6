import Tables

/// A block of rows with the columns that could be read as a whole, on any thread.
///
/// What such a column does not hold is read cell by cell, so preparing changes no answer.
struct PreparedBlock: Sendable {
  let records: RecordBlock
  /// For each field of the reader its values; NaN where the cell has to be read, empty where all have.
  var fields: [[Double]] = []
  /// Lap numbers that are plain digits, or NaN.
  var lapNumbers: [Double] = []
  var courses: StringColumn?
  /// The runs to which no rule has anything to add.
  var plain: [PlainRecords] = []
}

/// Plain runs with their records, which need only be put in their place among those of the file.
struct PlainRecords: Sendable {
  var runs: PlainRuns
  var records: LapColumns
}

/// The columns of a layout that can be read as a whole.
struct BlockPreparation: Sendable {
  /// Columns of plain decimals and the factor to metres or seconds; nil for others.
  var fields: [(column: Int, mark: DecimalMark, factor: Double)?] = []
  var numberColumn: Int?
  var courseColumn: Int?
  /// Nil where the rules need to see every row.
  var plainRuns: PlainRunFinder?

  func prepare(_ block: RecordBlock) -> PreparedBlock {
    var prepared = PreparedBlock(records: block)
    prepared.fields = fields.map { field in
      guard let field else { return [] }
      var values = block.decimals(field.column, mark: field.mark).values
      if field.factor != 1 { for row in values.indices { values[row] *= field.factor } }
      return values
    }
    if let numberColumn {
      prepared.lapNumbers = block.decimals(numberColumn, mark: nil).values
    }
    if let courseColumn,
      case .strings(let courses) = block.convert(courseColumn, to: .string).values
    {
      prepared.courses = courses
    }
    if let plainRuns {
      var durations = [Double](repeating: .nan, count: block.rowCount)
      let found = plainRuns.find(prepared, durations: &durations)
      let at = plainRuns.positions
      let columns = [
        prepared.fields[at.distance], prepared.lapNumbers, prepared.fields[at.lapDistance],
        prepared.fields[at.cumDistance], prepared.fields[at.lapTime], prepared.fields[at.cumTime],
        durations,
      ]
      prepared.plain = found.map {
        PlainRecords(
          runs: $0,
          records: LapColumns(block, $0, columns: columns, courses: prepared.courses?.codes))
      }
    }
    return prepared
  }
}
