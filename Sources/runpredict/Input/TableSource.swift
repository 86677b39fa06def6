import CommandLineKit
import ModelSpec
import Tables
import TabularML

/// The rows of a plain table, whose header names are feature names.
final class TableSource: RecordSource {
  let features: @Sendable (RecordChunk) -> FeatureBatch
  private let reader: TableReader
  private let binding: TableBinding
  /// Pieces of rows that were read and not given out yet, the next one last.
  private var waiting: [TableRows] = []
  private let file: Int
  private let wanted: [FeatureDescription]
  private let requests: [ColumnRequest]
  private let mappings: [ColumnMapping]
  /// The columns of the features that come from one column.
  private var cells: [String: Int] = [:]
  private var rowCount = 0

  init(
    _ source: ByteSource, file: Int, wanted: [FeatureDescription], input: InputOptions,
    mappings: [ColumnMapping], conversion: TableConversion = TableConversion(),
    isLineBuffered: Bool, threads: Int
  ) throws {
    self.file = file
    self.wanted = wanted
    self.mappings = mappings
    var options = input.tableOptions(expecting: wanted.flatMap(\.columnNames))
    options.mappings = mappings
    options.isLineBuffered = isLineBuffered
    options.keepsEmptyRows = conversion.keepsEmptyRows
    if conversion.takesNonFinite { options.missingHint = conversion.missingHint }
    options.threads = threads
    reader = try TableReader(source, options: options)
    let binding = try TableBinding(
      wanted, columnNames: reader.header.names + mappings.map(\.feature),
      takesNonFinite: conversion.takesNonFinite, isShapeFixed: conversion.isShapeFixed)
    self.binding = binding
    requests = binding.requests
    try reader.select(requests)
    features = { binding.batch($0.records) }
    for request in requests where wanted.contains(where: { $0.name == request.name }) {
      cells[request.name] = columns(of: request).first
    }
  }

  var inputColumns: InputColumns {
    let texts = requests.filter { $0.type == .string }.flatMap { columns(of: $0) }
    return InputColumns(names: reader.header.names, source: .cells(texts: Set(texts)))
  }

  var recordColumns: InputColumns {
    InputColumns(names: requests.map(\.name), source: .records)
  }

  var recordMembers: InputColumns { InputColumns(features: wanted) }

  var unit: RunText.Unit { .kilometre }

  var notes: [TableProblem] {
    let unused = unusedColumns
    if unused.isEmpty { return reader.notes }
    return reader.notes + [
      TableProblem(
        "unusedColumns", severity: .note, at: Place(line: reader.header.line),
        message: "\(count(unused.count, "column")) not used: \(listed(unused))")
    ]
  }

  var understood: String? { nil }

  var bindingLines: [String] {
    let width = requests.map { displayWidth($0.name) }.max() ?? 0
    return ["  \(count(rowCount, "row"))"]
      + requests.map { request in
        let padding = String(repeating: " ", count: width - displayWidth(request.name))
        return "  \(request.name)\(padding)  from \(origin(of: request))"
      }
  }

  func next() throws -> RecordChunk? {
    if waiting.isEmpty, let read = try reader.next() {
      // The rows of a chunk have arrays of one shape.
      let pieces = binding.shapeRanges(of: read.batch)
      waiting = pieces.count == 1 ? [read] : pieces.reversed().map { read.rows($0) }
    }
    guard let rows = waiting.popLast() else { return nil }
    rowCount += rows.batch.rowCount
    return RecordChunk(
      file: file, records: rows.batch,
      faults: rows.problems.map { RowFault(row: $0.row, cause: .cell($0)) },
      places: CellPlaces(block: rows.block, columns: cells), cells: rows.block)
  }

  private func origin(of request: ColumnRequest) -> String {
    switch mappings.last(where: { $0.feature == request.name })?.source {
    case .column(let name, _): "column \"\(name)\""
    case .constant(let text): "\"\(text)\" in every row"
    case nil:
      reader.header.names.contains(request.name) ? "column \"\(request.name)\"" : "nowhere: unknown"
    }
  }

  private func columns(of request: ColumnRequest) -> [Int] {
    if case .column(let name, _) = mappings.last(where: { $0.feature == request.name })?.source {
      return reader.header.columns(named: name)
    }
    return reader.header.columns(named: request.name)
  }

  private var unusedColumns: [String] {
    let used = Set(requests.flatMap { columns(of: $0) })
    return reader.header.names.indices.filter { !used.contains($0) }
      .map { reader.header.names[$0] }.filter { !$0.isEmpty }
  }
}

/// What a plain table may hold, which depends on what it is read for.
struct TableConversion {
  /// Whether `nan` and `inf` are numbers.
  var takesNonFinite = false
  /// The way out where a number is missing, if the model knows `nan` for that.
  var missingHint: String?
  /// Whether arrays must have the shape that the model declares.
  var isShapeFixed = false
  /// Whether a row of empty cells is answered like any other.
  var keepsEmptyRows = false
}

/// The first eight of some names.
func listed(_ names: [String]) -> String {
  let rest = names.count > 8 ? " and \(names.count - 8) more" : ""
  return names.prefix(8).joined(separator: ", ") + rest
}
