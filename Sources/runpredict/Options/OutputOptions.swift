import CommandLineKit
import Foundation
import Laps

/// How results are written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case csv, jsonl, table
}

/// What is done about a bad row.
typealias ErrorPolicy = LapOptions.ErrorPolicy

extension ErrorPolicy: ExpressibleByArgument {}

/// What is written, and where to.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "How to write the results.",
      discussion: "By default a table on a terminal, else csv.", valueName: "FORMAT"))
  var format: OutputFormat?

  @Flag(
    help: ArgumentHelp(
      "Write the input columns first, then the predictions.",
      discussion: """
        For a lap file these are the seven recognised features of each lap. A column of a plain \
        table that is called like a prediction gets _true behind its name.
        """))
  var append = false

  @Option(
    help: ArgumentHelp(
      "Write numbers with so many decimals.",
      discussion: "By default the shortest text that reads back to the same number.", valueName: "N"
    ))
  var precision: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to a file instead of standard output.",
      discussion: "The file appears when it is complete; a pipe or device is written at once.",
      valueName: "FILE"),
    completion: .file())
  var output: String?

  @Flag(
    help: ArgumentHelp(
      "Write each answer out before the next line is read.",
      discussion: """
        For a program at the other end of two pipes. Laps are then read by the seven names only, in \
        metres and seconds, and nothing is derived. --on-error null answers every line.
        """))
  var lineBuffered = false

  @Flag(help: "Overwrite the files named by --output and --rejects.")
  var force = false

  func validate() throws {
    if let precision, !(0...17).contains(precision) {
      throw ValidationError("'--precision' should be from 0 to 17, found \(precision)")
    }
    guard lineBuffered else { return }
    if format == .table {
      throw ValidationError(
        "'--line-buffered' writes row by row, and a table needs all of them for its widths",
        hint: "--format csv or jsonl")
    }
    if let output, output != "-" {
      throw ValidationError(
        "'--line-buffered' writes row by row, and the file of '--output' appears when it is complete",
        hint: "> \(output)")
    }
  }
}

/// What is done about rows that cannot be used.
struct RowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to do about a bad row.",
      discussion: """
        stop: list the problems and do nothing else; skip: leave the row out, status 1; \
        null: give it an empty prediction, with predict only.
        """, valueName: "WHAT"))
  var onError = ErrorPolicy.stop

  @Option(
    help: ArgumentHelp(
      "Write the rows that were left out to a table, with line and reason.", valueName: "FILE"),
    completion: .file(extensions: ["csv"]))
  var rejects: String?

  /// Sees to it that rejected rows and results do not go to one place, nor the former over what is read.
  func check(besides output: String?, reading files: [String]) throws {
    guard let rejects else { return }
    if rejects == "-", output ?? "-" == "-" {
      throw ValidationError(
        "'--rejects -' and the results would both go to standard output",
        hint: "write one of them to a file")
    }
    if let output, rejects != "-", Self.path(rejects) == Self.path(output) {
      throw ValidationError("'--rejects' and '--output' name the same file, '\(rejects)'")
    }
    if rejects != "-", files.contains(where: { Self.path($0) == Self.path(rejects) }) {
      throw ValidationError(
        "'--rejects' names a file that is read, '\(rejects)'",
        hint: "give the rejected rows another name: the others would be lost")
    }
  }

  private static func path(_ name: String) -> String {
    URL(filePath: name).standardizedFileURL.path
  }
}
