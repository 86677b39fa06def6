/// Turns the cells of blocks into the columns that were asked for; any thread may do so.
struct RowConverter: Sendable {
  let header: TableHeader
  var requests: [ColumnRequest] = []
  var bindings: [ColumnBinding] = []
  /// How the numbers of a column are written, by the index of the column.
  var formats: [Int: NumberFormat] = [:]

  /// The way out where a number that could be `nan` is missing.
  var missingHint: String?

  func rows(of block: RecordBlock) -> TableRows {
    let context = CellProblem.Context(
      block: block, header: header, missingHint: missingHint)
    var columns: [Column] = []
    var problems = longRows(context)
    var nonFiniteRows: [Int] = []
    for (request, binding) in zip(requests, bindings) {
      let converted: ConvertedColumn
      switch binding {
      case .constant(let constant): converted = constant.repeated(block.rowCount)
      case .absent: converted = request.type.missingColumn(block.rowCount)
      case .column(let cell):
        var format = formats[cell] ?? NumberFormat()
        format.takesNonFinite = request.takesNonFinite
        converted = block.convert(
          cell, to: request.type, format: format, missing: .emptyOnly,
          takesLists: request.takesLists)
        problems += cellProblems(context, cell, request, converted)
        nonFiniteRows += converted.nonFiniteRows
      }
      columns.append(
        Column(
          name: request.name, values: converted.values, missing: converted.missing,
          lists: converted.lists))
    }
    problems.sort { ($0.row, $0.cell) < ($1.row, $1.cell) }
    let batch = TableBatch(rowCount: block.rowCount, columns: columns, lines: block.lines)
    return TableRows(
      batch: batch, problems: problems, block: block, nonFiniteRows: nonFiniteRows)
  }

  /// Rows with something in a cell for which the header has no name at all.
  private func longRows(_ context: CellProblem.Context) -> [CellProblem] {
    let (block, width) = (context.block, header.names.count)
    var problems: [CellProblem] = []
    for row in 0..<block.rowCount where block.cellCount(row) > width {
      guard
        let extra = (width..<block.cellCount(row)).first(where: { !block.range(row, $0).isEmpty })
      else { continue }
      problems.append(
        CellProblem(row: row, cell: extra, feature: nil, reason: .extraCell, context: context))
    }
    return problems
  }

  private func cellProblems(
    _ context: CellProblem.Context, _ cell: Int, _ request: ColumnRequest,
    _ column: ConvertedColumn
  ) -> [CellProblem] {
    func problem(_ row: Int, _ reason: CellProblem.Reason) -> CellProblem {
      CellProblem(
        row: row, cell: cell, feature: request.name, reason: reason, context: context,
        takesNonFinite: request.takesNonFinite)
    }
    var problems = column.failures.map { problem($0.row, .number($0.failure)) }
    guard request.isRequired, let missing = column.missing else { return problems }
    let failed = Set(column.failures.map(\.row))
    for row in missing.indices where missing[row] && !failed.contains(row) {
      problems.append(problem(row, .missingValue))
    }
    return problems
  }
}
