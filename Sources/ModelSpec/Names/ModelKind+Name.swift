extension ModelKind {
  /// The name of the field that holds the kind in Core ML's `Model` message.
  package var name: String {
    switch self {
    case .pipeline: "pipeline"
    case .pipelineRegressor: "pipelineRegressor"
    case .glmRegressor: "glmRegressor"
    case .oneHotEncoder: "oneHotEncoder"
    case .featureVectorizer: "featureVectorizer"
    case .scaler: "scaler"
    case .neuralNetwork: "neuralNetwork"
    case .neuralNetworkRegressor: "neuralNetworkRegressor"
    case .unsupported(let name, _): name
    }
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
