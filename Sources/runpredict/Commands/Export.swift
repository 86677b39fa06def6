import CommandLineKit
import ModelSpec
import Tables

/// `export`: a model as the `.mlmodel` or `.mlpackage` that Xcode takes.
struct Export: RunpredictCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: "Write a model as .mlmodel, for Xcode",
      discussion: """
        Gives back the model of a compiled bundle, or the one that updates have made, byte for byte; \
        of a bundle of Apple's compiler all that the bundle keeps, which may be less \
        (docs/mlmodelc.md). An ML program with files of weights is more than one file and becomes \
        a .mlpackage.
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
      "The file to write, .mlmodel or .mlpackage.",
      discussion: """
        By default the model's name with .mlmodel, or .mlpackage if it has files of weights, in this \
        folder; '-' is standard output.
        """,
      valueName: "FILE"),
    completion: .file(extensions: ["mlmodel", "mlpackage"]))
  var output: String?

  @Flag(help: "Overwrite a file that is there.")
  var force = false

  @Flag(help: "Do everything but write.")
  var dryRun = false

  @OptionGroup(title: "Messages") var common: CommonOptions

  func validate() throws {
    guard let output, output != "-" else { return }
    let isPackage = ModelFileName.trimmed(output).hasSuffix(".mlpackage")
    if !isPackage, !output.hasSuffix(".mlmodel") {
      throw ValidationError(
        "'--output' should end in .mlmodel or .mlpackage, or be '-', found '\(output)'")
    }
  }

  func run(_ console: Console) throws {
    let located = try console.locate(model)
    let document = located.document
    try document.requireWhole()
    let hasWeightFiles = !document.weightFiles.isEmpty
    let path =
      output.map(ModelFileName.trimmed)
      ?? ModelFileName.standard(for: located, ending: hasWeightFiles ? "mlpackage" : "mlmodel")
    let isPackage = path.hasSuffix(".mlpackage")
    if hasWeightFiles, !isPackage {
      throw ModelError(
        .output, at: path, "cannot hold the model: its weights lie in files of their own",
        hint: "write a package: -o " + shellWord(packageName(instead: path, of: located)))
    }
    if document.appleCompiler != nil {
      console.note(
        "this bundle is of Apple's compiler; it may keep less than its source had "
          + "(docs/mlmodelc.md)", kind: "appleCompiler", file: model)
    }
    if path == "-" {
      if !dryRun { try StandardOutput().write(document.bytes) }
      return
    }
    let output = ModelOutput(path: path, overwrites: force)
    if dryRun {
      try output.check()
      return console.note("\(path) would be written", kind: "dryRun")
    }
    try output.write(document)
    try console.print("\(path)\n")
  }

  /// The name of a package where a file was asked for.
  private func packageName(instead path: String, of located: LocatedModel) -> String {
    path == "-"
      ? ModelFileName.standard(for: located, ending: "mlpackage")
      : ModelFileName.with(ending: "mlpackage", path)
  }
}
