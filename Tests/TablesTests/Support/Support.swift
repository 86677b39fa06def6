@testable import Tables

/// Opens bytes as text, in pieces of a given size.
func text(_ bytes: [UInt8], pieces: Int = 1 << 18, encoding: TextEncoding? = nil) -> TextSource {
  TextSource(.bytes(bytes, pieceSize: pieces), encoding: encoding)
}

func text(_ string: String, pieces: Int = 1 << 18) -> TextSource {
  text(Array(string.utf8), pieces: pieces)
}

/// All text that comes out of a source.
func decoded(_ source: TextSource) throws -> String {
  String(decoding: try source.peek(), as: UTF8.self)
}

/// A row as the tests compare it.
struct Row: Equatable {
  var line: Int
  var cells: [String]

  init(_ line: Int, _ cells: [String]) {
    self.line = line
    self.cells = cells
  }
}

/// All rows of a text.
func rows(_ source: TextSource, delimiter: Character = ",", blockSize: Int = 1 << 18) throws
  -> [Row]
{
  let reader = RecordReader(source, delimiter: delimiter.asciiValue ?? 0, blockSize: blockSize)
  var rows: [Row] = []
  while let block = try reader.next() {
    rows += (0..<block.rowCount).map { Row(block.line($0), block.texts($0)) }
  }
  return rows
}

/// The problem that some code throws; nil if it throws none.
func problem(_ body: () throws -> Void) throws -> TableProblem? {
  do {
    try body()
    return nil
  } catch let problem as TableProblem {
    return problem
  }
}

/// Random numbers that are the same for one seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
