import Foundation
import Testing

/// One running process answers another program line by line.
@Suite struct ServingTests {
  struct Conversation: Sendable, CustomTestStringConvertible {
    var name: String
    var options: [String]
    /// What is written before the first question, and what is answered to it.
    var opening: (question: String, answer: String)?
    var exchanges: [(question: String, answer: String)]
    var status: Int32 = 0

    var testDescription: String { name }
  }

  private static let models = CommandCase.root + "/Tests/Cases/cli/models"
  private static let plain = ["--model", models + "/side-by-side.mlmodel"]
  private static let laps = ["--model", models + "/even-rest.mlmodel"]
  private static let json = ["--input-format", "jsonl", "--format", "jsonl"]

  static let conversations = [
    Conversation(
      name: "JSON lines", options: plain + json,
      exchanges: [
        (#"{"x":[1,2],"n":3}"#, #"{"y":[1,2,3]}"#), (#"{"n":6,"x":[4,5]}"#, #"{"y":[4,5,6]}"#),
      ]),
    Conversation(
      name: "a bad line is answered", options: plain + json + ["--on-error", "null"],
      exchanges: [
        ("{}", "null"), ("{", "null"), (#"{"x":[1],"n":3}"#, "null"),
        (#"{"x":[1,2],"n":3}"#, #"{"y":[1,2,3]}"#),
      ]),
    Conversation(
      name: "a bad line ends it", options: plain + json,
      exchanges: [(#"{"x":[1,2],"n":3}"#, #"{"y":[1,2,3]}"#), ("{}", "")], status: 65),
    Conversation(
      name: "CSV", options: plain, opening: ("n,x.1,x.0", "y.0,y.1,y.2"),
      exchanges: [("3,2,1", "1,2,3"), ("6,\"5\",4", "4,5,6")]),
    Conversation(
      name: "CSV, on two lines", options: plain + ["--append"],
      opening: ("t,n,x.1,x.0", "t,n,x.1,x.0,y.0,y.1,y.2"),
      exchanges: [("a,3,2,1", "a,3,2,1,1,2,3")]),
    Conversation(
      name: "CSV in, JSON lines out", options: plain + ["--format", "jsonl", "--on-error", "null"],
      opening: ("n;x.1;x.0", ""),
      exchanges: [
        ("3;2;1", #"{"y":[1,2,3]}"#), ("3;z;1", "null"), ("3;2.5;1", #"{"y":[1,2.5,3]}"#),
      ]),
    Conversation(
      name: "laps as CSV", options: laps + ["--on-error", "null"],
      opening: ("cumTime,cumDistance,distance,note", "duration"),
      exchanges: [
        ("5:10.4,1000,10000,", "3010.4"), ("610.4,2000,10000,x", "3010.4"),
        ("5:75,3000,10000,", "\"\""), (",,,x", "\"\""), ("1:00:00,10000,10000,", "3600"),
      ]),
    Conversation(
      name: "laps with one distance", options: laps + ["--distance", "10km"],
      opening: ("cumTime,cumDistance", "duration"), exchanges: [("5:10.4,1000", "3010.4")]),
    Conversation(
      name: "laps as JSON lines", options: laps + json + ["--distance", "10km"],
      exchanges: [
        (#"{"cumTime":310.4,"cumDistance":1000}"#, #"{"duration":3010.4}"#),
        (#"{"cumTime":610.4,"cumDistance":2000,"course":null}"#, #"{"duration":3010.4}"#),
      ]),
  ]

  @Test(arguments: conversations) func answersEachLine(_ conversation: Conversation) throws {
    let program = try RunningProgram(
      ["predict", "--line-buffered", "--quiet"] + conversation.options + ["-"])
    defer { program.end() }
    for (question, answer) in [conversation.opening].compactMap(\.self) + conversation.exchanges {
      try program.write(question + "\n")
      if !answer.isEmpty { #expect(try program.line() == answer) }
    }
    program.closeInput()
    #expect(try program.line() == nil)
    #expect(program.status == conversation.status)
  }

  /// Lines of one write are answered like lines that come one by one.
  @Test func linesThatComeTogether() throws {
    let program = try RunningProgram(
      ["predict", "--line-buffered", "--quiet"] + Self.plain + Self.json + ["-"])
    defer { program.end() }
    try program.write(
      "{\"x\":[1,2],\"n\":3}\n{\"x\":[4,5],\"n\":6}\n{\"x\":[7,8]}\n{\"x\":[1,2],\"n\":3}\n{\"x\":")
    #expect(try program.line() == #"{"y":[1,2,3]}"#)
    #expect(try program.line() == #"{"y":[4,5,6]}"#)
    #expect(try program.line() == nil)
    #expect(program.status == 65)
  }
}

/// A process with a pipe at both ends, which is waited for only so long.
private final class RunningProgram {
  struct Silence: Error {}

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer: [UInt8] = []

  init(_ arguments: [String]) throws {
    process.executableURL = URL(filePath: BuiltProgram.path)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try output.fileHandleForWriting.close()
  }

  func write(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  func closeInput() { try? input.fileHandleForWriting.close() }

  /// The next line; nil at the end.
  ///
  /// - Throws: `Silence` after half a minute in which nothing came.
  func line() throws -> String? {
    let descriptor = output.fileHandleForReading.fileDescriptor
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&waiting, 1, 30_000) > 0 else { throw Silence() }
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { return nil }
      buffer += piece
    }
  }

  var status: Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  func end() {
    closeInput()
    if process.isRunning { process.terminate() }
  }
}
