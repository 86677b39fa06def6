import Foundation
import Testing

@testable import runpredict

@Suite struct GoingBackCommandTests {
  let folder: TemporaryFolder
  let program: BuiltProgram

  init() throws {
    folder = try TemporaryFolder()
    program = BuiltProgram(home: folder.path + "/store")
  }

  @Test func aFreshMachineHasTheBaseModelAndNothingIsWritten() throws {
    let history = try program.run("history")
    #expect(history.status == 0)
    #expect(history.output.contains("*  base"))
    let reset = try program.run("reset")
    #expect(reset.status == 0)
    #expect(reset.output == "The bundled base model is in use already.\n")
    let rollback = try program.run("rollback")
    #expect(rollback.status == 65)
    #expect(rollback.output.isEmpty)
    #expect(rollback.errors.contains("there is no version before it"))
    #expect(try folder.contents().isEmpty)
  }

  @Test func aDamagedPointerIsToldWithTheWayOut() throws {
    try Disk.makeFolder(program.home)
    try Disk.write([UInt8]("rubbish".utf8), to: program.home + "/current")
    let before = try folder.contents()
    for words in [["history"], ["reset", "--dry-run"], ["rollback", "--dry-run"]] {
      let ending = try program.start(words).ending()
      if words == ["history"] {
        #expect(ending.status == 65)
        #expect(ending.errors.contains(program.home + "/current"))
        #expect(ending.errors.contains("runpredict reset"))
      } else {
        #expect(ending.status == 0)
      }
      #expect(try folder.contents() == before)
    }
    #expect(try program.run("reset").status == 0)
    #expect(try program.run("history").status == 0)
  }

  @Test func aHomeThatCannotBeMadeIsToldByTheCommandThatNeedsIt() throws {
    try Disk.write([], to: folder.path + "/file")
    let program = BuiltProgram(home: folder.path + "/file/store")
    #expect(try program.run("history").status == 66)
  }
}
