import Foundation
import Testing

@testable import runpredict

/// What the Tab key offers in bash.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
struct BashCompletionTests {
  @Test(arguments: [
    (["pre"], ["predict"]),
    (["help", "com"], ["compile", "completions"]),
    (["predict", "--fo"], ["--format", "--force"]),
    (["predict", "--format", ""], ["csv", "jsonl", "table"]),
    (["predict", "--format", "=", "j"], ["jsonl"]),
    (["predict", "data/la"], ["data/laps.csv"]),
    (["describe", "mod"], ["model", "models"]),
    (["describe", "cases/models/ev"], ["cases/models/even-rest.mlmodel"]),
    (["describe", "data/laps"], []),
    (["predict", "--distance", ""], []),
    (["completions", ""], ["bash", "zsh", "fish"]),
  ])
  func offers(_ words: [String], expected: [String]) throws {
    let typed = (["runpredict"] + words).map { "'\($0)'" }.joined(separator: " ")
    let script = """
      source <(runpredict completions bash)
      COMP_WORDS=(\(typed))
      COMP_CWORD=\(words.count)
      _runpredict
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let folder = try CommandFolder()
    try Data(script.utf8).write(to: URL(filePath: folder.path + "/script"))
    let ending = try folder.run("/bin/bash script")
    #expect(ending.output.split(separator: "\n").map(String.init) == expected)
    #expect(ending.errors.isEmpty)
  }
}
