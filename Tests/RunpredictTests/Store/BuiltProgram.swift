import Foundation

/// The `runpredict` that was built with the tests; it lies beside the test bundle.
struct BuiltProgram {
  struct Ending {
    var status: Int32
    var output: String
    var errors: String
    /// Whether a signal ended it.
    var wasKilled: Bool
  }

  static var path: String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "runpredict").path
  }

  var executable = BuiltProgram.path
  /// The folder with the versions of the personal model.
  var home: String

  /// Runs the program to its end.
  func run(_ words: String..., input: String? = nil) throws -> Ending {
    try Running(path: executable, words: words, home: home, input: input).ending()
  }

  /// Starts the program, for a test that does something while it runs.
  func start(_ words: [String]) throws -> Running {
    try Running(path: executable, words: words, home: home, input: nil)
  }

  /// A program on its way.
  final class Running {
    private let process = Process()
    private let output: FileHandle
    private let errors: FileHandle
    private let folder: TemporaryFolder

    fileprivate init(path: String, words: [String], home: String, input: String?) throws {
      // Files instead of pipes: a program with much to say never waits for its reader.
      folder = try TemporaryFolder()
      for name in ["output", "errors", "input"] {
        let content = name == "input" ? Data((input ?? "").utf8) : Data()
        try content.write(to: URL(filePath: folder.path + "/" + name))
      }
      output = try FileHandle(forUpdating: URL(filePath: folder.path + "/output"))
      errors = try FileHandle(forUpdating: URL(filePath: folder.path + "/errors"))
      process.executableURL = URL(filePath: path)
      process.arguments = words
      process.environment = ["RUNPREDICT_HOME": home, "HOME": folder.path, "PATH": "/usr/bin:/bin"]
      process.standardOutput = output
      process.standardError = errors
      process.standardInput = try FileHandle(forReadingFrom: URL(filePath: folder.path + "/input"))
      try process.run()
    }

    var isRunning: Bool { process.isRunning }

    func send(_ signal: Int32) {
      kill(process.processIdentifier, signal)
    }

    func ending() throws -> Ending {
      process.waitUntilExit()
      return Ending(
        status: process.terminationStatus, output: try text("output"), errors: try text("errors"),
        wasKilled: process.terminationReason == .uncaughtSignal)
    }

    private func text(_ name: String) throws -> String {
      String(
        decoding: try Data(contentsOf: URL(filePath: folder.path + "/" + name)), as: UTF8.self)
    }
  }
}
