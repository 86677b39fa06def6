import CommandLineKit
import Testing

/// Parses words that should give a command of the type.
func parsed<Command: ParsableCommand>(_ words: [String], as type: Command.Type) throws -> Command {
  let request = try CommandParser(Sample.self).parse(words)
  guard case .run(let command) = request else {
    Issue.record("\(words) gave a text")
    throw ExitCode.software
  }
  return try #require(command as? Command)
}

@Suite struct CommandParserTests {
  @Test func valuesTakeTheirDefaults() throws {
    let read = try parsed(["read", "a.csv"], as: Read.self)
    #expect(read.files == ["a.csv"])
    #expect(read.format == .csv)
    #expect(read.map.isEmpty)
    #expect(read.epsilon == nil)
    #expect(read.shuffle == nil)
    #expect(!read.sharing.quiet)
    #expect(read.sharing.threads == 1)
  }

  @Test(arguments: [
    ["read", "a", "--format", "jsonl", "--threads", "4", "--quiet"],
    ["read", "--format=jsonl", "a", "--threads=4", "-q"],
    ["read", "-qj4", "-fjsonl", "a"],
    ["read", "-qj", "4", "-f", "jsonl", "--", "a"],
    ["read", "--format", "csv", "-f", "jsonl", "-j", "4", "-q", "a"],
  ])
  func spellingsOfOneCommandLine(_ words: [String]) throws {
    let read = try parsed(words, as: Read.self)
    #expect(read.files == ["a"])
    #expect(read.format == .jsonl)
    #expect(read.sharing.threads == 4)
    #expect(read.sharing.quiet)
  }

  @Test func optionsRepeatInOrder() throws {
    let read = try parsed(["read", "--map", "a=b", "x", "--map=c=d", "y"], as: Read.self)
    #expect(read.map == ["a=b", "c=d"])
    #expect(read.files == ["x", "y"])
  }

  @Test(arguments: [("--shuffle", true), ("--no-shuffle", false)])
  func flagsCanBeSwitchedOff(_ word: String, isOn: Bool) throws {
    #expect(try parsed(["read", word, "a"], as: Read.self).shuffle == isOn)
  }

  @Test func dashesAreValues() throws {
    let read = try parsed(["read", "-", "--eps", "-1e-3", "--map", "-", "--", "-q"], as: Read.self)
    #expect(read.files == ["-", "-q"])
    #expect(read.epsilon == -0.001)
    #expect(read.map == ["-"])
    #expect(!read.sharing.quiet)
  }

  @Test func anEmptyValueIsAValue() throws {
    #expect(try parsed(["read", "--map=", "a"], as: Read.self).map == [""])
  }

  @Test func positionalsFillInOrder() throws {
    let one = try parsed(["copy", "a", "-o", "x"], as: Copy.self)
    #expect((one.source, one.target, one.output) == ("a", "there", "x"))
    let two = try parsed(["copy", "a", "-ox", "b"], as: Copy.self)
    #expect((two.source, two.target, two.output) == ("a", "b", "x"))
  }

  @Test func twoParsesShareNothing() throws {
    let parser = CommandParser(Sample.self)
    _ = try parser.parse(["read", "--map", "a=b", "x"])
    guard case .run(let command) = try parser.parse(["read", "y"]) else { throw ExitCode.software }
    let read = try #require(command as? Read)
    #expect(read.map.isEmpty)
    #expect(read.files == ["y"])
  }
}
