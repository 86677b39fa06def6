import Laps
import ModelSpec
import Tables
import TabularML

/// The laps of one file.
final class LapSource: RecordSource {
  let features: @Sendable (RecordChunk) -> FeatureBatch
  let unit: RunText.Unit
  private let reader: LapReader
  private let file: Int
  private var digest = LapDigest()

  init(_ source: ByteSource, file: Int, wanted: [FeatureDescription], options: LapOptions) throws {
    self.file = file
    reader = try LapReader(source, options: options)
    unit = options.units == .imperial || LapSource.isInMiles(reader.file) ? .mile : .kilometre
    let binding = try TableBinding(wanted, columnNames: RunFeatures.names + ["duration"])
    let types = Dictionary(
      wanted.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    features = { chunk in
      var records = chunk.records
      records.columns = records.columns.map { column in
        switch types[column.name] {
        case .int64: column.wholeNumbers
        case .string: column.emptyWhereMissing
        default: column
        }
      }
      return binding.batch(records)
    }
  }

  var inputColumns: InputColumns { InputColumns(names: RunFeatures.names, source: .records) }

  var recordColumns: InputColumns {
    InputColumns(names: RunFeatures.names + ["duration"], source: .records)
  }

  var notes: [TableProblem] { reader.notes }

  var understood: String? {
    digest.sentence(reader.file)
  }

  var bindingLines: [String] {
    let width = RunFeatures.names.map(\.count).max() ?? 0
    var lines = reader.file.bindings.map { binding in
      let name = "\(binding.feature)"
      let padded = name + String(repeating: " ", count: max(0, width - name.count))
      let unit = binding.unit.map { " \(LapUnit.phrase($0))" } ?? ""
      return "  \(padded)  from \(binding.column)\(unit)"
    }
    if !reader.file.unusedColumns.isEmpty {
      lines.append("  not used: \(reader.file.unusedColumns.joined(separator: ", "))")
    }
    return lines
  }

  func next() throws -> RecordChunk? {
    guard let batch = try reader.next() else { return nil }
    digest.add(batch, runs: reader.summary.runs)
    return RecordChunk(
      file: file, records: batch.records, runs: batch.runs,
      faults: zip(batch.rejected, batch.errors).map { RowFault(row: $0, cause: .lap($1)) },
      leftOut: batch.leftOut)
  }

  private static func isInMiles(_ file: LapFile) -> Bool {
    file.bindings.contains { $0.unit == "miles" }
  }
}

extension Column {
  /// The column as integers, for a model that wants the number of a lap as Int64.
  fileprivate var wholeNumbers: Column {
    guard case .doubles(let values) = values else { return self }
    let whole = values.map { Int64(exactly: $0) }
    let missing = whole.contains(nil) ? whole.map { $0 == nil } : nil
    return Column(name: name, values: .int64s(whole.map { $0 ?? 0 }), missing: missing)
  }

  /// The column with the empty text where there is none: a run on no named course.
  fileprivate var emptyWhereMissing: Column {
    guard case .strings(var texts) = values, texts.codes.contains(where: { $0 < 0 }) else {
      return self
    }
    let empty = Int32(texts.dictionary.firstIndex(of: "") ?? texts.dictionary.count)
    if Int(empty) == texts.dictionary.count { texts.dictionary.append("") }
    texts.codes = texts.codes.map { $0 < 0 ? empty : $0 }
    return Column(name: name, values: .strings(texts))
  }
}
