import CommandLineKit
import ModelSpec

/// `describe`: what a model is.
struct Describe: RunpredictCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "describe",
      abstract: "Show what a model takes, what it predicts and how it can be fine-tuned",
      discussion: """
        First the text of the model's MLModelDescription, then its kind, its stages with their \
        parameters, and how it can be fine-tuned. The last line is a command that predicts with it. \
        Of a model that cannot be run here, the interface is shown, and why.
        """,
      examples: [
        .init("runpredict describe", "The model in use"),
        .init("runpredict describe base --json", "The bundled model, for a program"),
      ])
  }

  @Argument(
    help: ArgumentHelp(
      "The model to describe.", discussion: ModelArgument.discussion, valueName: "MODEL"),
    completion: ModelArgument.completion)
  var model = "model"

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Messages") var common: CommonOptions

  func run(_ console: Console) throws {
    let located = try console.locate(model, takesUnsupported: true)
    var problem = located.document.refusal.map { ModelProblem($0, file: model) }
    if problem == nil {
      do { _ = try console.plan(located, named: model) } catch let error as ModelProblem {
        problem = error
      }
    }
    if json {
      let document = DescriptionJSON(model: located, name: model, problem: problem?.error)
      try console.print(document.value.pretty + "\n")
    } else {
      try console.print(
        DescriptionText(
          model: located, name: model, problem: problem?.error, isDetailed: console.isVerbose,
          lineWidth: min(StandardStream.output.width, 100)
        ).text)
    }
    if let problem { throw problem }
  }
}
