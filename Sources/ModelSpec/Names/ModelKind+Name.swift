extension ModelKind {
  /// The name of the field that holds the kind in Core ML's `Model` message.
  package var name: String {
    if case .unsupported(let name, _) = self { return name }
    return ModelKindNames.name(number)
  }

  /// The number of that field.
  package var number: Int {
    switch self {
    case .pipeline: 202
    case .pipelineRegressor: 201
    case .glmRegressor: 300
    case .oneHotEncoder: 600
    case .featureVectorizer: 602
    case .scaler: 604
    case .neuralNetwork: 500
    case .neuralNetworkRegressor: 303
    case .unsupported(_, let number): number
    }
  }
}
