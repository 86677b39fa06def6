import Testing

@testable import Tables

/// Random texts, full of quotes and line ends, read by the real reader and by the reference.
@Suite struct ReferenceComparisonTests {
  private static let alphabet: [String] = [
    "a", "b", "7", "\"", "\"", "\"\"", ",", ",", ";", "\n", "\r\n", "\r", "\r\r\n", " ", "\t", "é",
    "\u{A0}", "\u{3000}", "\u{FEFF}", "😀", ",\"", "\",", "\"\n", "\n\"",
  ]

  @Test(
    arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64], [",", ";", "\t", " "] as [Unicode.Scalar])
  func sameRecordsPlacesAndErrors(seed: UInt64, delimiter: Unicode.Scalar) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<150 {
      let length = Int.random(in: 0...40, using: &random)
      let string = (0..<length).map { _ in
        Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &random)]
      }.joined()
      // Mostly well-formed texts, so that long ones get through.
      let sample = round % 2 == 0 ? string : string.replacing("\"", with: "")
      let expected = ReferenceTable("x" + sample, delimiter: delimiter)
      for (pieces, blockSize) in [(1, 1), (3, 16), (5, 1 << 18), (1 << 18, 7)] {
        let outcome = try read("x" + sample, delimiter, pieces, blockSize)
        let comment: Comment =
          "seed \(seed), pieces \(pieces), block \(blockSize): \(sample.debugDescription)"
        #expect(outcome.failure?.kind == expected.failure?.kind, comment)
        #expect(outcome.failure?.place == expected.failure?.place, comment)
        // Records before an error may stay in the block that could not be given out.
        if expected.failure == nil {
          #expect(outcome.records == expected.records, comment)
        } else {
          #expect(expected.records.starts(with: outcome.records), comment)
        }
      }
    }
  }

  private func read(
    _ string: String, _ delimiter: Unicode.Scalar, _ pieces: Int, _ blockSize: Int
  ) throws -> (records: [ReferenceTable.Record], failure: TableProblem?) {
    let source = TextSource(
      .bytes(Array(string.utf8), pieceSize: pieces), encoding: .utf8)
    let reader = RecordReader(
      source, delimiter: UInt8(ascii: delimiter), blockSize: blockSize)
    var records: [ReferenceTable.Record] = []
    let failure = try problem {
      while let block = try reader.next() {
        for row in 0..<block.rowCount {
          let cells = block.texts(row).enumerated().map { cell, text in
            ReferenceTable.Cell(text: text, place: block.place(row, cell))
          }
          records.append(
            ReferenceTable.Record(
              line: block.line(row), cells: cells, end: block.place(row, cells.count)))
        }
      }
    }
    return (records, failure)
  }
}
