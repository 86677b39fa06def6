import CommandLineKit
import Foundation
import ModelSpec

/// `compile`: a model as a bundle that loads at run time.
struct Compile: RunpredictCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "compile",
      abstract: "Compile a .mlmodel or .mlpackage into a .mlmodelc bundle",
      discussion: """
        The bundle keeps every byte of the model, also of fields that are not known here; 'export' \
        gives it back. A model that cannot be run is refused. Standard output has the path of the bundle.
        """,
      examples: [
        .init("runpredict compile base", "The bundled model"),
        .init("runpredict compile data/RunDuration.mlmodel -o Run.mlmodelc", "With another name"),
      ])
  }

  @Argument(
    help: ArgumentHelp(
      "The model to compile.", discussion: ModelArgument.discussion, valueName: "MODEL"),
    completion: ModelArgument.completion)
  var model: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The bundle to write.",
      discussion: """
        A name in .mlmodelc, or a folder to write it into. By default the model's name with .mlmodelc, \
        in this folder.
        """,
      valueName: "DIR"),
    completion: .directory)
  var output: String?

  @Flag(help: "Replace a bundle that is there.")
  var force = false

  @Flag(help: "Do everything but write.")
  var dryRun = false

  @OptionGroup(title: "Messages") var common: CommonOptions

  func validate() throws {
    if output == "-" {
      throw ValidationError("'--output -' cannot be: a bundle is a folder, not a stream")
    }
    if let output, !Self.isBundleName(output), !Self.isPlainFolder(output) {
      throw ValidationError(
        "'--output' should end in .mlmodelc or be a folder that is there, found '\(output)'")
    }
  }

  func run(_ console: Console) throws {
    let located = try console.locate(model)
    _ = try console.plan(located, named: model)
    let path = destination(ModelFileName.standard(for: located, ending: "mlmodelc"))
    let output = ModelOutput(path: path, overwrites: force)
    if dryRun {
      try output.check()
      console.note("\(path) would be written", kind: "dryRun")
      return
    }
    try output.write(located.document)
    try console.print("\(path)\n")
  }

  /// The path of the bundle; a folder that is no bundle gets the bundle inside.
  private func destination(_ name: String) -> String {
    var path = ModelFileName.trimmed(output ?? name)
    if !Self.isBundleName(path) { path += path.hasSuffix("/") ? name : "/\(name)" }
    return path
  }

  private static func isBundleName(_ path: String) -> Bool {
    ModelFileName.trimmed(path).hasSuffix(".mlmodelc")
  }

  /// Whether there is a folder that is no package: a bundle does not belong into that.
  private static func isPlainFolder(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeDirectory
      && !ModelFileName.trimmed(path).hasSuffix(".mlpackage")
  }
}
