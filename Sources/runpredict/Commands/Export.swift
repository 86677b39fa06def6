import CommandLineKit
import Foundation
import ModelSpec
import Tables

/// `export`: a model as the `.mlmodel` that Xcode takes.
struct Export: RunpredictCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: "Write a model as .mlmodel, for Xcode",
      discussion: """
        Gives back the model of a compiled bundle, or the one that updates have made, byte for byte. \
        An ML program with files of weights is more than one file: name the output X.mlpackage.
        """,
      examples: [
        .init("runpredict export", "The model in use, as RunDuration.mlmodel"),
        .init("runpredict export base -o Base.mlmodel", "The bundled model"),
      ])
  }

  @Argument(
    help: ArgumentHelp(
      "The model to export.", discussion: ModelArgument.discussion, valueName: "MODEL"),
    completion: ModelArgument.completion)
  var model = "model"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write.",
      discussion:
        "By default the model's name with .mlmodel, in this folder; '-' is standard output.",
      valueName: "FILE"),
    completion: .file(extensions: ["mlmodel"]))
  var output: String?

  @Flag(help: "Overwrite a file that is there.")
  var force = false

  @Flag(help: "Do everything but write.")
  var dryRun = false

  @OptionGroup(title: "Messages") var common: CommonOptions

  func run(_ console: Console) throws {
    let located = try console.locate(model)
    try located.document.requireWhole()
    if output?.hasSuffix(".mlpackage") == true {
      return try exportPackage(located, console)
    }
    guard located.document.weightFiles.isEmpty else {
      throw ModelError(
        .output, at: output ?? ModelFileName.standard(for: located, ending: "mlmodel"),
        "cannot hold the model: its weights lie in files of their own",
        hint: "write a package: -o "
          + (ModelFileName.standard(for: located, ending: "mlpackage")))
    }
    if output == "-" {
      if !dryRun { try StandardOutput().write(located.document.bytes) }
      return
    }
    let path = output ?? ModelFileName.standard(for: located, ending: "mlmodel")
    if dryRun {
      if FileManager.default.fileExists(atPath: path), !force {
        throw OutputError.exists(path: path)
      }
      console.note("\(path) would be written", kind: "dryRun")
      return
    }
    let file = try OutputFile(path, overwrites: force)
    try file.write(located.document.bytes)
    try file.commit()
    try console.print("\(path)\n")
  }

  private func exportPackage(_ located: LocatedModel, _ console: Console) throws {
    guard let path = output else { return }
    if FileManager.default.fileExists(atPath: path), !force {
      throw OutputError.exists(path: path)
    }
    if dryRun {
      console.note("\(path) would be written", kind: "dryRun")
      return
    }
    try ModelPackage.write(located.document, to: path, replacing: force)
    try console.print("\(path)\n")
  }
}
