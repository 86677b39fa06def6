import Tables

/// The rows that were left out, as a table: file, line, column, kind, name, value and message.
final class RejectsFile {
  private let sink: any ByteSink
  /// nil for standard output.
  private let file: OutputFile?
  private var writer = CSVWriter()

  init(_ path: String, overwrites: Bool) throws(OutputError) {
    file = path == "-" ? nil : try OutputFile(path, overwrites: overwrites, isFlushed: false)
    sink = file ?? StandardOutput()
    for name in ["file", "line", "column", "kind", "name", "value", "message"] {
      writer.append(name)
    }
    writer.endRow()
  }

  func add(_ problem: TableProblem, file name: String) throws(OutputError) {
    writer.append(name)
    for number in [problem.place?.line, problem.place?.column] {
      if let number { writer.append(Int64(number)) } else { writer.appendEmpty() }
    }
    writer.append(problem.kind.rawValue)
    writer.append(problem.name ?? "")
    writer.append(problem.value ?? "")
    writer.append(problem.message)
    writer.endRow()
    if writer.byteCount > 1 << 16 { try sink.write(writer.take()) }
  }

  func commit() throws(OutputError) {
    try sink.write(writer.take())
    try file?.commit()
  }
}
