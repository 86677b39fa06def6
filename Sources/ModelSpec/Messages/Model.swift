/// A Core ML model: its interface and one kind of model behind it.
package struct Model: Sendable, Equatable {
  package var specificationVersion: Int32
  package var description: ModelDescription
  package var isUpdatable: Bool
  package var kind: ModelKind

  package init(
    specificationVersion: Int32, description: ModelDescription, isUpdatable: Bool = false,
    kind: ModelKind
  ) {
    self.specificationVersion = specificationVersion
    self.description = description
    self.isUpdatable = isUpdatable
    self.kind = kind
  }
}

/// The kinds of model that can be run here, and the name of any other.
package indirect enum ModelKind: Sendable, Equatable {
  case pipeline(Pipeline)
  case pipelineRegressor(Pipeline)
  case pipelineClassifier(Pipeline)
  case glmRegressor(GLMRegressor)
  case glmClassifier(GLMClassifier)
  case supportVectorRegressor(SupportVectorRegressor)
  case supportVectorClassifier(SupportVectorClassifier)
  case treeEnsembleRegressor(TreeEnsembleRegressor)
  case treeEnsembleClassifier(TreeEnsembleClassifier)
  case kNearestNeighborsClassifier(KNearestNeighborsClassifier)
  case oneHotEncoder(OneHotEncoder)
  case imputer(Imputer)
  case featureVectorizer(FeatureVectorizer)
  case dictVectorizer(DictVectorizer)
  case scaler(Scaler)
  case categoricalMapping(CategoricalMapping)
  case normalizer(Normalizer)
  case arrayFeatureExtractor(ArrayFeatureExtractor)
  case identity(Identity)
  case neuralNetwork(NeuralNetwork)
  case neuralNetworkRegressor(NeuralNetwork)
  case neuralNetworkClassifier(NeuralNetworkClassifier)
  case mlProgram(Program)
  /// A valid kind that is not supported; `number` is its field in the `Model` message.
  case unsupported(name: String, number: Int)
}

/// Models run one after the other over a pool of named features.
package struct Pipeline: Sendable, Equatable {
  package var models: [Model]
  /// Names of the stages; empty or as many as `models`.
  package var names: [String]

  package init(models: [Model], names: [String] = []) {
    self.models = models
    self.names = names
  }
}
