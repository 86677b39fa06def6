extension ModelValidator {
  static func validate(
    _ regressor: SupportVectorRegressor, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    try validateRegressor(model, at: path.field("description"))
    let length = try vectorLength(of: model, at: path.field("description"))
    let path = path.field("supportVectorRegressor")
    try validate(regressor.kernel, at: path.field("kernel"))
    try validate(regressor.vectors, length: length, at: path)
    guard regressor.coefficients.count == regressor.vectors.count else {
      throw path.field("coefficients").error(
        .shape,
        "\(regressor.coefficients.count) coefficients for \(regressor.vectors.count) vectors")
    }
  }

  static func validate(
    _ classifier: SupportVectorClassifier, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let kindPath = path.field("supportVectorClassifier")
    try validateClassifier(model, labels: classifier.labels, at: path, kindPath)
    let length = try vectorLength(of: model, at: path.field("description"))
    try validate(classifier.kernel, at: kindPath.field("kernel"))
    try validate(classifier.vectors, length: length, at: kindPath)
    try validateVectorsPerClass(classifier, at: kindPath)
    let classes = classifier.labels.count
    guard classifier.coefficients.count == classes - 1 else {
      throw kindPath.field("coefficients").error(
        .shape, "\(classifier.coefficients.count) rows of coefficients for \(classes) classes")
    }
    for (index, row) in classifier.coefficients.enumerated()
    where row.count != classifier.vectors.count {
      throw kindPath.element("coefficients", index).error(
        .shape, "\(row.count) coefficients for \(classifier.vectors.count) vectors")
    }
    try validatePairs(classifier, at: kindPath)
    guard model.description.predictedProbabilitiesName.isEmpty || !classifier.probA.isEmpty else {
      throw path.field("description").field("predictedProbabilitiesName").error(
        .interface, "the machine has no probabilities: probA and probB are missing")
    }
  }

  private static func validateVectorsPerClass(
    _ classifier: SupportVectorClassifier, at path: ModelPath
  ) throws(ModelError) {
    let path = path.field("numberOfSupportVectorsPerClass")
    let counts = classifier.vectorsPerClass
    guard counts.count == classifier.labels.count else {
      throw path.error(
        .shape, "\(counts.count) numbers of vectors for \(classifier.labels.count) classes")
    }
    guard counts.allSatisfy({ $0 >= 0 }) else {
      throw path.error(.value, "a class has a negative number of vectors")
    }
    let total = counts.reduce(0) { $0 + Int($1) }
    guard total == classifier.vectors.count else {
      throw path.error(
        .shape, "the classes have \(total) vectors, and there are \(classifier.vectors.count)")
    }
  }

  private static func validatePairs(
    _ classifier: SupportVectorClassifier, at path: ModelPath
  ) throws(ModelError) {
    // There are as many rows of coefficients as classes but one, so the product is small.
    let pairs = classifier.labels.count * (classifier.labels.count - 1) / 2
    guard classifier.rho.count == pairs else {
      throw path.field("rho").error(
        .shape, "\(classifier.rho.count) rho for \(pairs) pairs of classes")
    }
    guard classifier.probA.count == 0 || classifier.probA.count == pairs else {
      throw path.field("probA").error(
        .shape, "\(classifier.probA.count) parameters for \(pairs) pairs of classes")
    }
    guard classifier.probB.count == classifier.probA.count else {
      throw path.field("probB").error(
        .shape, "\(classifier.probB.count) parameters beside \(classifier.probA.count) of probA")
    }
  }

  private static func validate(_ kernel: Kernel, at path: ModelPath) throws(ModelError) {
    let (name, gamma): (String, Double)
    switch kernel {
    case .linear: return
    case .rbf(let own): (name, gamma) = ("rbfKernel", own)
    case .sigmoid(let own, _): (name, gamma) = ("sigmoidKernel", own)
    case .poly(let degree, _, let own):
      (name, gamma) = ("polyKernel", own)
      guard degree >= 0 else {
        throw path.field(name).field("degree").error(.value, "the degree is \(degree)")
      }
    }
    guard gamma >= 0 else {
      throw path.field(name).field("gamma").error(.value, "gamma is \(gamma)")
    }
  }

  private static func validate(
    _ vectors: SupportVectors, length: Int?, at path: ModelPath
  ) throws(ModelError) {
    switch vectors {
    case .dense(let count, let width, _):
      guard count == 0 || length == nil || width == length else {
        throw path.field("denseSupportVectors").element("vectors", 0).error(
          .shape, "a vector of \(width) numbers for inputs of \(length ?? 0) elements")
      }
    case .sparse(let starts, let indexes, _):
      let path = path.field("sparseSupportVectors")
      for (vector, (first, end)) in zip(starts, starts.dropFirst()).enumerated() {
        var seen: Set<Int32> = []
        for node in first..<end {
          let place = path.element("vectors", vector).element("nodes", node - first)
          guard indexes[node] > 0 else {
            throw place.field("index").error(
              .value, "the index is \(indexes[node]), and indexes count from 1")
          }
          guard seen.insert(indexes[node]).inserted else {
            throw place.field("index").error(.value, "the index \(indexes[node]) occurs twice")
          }
        }
      }
    }
  }
}
