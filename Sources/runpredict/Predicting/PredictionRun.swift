import CommandLineKit
import Tables

/// One run of `predict`: reads the files, predicts with several threads, writes in order, and tells
/// what happened to every row.
final class PredictionRun {
  private let console: Console
  private let sources: RecordSources
  private let report: RowReport
  private let rejects: RejectsFile?
  /// The columns that the result repeats; all files must have those of the first one.
  private let repeated: ((any RecordSource) -> InputColumns)?
  /// The file that was opened first, for what has to be known before the first row.
  let first: any RecordSource
  private var source: (any RecordSource)?
  private var fileIndex = 0
  private var rowCount = 0

  init(
    _ sources: RecordSources, repeating repeated: ((any RecordSource) -> InputColumns)?,
    rejects: RejectsFile?, console: Console
  ) throws {
    self.sources = sources
    self.repeated = repeated
    self.console = console
    self.rejects = rejects
    report = RowReport(policy: sources.onError, rejects: rejects, console: console)
    first = try console.telling(of: sources.name(0)) { try sources.open(0) }
    source = first
  }

  /// Predicts everything; `predictor` makes what is needed for the columns of one file.
  func run(
    threads: Int, to writer: ResultWriter, predictor: (any RecordSource) -> ChunkPredictor
  ) throws {
    let pipeline = OrderedPipeline<Job, Result<PredictedChunk, any Error>>(threads: threads) {
      $0.predictor.predict($0.chunk)
    }
    var failure: (any Error)?
    do {
      try pipeline.run {
        try self.nextJob(predictor)
      } write: { result in
        try self.take(result.get(), writer)
      }
    } catch {
      failure = error
    }
    if let failure { throw failure }
    // Of two files none is left when the disk has no room for both.
    if console.errorCount == 0 { try writer.complete() }
    try report.finish()
    if console.errorCount > 0 { throw ExitCode.dataError }
    try writer.commit()
    if report.hasLeftOutBadRows { throw ExitCode.partial }
  }

  private struct Job: Sendable {
    var chunk: RecordChunk
    var predictor: ChunkPredictor
  }

  /// The next chunk of this file or of those after it.
  private func nextJob(_ predictor: (any RecordSource) -> ChunkPredictor) throws -> Job? {
    try Interruption.check()
    while let source {
      let name = sources.name(fileIndex)
      if let chunk = try console.telling(of: name, rejects: rejects, { try source.next() }) {
        return Job(chunk: chunk, predictor: predictor(source))
      }
      report.tell(source, file: name)
      self.source = try openNext()
    }
    return nil
  }

  private func openNext() throws -> (any RecordSource)? {
    fileIndex += 1
    guard fileIndex < sources.files.count else { return nil }
    let name = sources.name(fileIndex)
    let next = try console.telling(of: name) { try sources.open(fileIndex) }
    if let repeated, repeated(next).names != repeated(first).names {
      throw FileProblem(
        TableProblem(
          "otherColumns",
          message: "the columns are not those of \(sources.name(0)), with which the result began",
          hint: "predict the files one by one"), file: name)
    }
    return next
  }

  private func take(_ chunk: PredictedChunk, _ writer: ResultWriter) throws {
    try report.tell(chunk.input, faults: chunk.faults, file: sources.name(chunk.input.file))
    rowCount += chunk.input.records.rowCount
    console.showProgress { seconds in
      "\(count(rowCount, "row")), \(grouped(Int(Double(rowCount) / max(seconds, 0.001)))) rows/s"
    }
    // After an error the rest is read only to find the others; nobody waits for them at a pipe.
    if console.errorCount == 0 || sources.isLineBuffered { try writer.write(chunk) }
    if console.errorCount > 0, sources.isLineBuffered { throw ExitCode.dataError }
  }
}
