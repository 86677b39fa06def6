import CommandLineKit
import ModelSpec
import Tables
import TabularML

/// The rows of a plain table, whose header names are feature names.
final class TableSource: RecordSource {
  let features: @Sendable (RecordChunk) -> FeatureBatch
  private let reader: TableReader
  private let file: Int
  private let wanted: [FeatureDescription]
  private let requests: [ColumnRequest]
  private let mappings: [ColumnMapping]
  /// The columns of the features that come from one column.
  private var cells: [String: Int] = [:]
  private var rowCount = 0

  init(
    _ source: ByteSource, file: Int, wanted: [FeatureDescription], input: InputOptions,
    mappings: [ColumnMapping], isLineBuffered: Bool, threads: Int
  ) throws {
    self.file = file
    self.wanted = wanted
    self.mappings = mappings
    var options = input.tableOptions(expecting: wanted.flatMap(\.columnNames))
    options.mappings = mappings
    options.isLineBuffered = isLineBuffered
    options.threads = threads
    reader = try TableReader(source, options: options)
    let binding = try TableBinding(
      wanted, columnNames: reader.header.names + mappings.map(\.feature))
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
    guard let rows = try reader.next() else { return nil }
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

/// The first eight of some names.
func listed(_ names: [String]) -> String {
  let rest = names.count > 8 ? " and \(names.count - 8) more" : ""
  return names.prefix(8).joined(separator: ", ") + rest
}
