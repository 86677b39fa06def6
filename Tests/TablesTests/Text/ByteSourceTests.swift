import Testing

@testable import Tables

@Suite struct ByteSourceTests {
  @Test func aFileThatIsNotThere() {
    #expect(throws: InputError.notFound(name: "/nowhere/laps.csv")) {
      try ByteSource.file("/nowhere/laps.csv")
    }
    #expect(throws: InputError.isDirectory(name: "/")) { try ByteSource.file("/") }
    #expect(InputError.notFound(name: "laps.csv").message == "laps.csv: no such file")
  }

  #if os(Linux)
    @Test func readingThatFailsHalfWayIsAnotherError() throws {
      // Nothing is mapped at address 0, so the kernel refuses to read there.
      let source = try ByteSource.file("/proc/self/mem")
      let error = #expect(throws: InputError.self) { try source.next() }
      guard case .readFailed? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let text = TextSource(try ByteSource.file("/proc/self/mem"))
      #expect(throws: InputError.self) { try text.peek() }
    }
  #endif

  @Test func aFileGivesItsBytes() throws {
    try withTemporaryFolder { folder in
      let file = try OutputFile(folder + "/bytes", overwrites: false)
      try file.write([1, 2, 3, 4, 5])
      try file.commit()
      let source = try ByteSource.file(folder + "/bytes", pieceSize: 2)
      var pieces: [[UInt8]] = []
      while case let piece = try source.next(), !piece.isEmpty { pieces.append(piece) }
      #expect(pieces == [[1, 2], [3, 4], [5]])
      #expect(source.name == folder + "/bytes")
    }
  }
}
