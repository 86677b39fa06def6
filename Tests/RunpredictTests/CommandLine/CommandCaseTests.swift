import Foundation
import Testing

@Suite struct CommandCaseTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  @Test(arguments: CommandCase.all) func commandLine(_ expected: CommandCase) throws {
    let ending = try CommandFolder().run(expected.command())
    if Self.isRecording {
      try expected.record(ending.output, "expout")
      try expected.record(ending.errors, "experr")
      try expected.record("\(ending.status)\n", "status")
    }
    #expect(ending.output == (try expected.text("expout") ?? ""))
    #expect(ending.errors == (try expected.text("experr") ?? ""))
    #expect("\(ending.status)\n" == (try expected.text("status") ?? "0\n"))
  }

  @Test func thereAreCases() { #expect(CommandCase.all.count > 20) }
}
