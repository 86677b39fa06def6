package import Tables

/// Reads a file of laps or splits: finds out what its columns mean, and gives its laps in batches.
///
/// Everything about the columns is decided from the first 4 MiB; then the rows are read once, from
/// the start. A file no longer than that is given out only when all of it is known to be good.
package final class LapReader {
  /// About how many records a batch has: the plain runs of a block make one, and others are gathered.
  ///
  /// This and the size of a block are so small that what is under way needs little more memory than the
  /// first 4 MiB, even where the allocator leaves gaps.
  package static let batchSize = 4096

  private static let blockSize = 128 << 10

  package let file: LapFile
  private let text: TextSource
  private let blocks: OrderedWork<RawBlock, PreparedBlock>
  private let onError: LapOptions.ErrorPolicy
  /// The last line of the header and of a row of units.
  private let headerLine: Int
  private let waitsForEnd: Bool
  private var machine: any RowMachine
  private var blockCount: Int32 = 0
  private var rows = 0
  private var hasEnded = false

  /// Reads ahead at most 4 MiB.
  ///
  /// - Throws: `TableProblem` for a file that cannot be read as laps, `InputError`.
  package init(_ source: ByteSource, options: LapOptions) throws {
    text = TextSource(source, encoding: options.encoding)
    let recognised = try Recogniser.recognise(text, options: options)
    waitsForEnd = try text.peekReachesEnd()
    let preparation = recognised.machine.preparation
    blocks = RecordReader(
      text, delimiter: recognised.header.delimiter, blockSize: LapReader.blockSize
    ).blocks(threads: options.threads) { preparation.prepare($0) }
    onError = options.onError
    headerLine = recognised.lastHeaderLine
    machine = recognised.machine
    file = recognised.file
  }

  /// The notes so far; complete after `next` gave nil.
  package var notes: [TableProblem] {
    (text.encodingNote.map { [$0] } ?? []) + machine.output.notes.problems
  }

  /// What the file came to so far; complete after `next` gave nil.
  package var summary: LapSummary { machine.output.summary }

  /// The next laps; nil at the end of the file.
  ///
  /// - Throws: `TableProblem` for an error of the file, `LapErrors` for rows with errors where these
  ///   stop everything, `InputError`.
  package func next() throws -> LapBatch? {
    while !hasEnded {
      if !waitsForEnd, machine.output.hasBatch(LapReader.batchSize),
        onError != .stop || machine.output.errors.count == 0
      {
        return batch()
      }
      try readBlock()
    }
    return machine.output.isEmpty ? nil : batch()
  }

  private func batch() -> LapBatch {
    machine.output.batch(LapReader.batchSize, courses: machine.courses)
  }

  private func readBlock() throws {
    guard var prepared = try blocks.next() else {
      try machine.end()
      try machine.output.checkEnd()
      hasEnded = true
      return
    }
    let block = prepared.records
    if block.rowCount == 0 { return }
    machine.output.add(block, number: blockCount)
    machine.beginBlock(prepared)
    var row = 0
    while row < block.rowCount, block.line(row) <= headerLine { row += 1 }
    // Taken out of the block, so that the records can be changed without a copy.
    var plain: [PlainRecords] = []
    swap(&plain, &prepared.plain)
    plain.reverse()
    while let next = plain.popLast() {
      let rowsOfNext = next.runs.rows
      guard rowsOfNext.lowerBound >= row else { continue }
      try add(prepared, row..<rowsOfNext.lowerBound)
      try machine.add(prepared, next, number: blockCount, sequence: rows)
      rows += rowsOfNext.count
      row = rowsOfNext.upperBound
    }
    try add(prepared, row..<block.rowCount)
    try machine.endBlock(number: blockCount)
    try machine.output.throwFileError()
    if machine.output.errors.count > 0 { machine.output.discard() }
    blockCount += 1
  }

  private func add(_ block: PreparedBlock, _ rowsOfBlock: Range<Int>) throws {
    for row in rowsOfBlock {
      try machine.add(block, row, number: blockCount, sequence: rows)
      rows += 1
    }
  }
}
