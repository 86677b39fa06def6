import CommandLineKit
import Laps
import ModelSpec
import Tables
import TabularML

/// The rows of a file of JSON lines: one object a line, keyed by feature name.
final class JSONLinesSource: RecordSource {
  let features: @Sendable (RecordChunk) -> FeatureBatch
  let inputColumns: InputColumns
  let inputMembers = InputColumns(names: [], source: .members)
  let recordMembers: InputColumns
  private let text: TextSource
  private let lines: LineReader
  private let file: Int
  private let wanted: [FeatureDescription]
  /// Nil if the rows are no laps.
  private var laps: LapLines?
  private var reader: JSONFeatureReader
  /// Lines that were read and not given out yet, from `position` on.
  private var block: LineBlock?
  private var position = 0
  private var rowCount = 0

  init(
    _ source: ByteSource, file: Int, wanted: [FeatureDescription], input: InputOptions,
    areLaps: Bool, purpose: LapOptions.Purpose, isLineBuffered: Bool
  ) throws {
    self.file = file
    self.wanted = wanted
    laps = areLaps ? LapLines(wanted) : nil
    reader = try JSONFeatureReader(
      laps?.features ?? wanted, mappings: input.mappings(for: wanted),
      known: areLaps ? Set(RunFeatures.names + ["duration"]) : [],
      // The trainer puts rows together; arrays of a model's inputs are judged by the model.
      isShapeFixed: purpose == .update)
    text = TextSource(source, encoding: input.encoding?.encoding, isUnicode: true)
    for _ in 0..<input.skip where try text.skipLine() == nil { break }
    lines = LineReader(text, isLineBuffered: isLineBuffered)
    let noRows = reader.noRows
    inputColumns = InputColumns(features: wanted, shapedLike: noRows)
    // Laps are shown by the names that they have, not by those of the training inputs.
    recordMembers = areLaps ? inputMembers : InputColumns(features: wanted)
    features = { $0.features ?? noRows }
  }

  var recordColumns: InputColumns { inputColumns }
  var unit: RunText.Unit { .kilometre }
  var understood: String? { nil }
  var bindingLines: [String] { ["  \(count(rowCount, "row"))"] }

  var notes: [TableProblem] {
    let unused = reader.unusedNames
    var notes = text.encodingNote.map { [$0] } ?? []
    // Unlike a table without a header, no lines are a file like any other: a stream may end before
    // anybody has asked.
    if rowCount == 0 {
      notes.append(TableProblem("empty", severity: .note, message: "there are no rows"))
    }
    if unused.isEmpty { return notes }
    return notes + [
      TableProblem(
        "unusedKeys", severity: .note,
        message: "\(count(unused.count, "key")) not used: \(listed(unused))")
    ]
  }

  func next() throws -> RecordChunk? {
    while block.map({ position >= $0.ranges.count }) ?? true {
      guard let next = try lines.next() else {
        return nil
      }
      block = next
      position = 0
    }
    guard let block else { return nil }
    var rows = reader.read(block, from: position)
    position = rows.range.upperBound
    rowCount += rows.batch.rowCount
    let runs = laps?.complete(&rows.batch) ?? []
    return RecordChunk(
      file: file,
      records: TableBatch(
        rowCount: rows.batch.rowCount, columns: [], lines: Array(block.numbers[rows.range])),
      runs: runs, faults: rows.problems.map { RowFault(row: $0.row, cause: .json($0)) },
      places: rows, lines: rows, features: rows.batch)
  }
}

extension InputOptions {
  /// What `--map`, `--course` and `--distance` say about features that are wanted.
  func mappings(for wanted: [FeatureDescription]) -> [ColumnMapping] {
    var mappings = map.map(\.mapping)
    func add(_ name: String, _ text: String?) {
      guard let text, wanted.contains(where: { $0.name == name }) else { return }
      mappings.append(ColumnMapping(feature: name, source: .constant(text)))
    }
    add("course", course)
    add("distance", distance.map { NumberText.text($0.metres) })
    return mappings
  }
}
