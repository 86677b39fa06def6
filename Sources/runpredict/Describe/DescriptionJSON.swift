import CommandLineKit
import ModelSpec

/// What `describe --json` prints; `schema` grows when a key changes its meaning or goes.
struct DescriptionJSON {
  var model: LocatedModel
  /// The MODEL that was named on the command line.
  var name: String

  var value: JSONValue {
    let document = model.document
    let summary = ModelSummary(document.model)
    return .object([
      ("schema", .int(1)),
      ("source", source),
      ("kind", .string(document.model.kind.name)),
      ("specificationVersion", .int(Int64(document.model.specificationVersion))),
      ("isUpdatable", .bool(document.model.isUpdatable)),
      ("bytes", .int(Int64(document.bytes.count))),
      ("parameters", .int(Int64(summary.parameterCount))),
      ("description", description(document.model.description)),
      ("classLabels", labels(document.model.classLabels)),
      ("stages", .array(summary.stages.map(stage))),
      ("update", summary.update.map { update($0, layers: summary.updatableLayers) } ?? .null),
      ("predict", .string(DescriptionText(model: model, name: name).predictLine)),
    ])
  }

  private var source: JSONValue {
    switch model.origin {
    case .bundled: .object([("origin", .string("bundled"))])
    case .personal(let record):
      .object([("origin", .string("personal")), ("version", .int(Int64(record.version)))])
    case .path(let path): .object([("origin", .string("path")), ("path", .string(path))])
    }
  }

  private func description(_ description: ModelDescription) -> JSONValue {
    let metadata = description.metadata
    return .object([
      ("inputs", .array(description.inputs.map(\.json))),
      ("outputs", .array(description.outputs.map(\.json))),
      ("trainingInputs", .array(description.trainingInputs.map(\.json))),
      ("predictedFeatureName", textOrNull(description.predictedFeatureName)),
      ("predictedProbabilitiesName", textOrNull(description.predictedProbabilitiesName)),
      (
        "metadata",
        .object([
          ("shortDescription", .string(metadata.shortDescription)),
          ("version", .string(metadata.versionString)),
          ("author", .string(metadata.author)),
          ("license", .string(metadata.license)),
          (
            "userDefined",
            .object(metadata.userDefined.sorted { $0.key < $1.key }.map { ($0, .string($1)) })
          ),
        ])
      ),
    ])
  }

  private func labels(_ labels: ClassLabels?) -> JSONValue {
    switch labels {
    case .strings(let texts): .array(texts.map(JSONValue.string))
    case .int64s(let numbers): .array(numbers.map(JSONValue.int))
    case nil: .null
    }
  }

  private func textOrNull(_ text: String) -> JSONValue { text.isEmpty ? .null : .string(text) }

  private func stage(_ stage: ModelSummary.Stage) -> JSONValue {
    .object([
      ("name", .string(stage.name)), ("kind", .string(stage.kind)),
      ("details", .string(stage.details)), ("parameters", .int(Int64(stage.parameterCount))),
      ("layers", .array(stage.layers.map(layer))),
    ])
  }

  private func layer(_ layer: ModelSummary.Layer) -> JSONValue {
    .object([
      ("name", .string(layer.name)), ("kind", .string(layer.kind)),
      ("details", .string(layer.details)), ("parameters", .int(Int64(layer.parameterCount))),
      ("isUpdatable", .bool(layer.isUpdatable)),
    ])
  }

  private func update(_ update: UpdateSummary, layers: [ModelSummary.Layer]) -> JSONValue {
    .object([
      ("layers", .array(layers.map { .string($0.name) })),
      ("losses", .array(update.losses.map { .string($0.text) })),
      ("optimizer", .string(update.optimizer)),
      ("parameters", .object(update.parameters.map { ($0.key, parameter($0)) })),
    ])
  }

  private func parameter(_ parameter: UpdateSummary.Parameter) -> JSONValue {
    var members: [(String, JSONValue)] = [("default", parameter.defaultValue)]
    switch parameter.allowed {
    case .anything: break
    case .range(let least, let greatest):
      members += [("least", least), ("greatest", greatest)]
    case .values(let values): members.append(("values", .array(values)))
    }
    return .object(members)
  }
}
