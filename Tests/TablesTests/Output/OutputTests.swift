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
      #expect(throws: OutputError.cannotCreate(path: folder, code: EISDIR)) {
        try OutputFile(folder, overwrites: true)
      }
      #expect(throws: OutputError.cannotCreate(path: folder + "/no/out", code: ENOENT)) {
        try OutputFile(folder + "/no/out", overwrites: false)
      }
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
