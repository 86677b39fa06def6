import Foundation
import Testing

/// A folder of `Tests/Cases/cli`: a command line, and what it must print and end with.
///
/// `cmd` is run by `sh` in an empty folder that has links to `data` and to the cases. `RECORD=1`
/// writes `expout`, `experr` and `status` anew; the difference is for a person to judge.
struct CommandCase: Sendable, CustomTestStringConvertible {
  var name: String

  var testDescription: String { name }
  var folder: String { Self.root + "/Tests/Cases/cli/" + name }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  static let all: [CommandCase] = {
    let folder = root + "/Tests/Cases/cli"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/cmd") }
      .map { CommandCase(name: $0) }
  }()

  func command() throws -> String { try text("cmd") ?? "" }

  func text(_ file: String) throws -> String? {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)") else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  func record(_ text: String, _ file: String) throws {
    let path = "\(folder)/\(file)"
    if text.isEmpty {
      try? FileManager.default.removeItem(atPath: path)
    } else {
      try Data(text.utf8).write(to: URL(filePath: path))
    }
  }
}

/// Runs command lines with the program that was built with the tests.
struct CommandFolder {
  struct Ending: Equatable {
    var output: String
    var errors: String
    var status: Int32
  }

  private let folder: TemporaryFolder

  /// Makes the empty folder in which the command lines run.
  init() throws {
    folder = try TemporaryFolder()
    for (name, target) in [
      ("data", "data"), ("cases", "Tests/Cases/cli"), ("models", "Tests/Cases/models"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(name)", withDestinationPath: "\(CommandCase.root)/\(target)")
    }
  }

  var path: String { folder.path }

  func run(_ command: String, environment: [String: String] = [:]) throws -> Ending {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = URL(filePath: folder.path)
    let programs = URL(filePath: BuiltProgram.path).deletingLastPathComponent().path
    process.environment = [
      "PATH": "\(programs):/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C", "TERM": "dumb",
      "RUNPREDICT_HOME": folder.path + "/store",
    ].merging(environment) { $1 }
    // Files instead of pipes: a program with much to say never waits for its reader.
    let streams = try TemporaryFolder()
    process.standardOutput = try handle("output", in: streams)
    process.standardError = try handle("errors", in: streams)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Ending(
      output: try text("output", in: streams), errors: try text("errors", in: streams),
      status: process.terminationStatus)
  }

  private func handle(_ name: String, in folder: TemporaryFolder) throws -> FileHandle {
    let path = "\(folder.path)/\(name)"
    try Data().write(to: URL(filePath: path))
    return try FileHandle(forWritingTo: URL(filePath: path))
  }

  private func text(_ name: String, in folder: TemporaryFolder) throws -> String {
    String(
      decoding: try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)")), as: UTF8.self)
  }
}
