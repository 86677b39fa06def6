import CommandLineKit
import ModelSpec
import Tables
import TabularML

/// Reads all records of an update into memory, and tells about the rows that are none.
struct TrainingReader {
  /// Records with the files and chunks that they came from.
  struct Reading {
    var records: TrainingRecords
    /// Rows that are no records or cannot be used.
    var leftOut = 0
    /// Whether some of them are wrong, not just no laps.
    var hasLeftOutBadRows = false
    /// The chunks as they were read, and the run of each of their rows, -1 if it is left out; empty
    /// if nobody wants them.
    var chunks: [(chunk: RecordChunk, runs: [Int])] = []
    /// The columns of the records of the first file, and the same for JSON.
    var columns: InputColumns
    var members: InputColumns
  }

  var sources: RecordSources
  var measure: ErrorMeasure
  /// The rows whose target cannot be learned.
  var targetProblems: (FeatureBatch) -> [RowProblem]
  /// The model in use, to find the rows that it cannot take.
  var plan: Plan
  var rejects: RejectsFile?
  var console: Console
  var keepsChunks = false

  func read() throws -> Reading {
    let report = RowReport(policy: sources.onError, rejects: rejects, console: console)
    var joiner = BatchJoiner()
    var runs: [Int] = []
    var files: [Int] = []
    var reading: Reading?
    for file in sources.files.indices {
      let name = sources.name(file)
      let source = try console.telling(of: name) { try sources.open(file) }
      var result =
        reading
        ?? Reading(
          records: .empty, columns: source.recordColumns, members: source.recordMembers)
      var runIndexes: [Int: Int] = [:]
      while let chunk = try console.telling(of: name, rejects: rejects, { try source.next() }) {
        try Interruption.check()
        let batch = source.features(chunk)
        let faults = try faults(of: chunk, batch)
        try report.tell(chunk, faults: faults, file: name)
        let unusable = Set(faults.map(\.row))
        let runOfRow = (0..<batch.rowCount).map { row in
          if unusable.contains(row) { return -1 }
          // Rows of a plain table have nothing in common: each is a run of its own.
          let key = sources.areLaps ? chunk.runs[row] : files.count
          if let index = runIndexes[key] { return index }
          runIndexes[key] = files.count
          files.append(file)
          return files.count - 1
        }
        let usable = runOfRow.indices.filter { runOfRow[$0] >= 0 }
        joiner.append(usable.count == batch.rowCount ? batch : batch.rows(usable))
        runs += usable.map { runOfRow[$0] }
        result.leftOut += chunk.leftOut.count + unusable.count
        if keepsChunks {
          var chunk = chunk
          chunk.features = batch
          result.chunks.append((chunk, runOfRow))
        }
        console.showProgress { _ in "\(runs.count) records read" }
      }
      report.tell(source, file: name)
      reading = result
    }
    try report.finish()
    guard var reading, console.errorCount == 0 else { throw ExitCode.dataError }
    reading.hasLeftOutBadRows = report.hasLeftOutBadRows
    reading.records = TrainingRecords(
      batch: joiner.batch, runs: runs,
      fingerprints: fingerprints(joiner.batch, runs: runs, files: files))
    return reading
  }

  /// What is wrong with the rows of a chunk: cells that cannot be read, then values that the model
  /// cannot take.
  private func faults(of chunk: RecordChunk, _ batch: FeatureBatch) throws -> [RowFault] {
    let problems =
      try plan.predict(measure.inputs(of: batch)).problems
      + targetProblems(batch)
    return chunk.faults(adding: problems)
  }

  private func fingerprints(_ batch: FeatureBatch, runs: [Int], files: [Int]) -> [Fingerprint] {
    let columns = zip(sources.wanted, batch.columns).filter { feature, _ in
      !sources.areLaps || !RunFingerprints.lapFileExceptions.contains(feature.name)
    }
    // Rows of plain tables may be alike without being the same, in one file or in two.
    return RunFingerprints.make(
      columns: columns.map(\.1), runs: runs, files: sources.areLaps ? files : files.map { _ in 0 })
  }
}

extension TrainingRecords {
  static let empty = TrainingRecords(
    batch: FeatureBatch(rowCount: 0, columns: []), runs: [], fingerprints: [])
}
