import Tables
import TabularML

/// Some records of one file, thousands where it has so many, with what was wrong about the rows they came from.
struct RecordChunk: Sendable {
  /// The index of the file on the command line.
  var file: Int
  var records: TableBatch
  /// For laps, per record the index of its run in the file.
  var runs: [Int] = []
  /// What cannot be read in rows that keep their place; one row may have several.
  var faults: [RowFault] = []
  /// Rows that are no records.
  var leftOut: [TableProblem] = []
  /// Where values stand, if the model finds something wrong with them.
  var places: (any ValuePlaces)?
  /// The cells as they stand in the file, for plain tables.
  var cells: RecordBlock?
  /// The lines as they stand in the file, for JSON lines.
  var lines: JSONRows?
  /// The features of the records, once they are known.
  var features: FeatureBatch?
}

extension RecordChunk {
  /// About how many bytes of text the rows come from.
  var byteCount: Int {
    if let cells { return cells.byteCount }
    if let lines { return lines.byteCount }
    return records.rowCount * 32
  }

  /// What is wrong with the rows, by row: what could not be read, then what the model cannot take.
  func faults(adding problems: [RowProblem]) -> [RowFault] {
    if problems.isEmpty { return faults.sorted { $0.row < $1.row } }
    // A row that could not be read is told once, with its cell.
    var told = Set(faults.map(\.row))
    let found = problems.filter { told.insert($0.row).inserted }.map { problem in
      RowFault(
        row: problem.row,
        cause: .prediction(problem, line: records.lines[problem.row], places: places))
    }
    return (faults + found).sorted { $0.row < $1.row }
  }
}

/// Something wrong in a row of a chunk; its sentence is made only when somebody wants to read it.
struct RowFault: Sendable {
  enum Cause: Sendable {
    case cell(CellProblem)
    case json(JSONRowProblem)
    case lap(TableProblem)
    case prediction(TabularML.RowProblem, line: Int, places: (any ValuePlaces)?)
  }

  var row: Int
  var cause: Cause

  var kind: String {
    switch cause {
    case .cell(let problem): problem.kind.rawValue
    case .json(let problem): problem.kind.rawValue
    case .lap(let problem): problem.kind.rawValue
    case .prediction(let problem, _, _): problem.word
    }
  }

  var problem: TableProblem {
    switch cause {
    case .cell(let problem): problem.problem
    case .json(let problem): problem.problem
    case .lap(let problem): problem
    case .prediction(let problem, let line, let places):
      problem.inTable(line: line, places: places)
    }
  }
}

extension TabularML.RowProblem {
  /// The problem at the value that it is about, if that is at one place, else in its line.
  fileprivate func inTable(line: Int, places: (any ValuePlaces)?) -> TableProblem {
    let kind = TableProblem.Kind(rawValue: word)
    var problem =
      places?.problem(kind, row: row, feature: feature, message: message)
      ?? TableProblem(kind, at: Place(line: line), name: feature, message: message)
    problem.hint = problem.hint ?? hint
    return problem
  }
}

/// A chunk with its predictions.
struct PredictedChunk: Sendable {
  var input: RecordChunk
  /// A column for each output of the model.
  var outputs: FeatureBatch
  /// Per row whether there is no prediction; nil if all rows have one.
  var isFaulty: [Bool]?
  /// What is wrong in the input and with the predictions, by row.
  var faults: [RowFault]
  /// The rows as they will be written.
  var bytes: [UInt8] = []

  /// The chunk without its rows, where only their text is still wanted.
  var onlyBytes: PredictedChunk {
    PredictedChunk(
      input: RecordChunk(
        file: input.file, records: TableBatch(rowCount: 0, columns: [], lines: [])),
      outputs: FeatureBatch(rowCount: 0, columns: []), faults: [], bytes: bytes)
  }
}
