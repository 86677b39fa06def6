import CommandLineKit
import ModelSpec
import TabularML

/// How a model is fine-tuned, and what may be changed about it.
struct UpdateSummary {
  /// One number that can be chosen, with its default and what is allowed.
  struct Parameter {
    /// Its name in Core ML, such as `learningRate`.
    var key: String
    /// The option of `update` that sets it.
    var option: String
    var defaultValue: JSONValue
    var allowed: Allowed
  }

  enum Allowed {
    case anything
    case range(JSONValue, JSONValue)
    case values([JSONValue])
  }

  var losses: [LossLayer] = []
  /// Nil for a model that learns by remembering samples.
  var optimizer: String?
  var parameters: [Parameter]
  /// The kind that a linear regressor has afterwards.
  var becomes: String?

  /// Nil for a model that cannot be fine-tuned.
  static func of(_ document: ModelDocument) -> UpdateSummary? {
    if document.refusal != nil || (try? document.requireWhole()) == nil { return nil }
    let model = document.model
    if model.isUpdatable {
      if case .kNearestNeighborsClassifier(let classifier) = model.trained.model.kind {
        return UpdateSummary(classifier)
      }
      return model.trainedNetwork?.updateParameters.map { UpdateSummary($0) }
    }
    let network = try? LinearNetwork(model)?.model()
    var summary = network?.trainedNetwork?.updateParameters.map { UpdateSummary($0) }
    summary?.becomes = network?.trained.model.kind.name
    return summary
  }

  private init(_ classifier: KNearestNeighborsClassifier) {
    parameters = [
      .init("numberOfNeighbors", "--number-of-neighbors", classifier.numberOfNeighbors)
    ]
  }

  private init(_ update: UpdateParameters) {
    losses = update.losses
    parameters = [.init("epochs", "--epochs", update.epochs)]
    switch update.optimizer {
    case .sgd(let learningRate, let miniBatchSize, let momentum):
      optimizer = "SGD"
      parameters.append(.init("learningRate", "--learning-rate", learningRate))
      parameters.append(.init("miniBatchSize", "--mini-batch-size", miniBatchSize))
      if let momentum { parameters.append(.init("momentum", "--momentum", momentum)) }
    case .adam(let learningRate, let miniBatchSize, let beta1, let beta2, let eps):
      optimizer = "Adam"
      parameters.append(.init("learningRate", "--learning-rate", learningRate))
      parameters.append(.init("miniBatchSize", "--mini-batch-size", miniBatchSize))
      parameters.append(.init("beta1", "--beta1", beta1))
      parameters.append(.init("beta2", "--beta2", beta2))
      parameters.append(.init("eps", "--eps", eps))
    }
    if let shuffle = update.shuffle {
      parameters.append(
        .init(
          key: "shuffle", option: "--shuffle", defaultValue: .bool(shuffle), allowed: .anything))
    }
    if let seed = update.seed { parameters.append(.init("seed", "--seed", seed)) }
  }
}

extension UpdateSummary.Parameter {
  /// Such as `default 20, allowed: 1 to 1000`.
  var text: String {
    "default \(defaultValue.compact)" + (allowed.text.isEmpty ? "" : ", allowed: \(allowed.text)")
  }

  fileprivate init(_ key: String, _ option: String, _ parameter: DoubleParameter) {
    self.init(
      key: key, option: option, defaultValue: .double(parameter.defaultValue),
      allowed: parameter.range.map { .range(.double($0.lowerBound), .double($0.upperBound)) }
        ?? .anything)
  }

  init(_ key: String, _ option: String, _ parameter: Int64Parameter) {
    let allowed: UpdateSummary.Allowed =
      switch parameter.allowed {
      case nil: .anything
      case .range(let range): .range(.int(range.lowerBound), .int(range.upperBound))
      case .set(let values): .values(values.map(JSONValue.int))
      }
    self.init(
      key: key, option: option, defaultValue: .int(parameter.defaultValue), allowed: allowed)
  }
}

extension UpdateSummary.Allowed {
  /// Such as "from 1 to 100", "8, 16 or 32".
  var text: String {
    switch self {
    case .anything: ""
    case .range(let least, let greatest):
      greatest.compact == "\(Int64.max)" || greatest.compact == "\"inf\""
        ? "at least \(least.compact)" : "\(least.compact) to \(greatest.compact)"
    case .values(let values): choiceList(values.map(\.compact))
    }
  }
}

extension LossLayer {
  var text: String {
    switch kind {
    case .meanSquaredError: "mean squared error of \(input) against \(target)"
    case .categoricalCrossEntropy: "cross-entropy of \(input) against \(target)"
    }
  }
}
