import CommandLineKit
import Foundation
import Testing

/// The text that the words ask for.
func shown(_ words: [String], width: Int = 80) throws -> String {
  guard case .show(let text) = try CommandParser(Sample.self, width: width).parse(words) else {
    Issue.record("\(words) gave a command")
    return ""
  }
  return text
}

@Suite struct HelpTests {
  @Test(arguments: [
    ("help-root.txt", ["-h"]), ("help-read.txt", ["read", "-h"]),
    ("help-read-long.txt", ["read", "--help"]), ("help-copy-long.txt", ["copy", "--help"]),
  ])
  func help(_ name: String, words: [String]) throws {
    try expectSnapshot(try shown(words), named: name)
  }

  @Test(arguments: [
    ["help", "read"], ["read", "--formt", "--help"], ["read", "a", "-q", "--help"],
  ])
  func spellingsOfHelp(_ words: [String]) throws {
    #expect(try shown(words) == shown(["read", "--help"]))
  }

  @Test(arguments: [["read", "-h"], ["read", "-qh"], ["read", "--formt", "-h"]])
  func spellingsOfShortHelp(_ words: [String]) throws {
    #expect(try shown(words) == shown(["read", "-h"]))
  }

  @Test func version() throws { #expect(try shown(["--version"]) == "sample 1.0\n") }

  @Test(arguments: [40, 60, 100, 500]) func noLineIsWiderThanTheTerminal(_ width: Int) throws {
    // An example is shown as it is to be typed, and a long heading cannot be broken.
    for line in try shown(["read", "--help"], width: width).split(separator: "\n") {
      #expect(line.count <= max(width, 48), "\(line)")
    }
  }

  @Test func manualPage() throws {
    let page = ManualPage(Sample.self, date: "January 2, 2030").text
    try expectSnapshot(page, named: "manual.1")
  }

  @Test(arguments: Shell.allCases) func completionScript(_ shell: Shell) throws {
    try expectSnapshot(shell.completionScript(for: Sample.self), named: "completion.\(shell)")
  }

  @Test(arguments: Shell.allCases) func completionScriptIsValid(_ shell: Shell) throws {
    let paths = ["/bin/\(shell)", "/usr/bin/\(shell)"]
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      print("\(shell) is not installed: its script was not checked")
      return
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-n", "/dev/stdin"]
    let input = Pipe()
    let errors = Pipe()
    process.standardInput = input
    process.standardError = errors
    try process.run()
    input.fileHandleForWriting.write(Data(shell.completionScript(for: Sample.self).utf8))
    try input.fileHandleForWriting.close()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: said, as: UTF8.self))")
  }
}
