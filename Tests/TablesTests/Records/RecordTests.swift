import Testing

@testable import Tables

@Suite struct RecordTests {
  @Test(arguments: [1, 2, 3, 7, 1 << 18], [1, 40, 1 << 18])
  func rowsAndLines(pieces: Int, blockSize: Int) throws {
    let source = text(
      "a,b\r\n1,2\n\n \t\n3,\"x\r\ny\"\r\r\n,,\n4\r5,6,\r\n7, \"q\"\"q\" ,8", pieces: pieces)
    #expect(
      try rows(source, blockSize: blockSize) == [
        Row(1, ["a", "b"]), Row(2, ["1", "2"]), Row(5, ["3", "x\ny"]), Row(8, ["4"]),
        Row(9, ["5", "6", ""]), Row(10, ["7", "q\"q", "8"]),
      ])
  }
}
