import CommandLineKit

/// The texts about MODEL, which is an option of some commands and an argument of others.
enum ModelArgument {
  static let completion = CompletionKind.file(
    extensions: ["mlmodel", "mlpackage", "mlmodelc"], words: ["model", "base"])
  static let discussion = """
    A .mlmodel, .mlpackage or .mlmodelc; or 'model', the model in use (the personal one if there \
    is one, else the bundled one); or 'base', the bundled one.
    """
}

/// `--model`, for commands whose arguments are tables.
struct ModelOption: ParsableArguments {
  @Option(
    name: [.long, .customShort("m")],
    help: ArgumentHelp(
      "The model to use.", discussion: ModelArgument.discussion, valueName: "MODEL"),
    completion: ModelArgument.completion)
  var model = "model"
}
