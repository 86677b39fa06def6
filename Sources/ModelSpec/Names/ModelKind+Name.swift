extension ModelKind {
  /// The name of the field that holds the kind in Core ML's `Model` message.
  package var name: String {
    if case .unsupported(let name, _) = self { return name }
    return ModelKindNames.name(number)
  }

  /// The number of that field.
  package var number: Int {
    switch self {
    case .pipelineClassifier: 200
    case .pipelineRegressor: 201
    case .pipeline: 202
    case .glmRegressor: 300
    case .supportVectorRegressor: 301
    case .treeEnsembleRegressor: 302
    case .neuralNetworkRegressor: 303
    case .glmClassifier: 400
    case .supportVectorClassifier: 401
    case .treeEnsembleClassifier: 402
    case .neuralNetworkClassifier: 403
    case .kNearestNeighborsClassifier: 404
    case .neuralNetwork: 500
    case .mlProgram: 502
    case .oneHotEncoder: 600
    case .imputer: 601
    case .featureVectorizer: 602
    case .dictVectorizer: 603
    case .scaler: 604
    case .categoricalMapping: 606
    case .normalizer: 607
    case .arrayFeatureExtractor: 609
    case .identity: 900
    case .unsupported(_, let number): number
    }
  }
}
