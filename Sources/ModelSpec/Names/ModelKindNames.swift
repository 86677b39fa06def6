/// Field numbers and names of all kinds in Core ML's `Model` message.
enum ModelKindNames {
  static let known: [Int: String] = [
    200: "pipelineClassifier",
    201: "pipelineRegressor",
    202: "pipeline",
    300: "glmRegressor",
    301: "supportVectorRegressor",
    302: "treeEnsembleRegressor",
    303: "neuralNetworkRegressor",
    304: "bayesianProbitRegressor",
    400: "glmClassifier",
    401: "supportVectorClassifier",
    402: "treeEnsembleClassifier",
    403: "neuralNetworkClassifier",
    404: "kNearestNeighborsClassifier",
    500: "neuralNetwork",
    501: "itemSimilarityRecommender",
    502: "mlProgram",
    555: "customModel",
    556: "linkedModel",
    560: "classConfidenceThresholding",
    600: "oneHotEncoder",
    601: "imputer",
    602: "featureVectorizer",
    603: "dictVectorizer",
    604: "scaler",
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

  /// Kinds for images, texts and sounds: no table has what they take.
  static let notTabular: Set = [610, 2000, 2001, 2002, 2003, 2004, 2005, 2006]

  /// Kinds have numbers from here on; lower fields of the message are no kinds.
  static let firstNumber = 200

  /// What to call the kind with that field number, also one that came after this was written.
  static func name(_ number: Int) -> String {
    known[number] ?? "kind \(number)"
  }
}
