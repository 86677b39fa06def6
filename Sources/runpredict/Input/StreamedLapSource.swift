import Laps
import ModelSpec
import Tables
import TabularML

/// The laps of a stream whose rows are answered one by one, so that nothing can be looked for ahead.
///
/// The columns have the names of the features, distances are metres, decimals have a dot, and times are
/// clock values or seconds. Nothing is derived: what no column says is unknown.
final class StreamedLapSource: RecordSource {
  let features: @Sendable (RecordChunk) -> FeatureBatch
  private let table: TableSource

  init(_ source: ByteSource, file: Int, wanted: [FeatureDescription], input: InputOptions) throws {
    let columns = wanted.map { feature in
      var column = feature
      // An unnamed course is the empty text, and times are read as texts first.
      if feature.type == .string { column.isOptional = true }
      if feature.isTime { column.type = .string }
      return column
    }
    do {
      table = try TableSource(
        source, file: file, wanted: columns, input: input, mappings: input.mappings(for: wanted),
        isLineBuffered: true, threads: 1)
    } catch var problem as TableProblem where problem.kind == "missingColumn" {
      problem.hint =
        "with --line-buffered laps are known by the names of the features, in metres and seconds; "
        + "what other columns mean is found out without it, from the whole file"
      problem.didYouMean = nil
      throw problem
    }
    let fromCells = table.features
    features = { chunk in
      var batch = fromCells(chunk)
      for (index, feature) in wanted.enumerated() {
        if feature.isTime {
          batch.columns[index] = batch.columns[index].seconds
        } else {
          batch.columns[index].fillTexts()
        }
      }
      return batch
    }
    times = wanted.filter(\.isTime).map(\.name)
  }

  private let times: [String]

  var inputColumns: InputColumns { table.inputColumns }
  var inputMembers: InputColumns { table.inputMembers }
  var recordColumns: InputColumns { table.recordColumns }
  var recordMembers: InputColumns { table.recordMembers }
  var unit: RunText.Unit { .kilometre }
  var understood: String? { nil }
  var bindingLines: [String] { table.bindingLines }
  var notes: [TableProblem] { table.notes }

  func next() throws -> RecordChunk? {
    guard var chunk = try table.next() else { return nil }
    for name in times {
      guard let column = chunk.records.column(name), case .strings(let texts) = column.values else {
        continue
      }
      let isBad = texts.dictionary.map {
        TimeText.seconds($0) == nil && !MissingValue.isMissing($0)
      }
      for (row, code) in texts.codes.enumerated() where code >= 0 && isBad[Int(code)] {
        let message =
          "'\(name)' should be a time (5:12.3, 1:02:33 or seconds), found \"\(texts.dictionary[Int(code)])\""
        let problem =
          chunk.places?.problem("badTime", row: row, feature: name, message: message)
          ?? TableProblem(
            "badTime", at: Place(line: chunk.records.lines[row]), name: name, message: message)
        chunk.faults.append(RowFault(row: row, cause: .lap(problem)))
      }
    }
    return chunk
  }
}

extension FeatureDescription {
  /// Whether it is one of the times of a lap, as a number.
  fileprivate var isTime: Bool {
    type != .string && ["lapTime", "cumTime", "duration"].contains(name)
  }
}

extension FeatureColumn {
  /// A column of times as texts in seconds.
  fileprivate var seconds: FeatureColumn {
    guard case .strings(let texts) = values else { return self }
    let seconds = texts.dictionary.map { TimeText.seconds($0) }
    let values = texts.codes.map { $0 < 0 ? nil : seconds[Int($0)] }
    let missing = values.contains(nil) ? values.map { $0 == nil } : nil
    return FeatureColumn(.doubles(values.map { $0 ?? .nan }), missing: missing)
  }
}
