import CommandLineKit
import Foundation
import ModelSpec

/// What `describe --json` prints; `schema` grows when a key changes its meaning or goes.
struct DescriptionJSON {
  var model: LocatedModel
  /// The MODEL that was named on the command line.
  var name: String
  /// Why the model cannot predict here.
  var problem: ModelError?

  var value: JSONValue {
    let document = model.document
    // Of a model that is refused, nothing but the interface was checked.
    let isKnown = document.refusal == nil
    let summary = isKnown ? ModelSummary(document.model) : nil
    let update = UpdateSummary.of(document)
    let own: [(String, JSONValue)] = [
      ("schema", .int(1)),
      ("source", source),
      ("kind", .string(document.model.kind.name)),
      ("bytes", .int(Int64(document.size))),
      ("parameters", summary.map { .int(Int64($0.parameterCount)) } ?? .null),
      ("description", description(document.model.description)),
      ("labels", labels(document.model.classLabels)),
      ("stages", .array(summary?.stages.map(stage) ?? [])),
      ("update", update.map { self.update($0, layers: summary?.updatableLayers ?? []) } ?? .null),
      ("parameterRanges", .object(neighbors(update).map { ($0.key, parameter($0)) })),
      (
        "predict",
        problem == nil
          ? .string(DescriptionText(model: model, name: name).predictLine) : .null
      ),
      ("problem", problem.map { ModelProblem($0, file: name).diagnostic.json } ?? .null),
    ]
    return .object(own + (isKnown ? metadata : []))
  }

  /// The keys of the `metadata.json` that Apple's compiler writes, with its types: texts for nearly
  /// everything.
  private var metadata: [(String, JSONValue)] {
    let file =
      switch model.origin {
      case .bundled, .personal: "RunDuration"
      case .path(let path): path.split(separator: "/").last.map(String.init) ?? path
      }
    let metadata = BundleMetadata(
      model.document.model, className: BundleMetadata.className(ofFile: file))
    let object = try? JSONSerialization.jsonObject(with: Data(metadata.json))
    guard case .object(let members) = JSONValue(foundation: object) else { return [] }
    return members
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
      ("inputs", .array(stage.inputs.map(\.json))),
      ("outputs", .array(stage.outputs.map(\.json))),
      ("layers", .array(stage.layers.map(layer))),
    ])
  }

  private func layer(_ layer: ModelSummary.Layer) -> JSONValue {
    .object([
      ("name", .string(layer.name)), ("kind", .string(layer.kind)),
      ("details", .string(layer.details)), ("parameters", .int(Int64(layer.parameterCount))),
      ("isUpdatable", .bool(layer.isUpdatable)),
      ("inputs", .array(layer.inputs.map(blob))), ("outputs", .array(layer.outputs.map(blob))),
    ])
  }

  private func blob(_ blob: ModelSummary.Blob) -> JSONValue {
    .object([
      ("name", .string(blob.name)), ("shape", .array(blob.shape.map { .int(Int64($0)) })),
    ])
  }

  /// What can be chosen about a model that is not trained by steps: the number of neighbours.
  private func neighbors(_ update: UpdateSummary?) -> [UpdateSummary.Parameter] {
    update?.parameters.filter { $0.key == "numberOfNeighbors" } ?? []
  }

  private func update(_ update: UpdateSummary, layers: [ModelSummary.Layer]) -> JSONValue {
    .object([
      ("layers", .array(layers.map { .string($0.name) })),
      ("losses", .array(update.losses.map { .string($0.text) })),
      ("optimizer", JSONValue(update.optimizer)),
      ("parameters", .object(update.parameters.map { ($0.key, parameter($0)) })),
      ("becomes", JSONValue(update.becomes)),
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

extension JSONValue {
  /// A parsed document of objects, lists, texts and integers; everything else is null.
  fileprivate init(foundation value: Any?) {
    switch value {
    case let text as String: self = .string(text)
    case let number as NSNumber: self = .int(number.int64Value)
    case let list as [Any]: self = .array(list.map { JSONValue(foundation: $0) })
    case let members as [String: Any]:
      self = .object(
        members.sorted { $0.key < $1.key }.map { ($0.key, JSONValue(foundation: $0.value)) })
    default: self = .null
    }
  }
}
