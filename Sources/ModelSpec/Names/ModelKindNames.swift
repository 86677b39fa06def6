/// Field numbers and names of the kinds in Core ML's `Model` message that cannot be run here.
enum ModelKindNames {
  static let unsupported: [Int: String] = [
    200: "pipelineClassifier",
    301: "supportVectorRegressor",
    302: "treeEnsembleRegressor",
    304: "bayesianProbitRegressor",
    400: "glmClassifier",
    401: "supportVectorClassifier",
    402: "treeEnsembleClassifier",
    403: "neuralNetworkClassifier",
    404: "kNearestNeighborsClassifier",
    501: "itemSimilarityRecommender",
    502: "mlProgram",
    555: "customModel",
    556: "linkedModel",
    560: "classConfidenceThresholding",
    601: "imputer",
    603: "dictVectorizer",
    606: "categoricalMapping",
    607: "normalizer",
    609: "arrayFeatureExtractor",
    610: "nonMaximumSuppression",
    900: "identity",
    2000: "textClassifier",
    2001: "wordTagger",
    2002: "visionFeaturePrint",
    2003: "soundAnalysisPreprocessing",
    2004: "gazetteer",
    2005: "wordEmbedding",
    2006: "audioFeaturePrint",
    3000: "serializedModel",
  ]

  /// Kinds have numbers from here on; lower fields of the message are no kinds.
  static let firstNumber = 200

  /// What to call the kind with that field number, also one that came after this was written.
  static func name(_ number: Int) -> String {
    unsupported[number] ?? "kind \(number)"
  }
}
