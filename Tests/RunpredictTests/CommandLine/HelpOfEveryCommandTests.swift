import CommandLineKit
import Foundation
import Testing

@testable import runpredict

/// A command of the program, for parameterised tests.
struct CommandName: Sendable, CustomTestStringConvertible {
  var name: String
  var testDescription: String { name }

  static let all = Runpredict.configuration.subcommands.map {
    CommandName(name: $0.configuration.commandName)
  }

  var node: CommandNode? {
    CommandNode(Runpredict.self).subcommands.first { $0.name == name }
  }
}

@Suite struct HelpOfEveryCommandTests {
  @Test(arguments: CommandName.all) func everyOptionIsInTheHelpAndTheManual(_ command: CommandName)
    throws
  {
    let node = try #require(command.node)
    let short = HelpText(node).short
    let long = HelpText(node).long
    let page = ManualPage(Runpredict.self, date: Version.date).text
    let start = try #require(page.range(of: "\n.Ss \(command.name)\n"))
    let part = page[start.upperBound...].prefix { _ in true }
    for argument in node.arguments {
      for name in argument.names + argument.inverseNames {
        #expect(short.contains(name.description))
        #expect(long.contains(name.description))
        #expect(part.contains("Fl \(name.description.dropFirst())"))
      }
      #expect(!argument.help.abstract.isEmpty)
      #expect(argument.help.abstract.hasSuffix("."))
    }
    #expect(!node.configuration.abstract.hasSuffix("."))
  }

  @Test(arguments: CommandName.all) func everyOptionIsCompleted(_ command: CommandName) throws {
    let node = try #require(command.node)
    for shell in Shell.allCases {
      let script = shell.completionScript(for: Runpredict.self)
      for case .long(let name) in node.arguments.flatMap(\.names) {
        #expect(script.contains(shell == .fish ? "-l \(name)" : "--\(name)"))
      }
    }
  }

  /// Two options of one name would hide each other.
  @Test(arguments: CommandName.all) func namesAreUnique(_ command: CommandName) throws {
    let node = try #require(command.node)
    let names = node.arguments.flatMap { $0.names + $0.inverseNames }
    #expect(Set(names).count == names.count)
  }

  @Test func exitCodesAreListed() throws {
    let text = HelpText(CommandNode(Runpredict.self)).long
    for code in [0, 1, 64, 65, 66, 69, 70, 73, 74, 75, 130] {
      #expect(text.contains("\n  \(code) "), "\(code)")
    }
  }

  @Test func exitCodesHaveTheirNumbers() {
    let codes: [ExitCode] = [
      .success, .partial, .usage, .dataError, .noInput, .unavailable, .software, .cannotCreate,
      .ioError, .temporaryFailure, .interrupted,
    ]
    #expect(codes.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 70, 73, 74, 75, 130])
  }

  static let examples =
    (Runpredict.configuration.subcommands.flatMap { $0.configuration.examples }
    + Runpredict.configuration.examples).map(\.commandLine)

  /// Every example of a help text works in a folder that has the sample files.
  @Test(arguments: examples) func exampleWorks(_ example: String) throws {
    let shell = try CommandFolder()
    for name in ["laps.csv", "history.csv"] {
      try FileManager.default.copyItem(
        atPath: "\(CommandCase.root)/data/\(name)", toPath: "\(shell.path)/\(name)")
    }
    // There is something to go back to only after an update.
    let update = "runpredict update --force --quiet --epochs 1 history.csv > log\n"
    let ending = try shell.run("set -e\n" + (example.contains("rollback") ? update : "") + example)
    #expect(ending.status == 0 || (ending.status == 1 && example.contains(" update ")), "\(ending)")
  }
}
