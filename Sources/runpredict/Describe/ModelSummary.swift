import ModelSpec
import TabularML

/// What a person wants to know of a model besides its interface.
struct ModelSummary {
  /// One model of a pipeline, or the only one.
  struct Stage {
    var name: String
    var kind: String
    /// In plain words, such as "7 categories, others are ignored".
    var details: String
    var parameterCount: Int
    /// What there is of other things than parameters, such as 12 support vectors.
    var parts: [Part] = []
    var layers: [Layer] = []
    /// What flows in and out.
    var inputs: [FeatureDescription] = []
    var outputs: [FeatureDescription] = []
  }

  /// How many there are of what a model is made of if not of parameters.
  struct Part {
    var count: Int
    var name: String
  }

  /// One layer of a network.
  struct Layer {
    var name: String
    var kind: String
    var details: String
    var parameterCount: Int
    var isUpdatable: Bool
    var inputs: [Blob] = []
    var outputs: [Blob] = []
  }

  /// What flows from layer to layer; the shape is that of one row.
  struct Blob {
    var name: String
    var shape: [Int]
  }

  var kind: String
  var stages: [Stage]

  var parameterCount: Int { stages.reduce(0) { $0 + $1.parameterCount } }
  /// How large the model is, in a few words: parameters, and the other parts of all stages.
  var sizes: [String] {
    var parts: [Part] = parameterCount > 0 ? [Part(count: parameterCount, name: "parameter")] : []
    for part in stages.flatMap(\.parts) {
      if let index = parts.firstIndex(where: { $0.name == part.name }) {
        parts[index].count += part.count
      } else {
        parts.append(part)
      }
    }
    return parts.map { count($0.count, $0.name) }
  }

  var updatableLayers: [Layer] { stages.flatMap(\.layers).filter(\.isUpdatable) }

  init(_ model: Model) {
    kind = model.kind.plainName
    stages = ModelSummary.stages(of: model, name: "")
  }

  private static func stages(of model: Model, name: String) -> [Stage] {
    guard let pipeline = model.kind.pipeline else { return [stage(model, name: name)] }
    return pipeline.models.indices.flatMap { index in
      let own = pipeline.names.indices.contains(index) ? pipeline.names[index] : ""
      let path = [name, own.isEmpty ? "stage \(index + 1)" : own].filter { !$0.isEmpty }
      return stages(of: pipeline.models[index], name: path.joined(separator: "/"))
    }
  }

  private static func stage(_ model: Model, name: String) -> Stage {
    let shapes = (try? model.kind.network?.blobShapes(for: model.description)) ?? [:]
    let layers = model.kind.network?.layers.map { Layer($0, shapes) } ?? []
    return Stage(
      name: name, kind: model.kind.plainName, details: model.kind.details,
      parameterCount: model.kind.parameterCount
        + layers.reduce(0) { $0 + $1.parameterCount }, parts: model.kind.parts, layers: layers,
      inputs: model.description.inputs, outputs: model.description.outputs)
  }
}

extension ModelKind {
  /// The name of the kind as a person says it.
  var plainName: String {
    switch self {
    case .pipeline: "pipeline"
    case .pipelineRegressor: "pipeline regressor"
    case .pipelineClassifier: "pipeline classifier"
    case .glmRegressor: "linear regressor"
    case .glmClassifier: "linear classifier"
    case .supportVectorRegressor: "support vector regressor"
    case .supportVectorClassifier: "support vector classifier"
    case .treeEnsembleRegressor: "tree ensemble regressor"
    case .treeEnsembleClassifier: "tree ensemble classifier"
    case .kNearestNeighborsClassifier: "nearest neighbours classifier"
    case .oneHotEncoder: "one-hot encoder"
    case .imputer: "imputer"
    case .featureVectorizer: "feature vectorizer"
    case .dictVectorizer: "dictionary vectorizer"
    case .scaler: "scaler"
    case .categoricalMapping: "categorical mapping"
    case .normalizer: "normalizer"
    case .arrayFeatureExtractor: "array feature extractor"
    case .identity: "identity"
    case .neuralNetwork: "neural network"
    case .neuralNetworkRegressor: "neural network regressor"
    case .neuralNetworkClassifier: "neural network classifier"
    case .mlProgram: "ML program"
    case .unsupported(let name, _): name
    }
  }

