import CommandLineKit
import ModelSpec
import TabularML

/// What `describe` prints for a person: the interface as the API prints it, then the rest.
struct DescriptionText {
  var model: LocatedModel
  /// The MODEL that was named on the command line.
  var name: String
  /// Why the model cannot predict here.
  var problem: ModelError?
  /// Whether to list also what has no parameters.
  var isDetailed = false
  var lineWidth = 80

  var text: String {
    let document = model.document
    var shown = document.model
    // Of a model that is refused, nothing but the interface was checked.
    let summary = document.refusal == nil ? ModelSummary(shown) : nil
    if summary == nil { shown.isUpdatable = false }
    var text = MLModelDescription(shown).text(labelLimit: isDetailed ? .max : 10) + "\n\n"
    text += table(overview(summary))
    text += features()
    if let summary { text += stages(summary) + fineTuning(summary) }
    return printable(text + "\n" + ending)
  }

  /// The way to predict, or why there is none.
  private var ending: String {
    if let problem {
      return lines("It cannot predict here: \(problem.sentence(besides: "")).")
    }
    let columns = columnsText.map { ", with the columns \($0)" } ?? ""
    return lines("Predict with it\(columns):") + "  \(predictLine)\n"
  }

  private func lines(_ text: String) -> String {
    wrapped(text, width: lineWidth).joined(separator: "\n") + "\n"
  }

  /// A command line that predicts with this model.
  var predictLine: String {
    let file = RunFeatures.areInputs(of: document.model) ? "laps.csv" : "table.csv"
    let option = name == "model" ? "" : " --model \(shellWord(name))"
    return "runpredict predict \(file)\(option)"
  }

  private var document: ModelDocument { model.document }

  /// Which columns a plain table needs; laps are recognised.
  private var columnsText: String? {
    if RunFeatures.areInputs(of: document.model) { return nil }
    let names = document.model.description.inputs.flatMap { input in
      input.columnNames.map { input.isOptional ? "[\($0)]" : $0 }
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// What the model's author says about its features, and which other shapes they may have; nothing
  /// if there is nothing to say.
  private func features() -> String {
    let description = document.model.description
    return [("Inputs", description.inputs), ("Outputs", description.outputs)].map {
      title, features in
      let rows = features.map {
        (
          "  \($0.name)\($0.isOptional ? " (optional)" : "")",
          [$0.shortDescription, $0.flexibilityText].filter { !$0.isEmpty }.joined(separator: "; ")
        )
      }
      return rows.allSatisfy(\.1.isEmpty) ? "" : "\n\(title)\n\(table(rows))"
    }.joined()
  }

  private func overview(_ summary: ModelSummary?) -> [(String, String)] {
    let metadata = document.model.description.metadata
    var rows = [
      ("Model", model.sentence),
      (
        "Kind",
        "\(document.model.kind.plainName), specification version \(document.model.specificationVersion)"
      ),
      (
        "Size",
        (["\(grouped(document.size)) bytes"] + (summary?.sizes ?? [])).joined(separator: ", ")
      ),
    ]
    if let version = document.appleCompiler {
      rows.append(
        (
          "Compiled",
          "by Apple's compiler, version \(version); docs/mlmodelc.md says what is not kept"
        ))
    }
    for (title, value) in [
      ("About", metadata.shortDescription), ("Version", metadata.versionString),
      ("Author", metadata.author), ("License", metadata.license),
    ] where !value.isEmpty { rows.append((title, value)) }
    for (key, value) in metadata.userDefined.sorted(by: { $0.key < $1.key }) {
      rows.append((key, value))
    }
    return rows
  }

  private func stages(_ summary: ModelSummary) -> String {
    var rows: [(String, String)] = []
    for stage in summary.stages {
      let numbers = stage.parameterCount > 0 ? ", \(parameters(stage.parameterCount))" : ""
      rows.append(
        (
          "  " + (stage.name.isEmpty ? stage.kind : stage.name),
          (stage.name.isEmpty ? "" : "\(stage.kind), ") + stage.details + numbers
        ))
      if summary.stages.count > 1 { rows.append(("", stage.flow)) }
      let shown = stage.layers.filter { isDetailed || $0.parameterCount > 0 || $0.isUpdatable }
      for layer in shown {
        let numbers = layer.parameterCount > 0 ? parameters(layer.parameterCount) : ""
        let parts = [
          layer.kind, layer.flow, layer.details, numbers,
          layer.isUpdatable ? "can be fine-tuned" : "",
        ]
        rows.append(("    \(layer.name)", parts.filter { !$0.isEmpty }.joined(separator: ", ")))
      }
      let others = stage.layers.count - shown.count
      if others > 0 {
        rows.append(("    …", "\(count(others, "layer")) without parameters; --verbose lists all"))
      }
    }
    return "\n\(summary.stages.count == 1 ? "Stage" : "Stages")\n\(table(rows))"
  }

  /// A sentence where Core ML's own way, by layers, is not all.
  private func wayToLearn(_ update: UpdateSummary?) -> String? {
    guard let update else {
      do { try document.requireWhole() } catch {
        return "It cannot be fine-tuned: \(error.message)."
      }
      return "This model cannot be fine-tuned: nothing in it is marked updatable."
    }
    if update.becomes != nil {
      return "`runpredict update` can train it, as a network; Core ML cannot."
    }
    return update.optimizer == nil ? "This model learns by adding samples." : nil
  }

  private func fineTuning(_ summary: ModelSummary) -> String {
    let update = UpdateSummary.of(document)
    var rows: [(String, String)] = []
    let layers = summary.updatableLayers
    if let update, update.becomes == nil, update.optimizer != nil {
      rows.append(
        (
          "  layers",
          layers.map(\.name).joined(separator: ", ")
            + " (\(grouped(layers.reduce(0) { $0 + $1.parameterCount })) of "
            + "\(parameters(summary.parameterCount)))"
        ))
    }
    rows += update?.losses.map { ("  loss", $0.text) } ?? []
    if let optimizer = update?.optimizer { rows.append(("  optimizer", optimizer)) }
    rows += update?.parameters.map { ("  \($0.option)", $0.text) } ?? []
    let way = wayToLearn(update).map { text in
      wrapped(text, width: lineWidth - 2).map { "  \($0)\n" }.joined()
    }
    return "\nFine-tuning\n\(way ?? "")\(table(rows))"
  }

  private func parameters(_ number: Int) -> String { count(number, "parameter") }

  /// Two columns, the second aligned.
  private func table(_ rows: [(String, String)]) -> String {
    let width = min(rows.map { displayWidth($0.0) }.max() ?? 0, 32) + 2
    return rows.map { title, value in
      let margin = "\n" + String(repeating: " ", count: width)
      // A title that is too long has a line of its own.
      let isLong = displayWidth(title) > width - 2
      let space =
        isLong ? margin : String(repeating: " ", count: width - displayWidth(title))
      let lines = wrapped(value, width: max(40, lineWidth - width))
      return value.isEmpty ? "\(title)\n" : "\(title)\(space)\(lines.joined(separator: margin))\n"
    }.joined()
  }
}

/// A word as a shell takes it.
func shellWord(_ text: String) -> String {
  let plain = text.unicodeScalars.allSatisfy {
    $0.properties.isAlphabetic || ("0"..."9").contains($0) || "_-./+,:@".unicodeScalars.contains($0)
  }
  return plain && !text.isEmpty ? text : shellQuoted(text)
}
