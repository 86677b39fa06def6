import Testing

@testable import Tables

@Suite struct CSVWriterTests {
  @Test func quotesWhatNeedsThem() {
    var writer = CSVWriter()
    for text in ["a", "a,b", "say \"x\"", "two\nlines", "cr\r", " padded", "é", "", "5'32\""] {
      writer.append(text)
    }
    writer.endRow()
    #expect(
      String(decoding: writer.take(), as: UTF8.self)
        == "a,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"cr\r\",\" padded\",é,,\"5'32\"\"\"\n")
    #expect(writer.byteCount == 0)
  }

  @Test func numbersAndEmptyCells() {
    var writer = CSVWriter(delimiter: UInt8(ascii: ";"), decimals: 2)
    writer.append(14345.0)
    writer.append(0.126)
    writer.append(Int64(-7))
    writer.append(Float(0.5))
    writer.appendEmpty()
    writer.append("a,b")
    writer.append(Array("c;d".utf8).span)
    writer.endRow()
    #expect(String(decoding: writer.take(), as: UTF8.self) == "14345;0.13;-7;0.5;;a,b;\"c;d\"\n")
  }

  @Test func aRowOfOneEmptyCellIsNoBlankLine() {
    var writer = CSVWriter()
    writer.append("duration")
    writer.endRow()
    _ = writer.take()
    writer.appendEmpty()
    writer.endRow()
    writer.append("")
    writer.endRow()
    writer.appendEmpty()
    writer.appendEmpty()
    writer.endRow()
    #expect(String(decoding: writer.take(), as: UTF8.self) == "\"\"\n\"\"\n,\n")
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>, [",", ";", "\t", "|"] as [Unicode.Scalar])
  func whatIsWrittenIsReadBack(seed: UInt64, delimiter: Unicode.Scalar) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", "Z", "0", "\"", ",", ";", "|", "\t", "\n", "'", "é", "😀", " ", "\\", "-"]
    let width = Int.random(in: 1...6, using: &random)
    var table: [[String]] = []
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      let row = (0..<width).map { _ in
        // A letter at each end: blanks at the ends are not part of a cell.
        let inner = (0..<Int.random(in: 0...8, using: &random)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }
        return Int.random(in: 0...4, using: &random) == 0 ? "" : "x" + inner.joined() + "y"
      }
      if row.contains(where: { !$0.isEmpty }) { table.append(row) }
    }
    var writer = CSVWriter(delimiter: UInt8(ascii: delimiter))
    for row in table {
      for cell in row { writer.append(cell) }
      writer.endRow()
    }
    let bytes = writer.take()
    for size in [1, 13, 1 << 18] {
      let source = text(bytes, pieces: size, encoding: .utf8)
      let read = try rows(source, delimiter: Character(delimiter), blockSize: 100)
      #expect(read.map(\.cells) == table, "seed \(seed), pieces of \(size)")
    }
  }
}