  var details: String {
    switch self {
    case .pipeline(let pipeline), .pipelineRegressor(let pipeline),
      .pipelineClassifier(let pipeline):
      count(pipeline.models.count, "stage")
    case .glmRegressor(let regressor):
      "\(count(regressor.weights.first?.count ?? 0, "weight"))"
        + (regressor.weights.count == 1 ? "" : " for each of \(regressor.weights.count) outputs")
        + transform(regressor.postEvaluationTransform)
    case .glmClassifier(let classifier):
      "\(classifier.labels.summary), \(count(classifier.weights.first?.count ?? 0, "weight")) each"
    case .supportVectorRegressor(let regressor):
      "\(regressor.kernel.summary), \(count(regressor.vectors.count, "support vector"))"
    case .supportVectorClassifier(let classifier):
      "\(classifier.labels.summary), \(classifier.kernel.summary), "
        + count(classifier.vectors.count, "support vector")
        + (classifier.probA.isEmpty ? ", no probabilities" : "")
    case .treeEnsembleRegressor(let regressor):
      regressor.ensemble.summary + regressor.postEvaluationTransform.summary
    case .treeEnsembleClassifier(let classifier):
      "\(classifier.labels.summary), " + classifier.ensemble.summary
        + classifier.postEvaluationTransform.summary
    case .kNearestNeighborsClassifier(let classifier): classifier.summary
    case .imputer(let imputer): imputer.summary
    case .dictVectorizer(let vectorizer):
      "\(count(vectorizer.keys.count, "key")), others are ignored"
    case .categoricalMapping(let mapping): mapping.summary
    case .normalizer(let normalizer): normalizer.norm.summary
    case .arrayFeatureExtractor(let extractor):
      "\(count(extractor.indexes.count, "element")) of an array"
    case .identity: "every output is the input of its name"
    case .oneHotEncoder(let encoder):
      "\(count(encoder.categories.count, "category", "categories")), others "
        + (encoder.handleUnknown == .ignore ? "are ignored" : "are an error")
    case .featureVectorizer(let vectorizer):
      "\(count(vectorizer.inputs.count, "input")) to "
        + count(vectorizer.inputs.reduce(0) { $0 + Int(clamping: $1.dimensions) }, "element")
    case .scaler(let scaler):
      count(max(scaler.shift.count, scaler.scale.count), "element")
    case .neuralNetwork(let network), .neuralNetworkRegressor(let network):
      count(network.layers.count, "layer")
    case .neuralNetworkClassifier(let classifier):
      "\(classifier.labels.summary), \(count(classifier.network.layers.count, "layer"))"
    case .mlProgram(let program): program.summary
    case .unsupported: "not supported"
    }
  }

  /// The numbers that the kind itself holds, without layers and nested models.
  var parameterCount: Int {
    switch self {
    case .glmRegressor(let regressor):
      regressor.weights.reduce(0) { $0 + $1.count } + regressor.offset.count
    case .glmClassifier(let classifier):
      classifier.weights.reduce(0) { $0 + $1.count } + classifier.offset.count
    case .scaler(let scaler): scaler.shift.count + scaler.scale.count
    case .mlProgram(let program): program.parameterCount
    default: 0
    }
  }

  /// What the kind itself is made of besides numbers.
  var parts: [ModelSummary.Part] {
    switch self {
    case .treeEnsembleRegressor(let trees): trees.ensemble.parts
    case .treeEnsembleClassifier(let trees): trees.ensemble.parts
    case .supportVectorRegressor(let machine):
      [.init(count: machine.vectors.count, name: "support vector")]
    case .supportVectorClassifier(let machine):
      [.init(count: machine.vectors.count, name: "support vector")]
    case .kNearestNeighborsClassifier(let neighbors):
      [.init(count: neighbors.sampleCount, name: "sample")]
    default: []
    }
  }

  private func transform(_ transform: GLMRegressor.PostEvaluationTransform) -> String {
    switch transform {
    case .none: ""
    case .logit: ", through the logistic function"
    case .probit: ", through the normal distribution function"
    }
  }
}

/// `1 layer`, `1,234 layers`.
func count(_ number: Int, _ word: String, _ plural: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? word : plural ?? word + "s")"
}

/// `1,234,567`.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number.magnitude))
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}
