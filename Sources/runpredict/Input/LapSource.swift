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
    features = { binding.laps($0.records) }
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
