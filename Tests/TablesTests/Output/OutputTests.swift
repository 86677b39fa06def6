import Foundation
import Testing

@testable import Tables

@Suite struct OutputTests {
  private func content(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  @Test func aFileAppearsWholeOrNotAtAll() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/out.csv"
      let file = try OutputFile(path, overwrites: false)
      try file.write(Array("a\n".utf8))
      #expect(content(path) == nil)
      try file.write(Array("b\n".utf8))
      try file.commit()
      #expect(content(path) == "a\nb\n")
      #expect(try names(folder) == ["out.csv"])
    }
  }

  @Test func anExistingFileIsKeptUnlessOverwritingIsAskedFor() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/out.csv"
      try Data("old".utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: OutputError.exists(path: path)) { try OutputFile(path, overwrites: false) }
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)

      let given = try OutputFile(path, overwrites: true)
      try given.write(Array("new".utf8))
      given.discard()
      #expect(content(path) == "old")

      let file = try OutputFile(path, overwrites: true)
      try file.write(Array("new".utf8))
      try file.commit()
      #expect(content(path) == "new")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o640)
      #expect(try names(folder) == ["out.csv"])
    }
  }

  @Test func aFileThatComesIntoBeingMeanwhileIsKept() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/out.csv"
      let file = try OutputFile(path, overwrites: false)
      try Data("other".utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: OutputError.exists(path: path)) { try file.commit() }
      #expect(content(path) == "other")
      #expect(try names(folder) == ["out.csv"])
    }
  }

  @Test func aForgottenFileLeavesNothing() throws {
    try withTemporaryFolder { folder in
      try OutputFile(folder + "/out.csv", overwrites: false).write([1])
      #expect(try names(folder).isEmpty)
    }
  }

  @Test func aLinkKeepsPointingAtItsFile() throws {
    try withTemporaryFolder { folder in
      let (path, link) = (folder + "/out.csv", folder + "/link.csv")
      try Data("old".utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      let file = try OutputFile(link, overwrites: true)
      try file.write(Array("new".utf8))
      try file.commit()
      #expect(content(path) == "new")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    }
  }

  @Test func placesWhereNoFileCanBe() throws {
    try withTemporaryFolder { folder in
      #expect(throws: OutputError.notAFile(path: folder, found: "a folder")) {
        try OutputFile(folder, overwrites: true)
      }
      #expect(throws: OutputError.cannotCreate(path: folder + "/no/out", code: ENOENT)) {
        try OutputFile(folder + "/no/out", overwrites: false)
      }
    }
  }

  @Test func aFileOnlyIsAskedForWherePipesWouldNotDo() throws {
    try withTemporaryFolder { folder in
      let pipe = folder + "/pipe"
      #expect(unsafe mkfifo(pipe, 0o600) == 0)
      // Opening it would wait for a reader.
      #expect(throws: OutputError.notAFile(path: pipe, found: "a named pipe")) {
        try OutputFile(pipe, overwrites: true, takesStreams: false)
      }
      #expect(throws: OutputError.notAFile(path: "/dev/null", found: "a device")) {
        try OutputFile.check("/dev/null", overwrites: true, takesStreams: false)
      }
    }
  }

  @Test func theNextWriterRemovesWhatAKilledOneLeft() throws {
    try withTemporaryFolder { folder in
      let kept = [
        ".out.csv.12-x.tmp", ".out.csv.12.tmp", ".out.csv.-5.tmp", ".out.csv.12-5.tmp.gz",
        ".12-5.tmp",
        ".other.csv.12-5.tmp", "out.csv.12-5.tmp",
      ]
      for name in kept + [".out.csv.12-5.tmp", ".out.csv.99999999-0.tmp"] {
        try Data("half".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      let (link, pipe, inner) = (".out.csv.1-1.tmp", ".out.csv.1-2.tmp", ".out.csv.1-3.tmp")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(link)", withDestinationPath: "\(folder)/out.csv.12-5.tmp")
      #expect(unsafe mkfifo("\(folder)/\(pipe)", 0o600) == 0)
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(inner)", withIntermediateDirectories: false)

      let file = try OutputFile(folder + "/out.csv", overwrites: false)
      try file.commit()
      #expect(try names(folder).sorted() == (kept + [link, pipe, inner, "out.csv"]).sorted())
      #expect(content("\(folder)/out.csv.12-5.tmp") == "half")
    }
  }

  @Test func aWriterThatIsAliveIsLeftAlone() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/out.csv"
      let first = try OutputFile(path, overwrites: true)
      try first.write(Array("first".utf8))
      let second = try OutputFile(path, overwrites: true)
      try second.write(Array("second".utf8))
      try second.commit()
      #expect(content(path) == "second")
      try first.commit()
      #expect(content(path) == "first")
      #expect(try names(folder) == ["out.csv"])
    }
  }

  @Test func theLongestNameOfAFileWillDo() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/" + String(repeating: "n", count: 255)
      try OutputFile(path, overwrites: false).commit()
      #expect(content(path) == "")
    }
  }

  #if os(Linux)
    @Test func aFullDiskIsSaid() throws {
      let file = try OutputFile("/dev/full", overwrites: false)
      #expect(throws: OutputError.writeFailed(name: "/dev/full", code: ENOSPC)) {
        try file.write([1])
      }
      try OutputFile("/dev/null", overwrites: false).write([1])
    }
  #endif

  @Test func aClosedPipeIsNoFailureOfWriting() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    #expect(throws: OutputError.closedPipe) { try writeAll([1], to: ends[1], name: "pipe") }
  }
}
