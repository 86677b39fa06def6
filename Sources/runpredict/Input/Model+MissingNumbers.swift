import ModelSpec

extension Model {
  /// Whether a part of the model has an answer to numbers that are missing, for which `nan` stands:
  /// an imputer that replaces it, or a tree that was made for it.
  var knowsMissingNumbers: Bool {
    switch kind {
    case .pipeline(let pipeline), .pipelineRegressor(let pipeline),
      .pipelineClassifier(let pipeline):
      pipeline.models.contains { $0.knowsMissingNumbers }
    case .imputer(let imputer):
      switch imputer.replaceValue {
      case .double(let value): value.isNaN
      case .int64, .string: false
      case nil: true
      }
    case .treeEnsembleRegressor(let trees): trees.ensemble.tracksMissingNumbers
    case .treeEnsembleClassifier(let trees): trees.ensemble.tracksMissingNumbers
    default: false
    }
  }
}

extension TreeEnsemble {
  fileprivate var tracksMissingNumbers: Bool {
    nodes.contains { $0.missingValueTracksTrueChild }
  }
}
