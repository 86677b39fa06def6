import CommandLineKit
import Tables

/// Writes predicted chunks in their order, to standard output or a file.
///
/// The first megabytes are held back until the input is known to be good so far, so that a small
/// file with an error gives no half of a result.
final class ResultWriter {
  /// How chunks become text.
  enum Style {
    case formatted(any ChunkFormatter)
    case laps(LapTable)
    case table(AlignedTable)
  }

  /// So much of the input is held back, in bytes of text.
  private static let heldBytes = 4 << 20
  /// So many chunks are held back at most: some have only one row.
  private static let heldChunks = 4096

  private var style: Style
  private let sink: any ByteSink
  private let file: OutputFile?
  private var held: [PredictedChunk]? = []
  private var heldBytes = 0
  private var hasHeader = false

  /// With `holdsBack` false every chunk is written at once, and the header before the first.
  init(
    _ style: Style, output: String?, overwrites: Bool, holdsBack: Bool = true
  ) throws(OutputError) {
    self.style = style
    file =
      if let output, output != "-" {
        try OutputFile(output, overwrites: overwrites, isFlushed: false)
      } else {
        nil
      }
    sink = file ?? StandardOutput()
    if !holdsBack {
      held = nil
      try emitHeader()
    }
  }

  func write(_ chunk: PredictedChunk) throws(OutputError) {
    guard held != nil else { return try emit(chunk) }
    heldBytes += chunk.input.byteCount
    held?.append(holding(chunk))
    if heldBytes >= ResultWriter.heldBytes || held?.count == ResultWriter.heldChunks {
      try release()
    }
  }

  /// What has to be kept of a chunk to write it.
  private func holding(_ chunk: PredictedChunk) -> PredictedChunk {
    guard case .formatted = style else { return chunk }
    return chunk.onlyBytes
  }

  /// Writes what is left; a file is not in its place yet.
  func complete() throws(OutputError) {
    try release()
    try emitHeader()
    if case .laps(var table) = style { try sink.write(Array(table.end().utf8)) }
  }

  /// Puts a complete file into its place.
  func commit() throws(OutputError) { try file?.commit() }

  private func release() throws(OutputError) {
    let chunks = held ?? []
    held = nil
    for chunk in chunks { try emit(chunk) }
  }

  private func emitHeader() throws(OutputError) {
    if !hasHeader, case .formatted(let formatter) = style { try sink.write(formatter.header) }
    hasHeader = true
  }

  private func emit(_ chunk: PredictedChunk) throws(OutputError) {
    try emitHeader()
    switch style {
    case .formatted: try sink.write(chunk.bytes)
    case .laps(var table):
      let lines = table.lines(of: chunk)
      style = .laps(table)
      try sink.write(Array(lines.utf8))
    case .table(var table):
      let lines = table.lines(of: chunk)
      style = .table(table)
      try sink.write(Array(lines.utf8))
    }
  }
}
