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
  /// Files that were read to their ends, which are not told yet.
  private var ended: [any RecordSource] = []
  private var toldFiles = 0
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
    let pipeline = OrderedPipeline<Job, Result<PredictedChunk?, any Error>>(threads: threads) {
      switch $0 {
      case .chunk(let chunk, let predictor): predictor.predict(chunk).map(Optional.some)
      case .fileEnd: .success(nil)
      }
    }
    do {
      try pipeline.run {
        try self.nextJob(predictor)
      } write: { result in
        if let chunk = try result.get() {
          try self.take(chunk, writer)
        } else {
          self.tellEnd()
        }
      }
    } catch let failure as SourceFailure {
      // Told now, behind what the rows before it had to say.
      try console.telling(of: failure.file, rejects: rejects) { () throws -> Void in
        throw failure.cause
      }
    }
    // Of two files none is left when the disk has no room for both.
    if console.errorCount == 0 { try writer.complete() }
    try report.finish()
    if console.errorCount > 0 { throw ExitCode.dataError }
    try writer.commit()
    if report.hasLeftOutBadRows { throw ExitCode.partial }
  }

  private enum Job: Sendable {
    case chunk(RecordChunk, ChunkPredictor)
    /// All rows of a file are read, which is told behind what they have to say.
    case fileEnd
  }

  /// What stops the reading of a file.
  private struct SourceFailure: Error {
    var cause: any Error
    var file: String
  }

  /// The next chunk of this file or of those after it.
  private func nextJob(_ predictor: (any RecordSource) -> ChunkPredictor) throws -> Job? {
    try Interruption.check()
    if source == nil { source = try openNext() }
    guard let source else { return nil }
    do {
      if let chunk = try source.next() {
        return .chunk(chunk, predictor(source))
      }
    } catch {
      throw SourceFailure(cause: error, file: sources.name(fileIndex))
    }
    ended.append(source)
    self.source = nil
    return .fileEnd
  }

  /// Tells what was understood of the first file of which the end was not told.
  private func tellEnd() {
    report.tell(ended.removeFirst(), file: sources.name(toldFiles))
    toldFiles += 1
  }

  private func openNext() throws -> (any RecordSource)? {
    fileIndex += 1
    guard fileIndex < sources.files.count else { return nil }
    let name = sources.name(fileIndex)
    let next: any RecordSource
    do {
      next = try sources.open(fileIndex)
    } catch {
      throw SourceFailure(cause: error, file: name)
    }
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
