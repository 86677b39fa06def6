import CommandLineKit
import Laps
import Tables

/// Tells what became of rows that are no records or cannot be used, and lists them in a file.
final class RowReport {
  private let policy: ErrorPolicy
  private let rejects: RejectsFile?
  private let console: Console
  /// Whether rows are missing from the result because they are wrong, not because they are no laps.
  private(set) var hasLeftOutBadRows = false

  init(policy: ErrorPolicy, rejects: RejectsFile?, console: Console) {
    self.policy = policy
    self.rejects = rejects
    self.console = console
  }

  /// Tells about the rows of a chunk, in their order; with `stop` faults are errors.
  func tell(_ chunk: RecordChunk, faults: [RowFault], file: String) throws(OutputError) {
    var leftOut = chunk.leftOut[...]
    for fault in faults {
      let line = chunk.records.lines[fault.row]
      while let problem = leftOut.first, let place = problem.place, place.line < line {
        try tell(problem, file: file)
        leftOut.removeFirst()
      }
      try tell(fault, file: file)
    }
    for problem in leftOut { try tell(problem, file: file) }
  }

  /// Tells about a row that is no record.
  private func tell(_ problem: TableProblem, file: String) throws(OutputError) {
    let isByRule = LeftOutReason(rawValue: problem.kind.rawValue) != nil
    if !isByRule, policy == .skip { hasLeftOutBadRows = true }
    try rejects?.add(problem, file: file)
    // Rows that simply are no laps are counted in the line about the file.
    if !isByRule || console.isVerbose || console.printer.form == .json {
      console.report(problem, file: file)
    }
  }

  private func tell(_ fault: RowFault, file: String) throws(OutputError) {
    if policy == .skip { hasLeftOutBadRows = true }
    let problem = rejects == nil ? nil : fault.problem
    if let problem { try rejects?.add(problem, file: file) }
    console.report(policy == .stop ? .error : .leftOut, kind: fault.kind) {
      Diagnostic(problem ?? fault.problem, file: file)
    }
  }

  /// Tells what was understood of a file that was read to its end.
  func tell(_ source: any RecordSource, file: String) {
    if let understood = source.understood { console.note(understood, kind: "read", file: file) }
    for note in source.notes { console.report(note, file: file) }
    for line in source.bindingLines { console.detail(line) }
  }

  /// Puts the file with the rejected rows into its place.
  func finish() throws(OutputError) { try rejects?.commit() }
}
