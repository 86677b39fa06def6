import Testing

@testable import ModelSpec

/// Rules of the kinds without layers that none of the case folders breaks.
@Suite struct ClassicRuleTests {
  @Test(arguments: linear + vectors + neighbors + encoders)
  func refusesByWordAndPlace(_ rule: BrokenRule) throws {
    _ = try ModelDocument(rule.base)
    var model = rule.base
    rule.change(&model)
    let error = try #require(throws: ModelError.self) { try ModelDocument(model) }
    #expect(error.reason == rule.reason, "\(error)")
    #expect(error.path == rule.path)
  }

  private static func model(
    _ kind: ModelKind, _ input: FeatureType, _ outputs: [FeatureType], predicts: Bool = true
  ) -> Model {
    let names = ["y", "chances", "z"]
    return Model(
      specificationVersion: 4,
      description: ModelDescription(
        inputs: [Sample.feature("x", input)],
        outputs: zip(names, outputs).map { Sample.feature($0, $1) },
        predictedFeatureName: predicts ? "y" : "",
        predictedProbabilitiesName: predicts && outputs.count > 1 ? "chances" : ""),
      kind: kind)
  }

  private static let glm = GLMClassifier(
    weights: [[1, 2]], offset: [0], labels: .strings(["a", "b"]))
  private static let classifier = model(
    .glmClassifier(glm), Sample.array([2]), [.string, .dictionary(.string)])

  private static func with(_ change: (inout GLMClassifier) -> Void) -> ModelKind {
    var other = glm
    change(&other)
    return .glmClassifier(other)
  }

  static let linear: [BrokenRule] = [
    BrokenRule("two offsets for a row", classifier, .shape, "glmClassifier.offset") {
      $0.kind = with { $0.offset = [0, 1] }
    },
    BrokenRule("rows of two lengths", classifier, .shape, "glmClassifier.weights") {
      $0.kind = with {
        $0.labels = .strings(["a", "b", "c"])
        ($0.weights, $0.offset) = ([[1, 2], [3]], [0, 0])
      }
    },
    BrokenRule("three weights for two elements", classifier, .shape, "glmClassifier.weights[0]") {
      $0.kind = with { $0.weights = [[1, 2, 3]] }
    },
    BrokenRule("a String input", classifier, .type, "description.input[0].type") {
      $0.description.inputs[0].type = .string
    },
    BrokenRule("no predicted feature", classifier, .interface, "description.predictedFeatureName") {
      $0.description.predictedFeatureName = ""
    },
    BrokenRule("keys of another type", classifier, .type, "description.output[1].type") {
      $0.description.outputs[1].type = .dictionary(.int64)
    },
    BrokenRule("an output that nobody makes", classifier, .interface, "description.output[2]") {
      $0.description.outputs.append(Sample.feature("z", .double))
    },
    BrokenRule("an optional input", classifier, .interface, "description.input[0].type") {
      $0.description.inputs[0].isOptional = true
    },
    BrokenRule(
      "a pipeline that classifies as Double",
      {
        var pipeline = classifier
        pipeline.kind = .pipelineClassifier(Pipeline(models: [classifier]))
        return pipeline
      }(), .type, "description.output[0].type"
    ) { $0.description.outputs[0].type = .double },
  ]

  private static let machine = SupportVectorClassifier(
    kernel: .rbf(gamma: 1), vectorsPerClass: [1, 1],
    vectors: .sparse(starts: [0, 1, 2], indexes: [1, 2], values: [0.5, 1]),
    coefficients: [[1, -1]], rho: [0], probA: [-1], probB: [0], labels: .int64s([0, 1]))
  private static let machineModel = model(
    .supportVectorClassifier(machine), Sample.array([2]), [.int64, .dictionary(.int64)])

  static let vectors: [BrokenRule] = [
    BrokenRule(
      "an index twice", machineModel, .value,
      "supportVectorClassifier.sparseSupportVectors.vectors[0].nodes[1].index"
    ) {
      var other = machine
      other.vectors = .sparse(starts: [0, 2, 2], indexes: [1, 1], values: [0, 0])
      $0.kind = .supportVectorClassifier(other)
    },
    BrokenRule(
      "probabilities without parameters", machineModel, .interface,
      "description.predictedProbabilitiesName"
    ) {
      var other = machine
      (other.probA, other.probB) = ([], [])
      $0.kind = .supportVectorClassifier(other)
    },
    BrokenRule(
      "vectors per class for three classes", machineModel, .shape,
      "supportVectorClassifier.numberOfSupportVectorsPerClass"
    ) {
      var other = machine
      other.vectorsPerClass = [1, 1, 0]
      $0.kind = .supportVectorClassifier(other)
    },
    BrokenRule(
      "a NaN for gamma", machineModel, .value, "supportVectorClassifier.kernel.rbfKernel.gamma"
    ) {
      var other = machine
      other.kernel = .rbf(gamma: .nan)
      $0.kind = .supportVectorClassifier(other)
    },
  ]

  private static let samples = KNearestNeighborsClassifier(
    dimensions: 2, samples: [0, 1, 2, 3], numberOfNeighbors: Int64Parameter(1),
    labels: .strings(["a", "b"]))
  private static let samplesModel = model(
    .kNearestNeighborsClassifier(samples), Sample.array([2]), [.string])

  static let neighbors: [BrokenRule] = [
    BrokenRule(
      "inputs of three elements", samplesModel, .shape,
      "kNearestNeighborsClassifier.nearestNeighborsIndex.numberOfDimensions"
    ) { $0.description.inputs[0].type = Sample.array([3]) },
    BrokenRule(
      "samples of no dimension", samplesModel, .value,
      "kNearestNeighborsClassifier.nearestNeighborsIndex.numberOfDimensions"
    ) {
      var other = samples
      (other.dimensions, other.samples) = (0, [])
      $0.kind = .kNearestNeighborsClassifier(other)
    },
    BrokenRule(
      "a number of neighbours that is not listed", samplesModel, .value,
      "kNearestNeighborsClassifier.numberOfNeighbors"
    ) {
      var other = samples
      other.numberOfNeighbors = Int64Parameter(1, allowed: .set([3, 5]))
      $0.kind = .kNearestNeighborsClassifier(other)
    },
  ]

  private static let normalizer = model(
    .normalizer(Normalizer(norm: .l1)), Sample.array([2]), [Sample.array([2])], predicts: false)
  private static let extractor = model(
    .arrayFeatureExtractor(ArrayFeatureExtractor(indexes: [1])), Sample.array([2]), [.double],
    predicts: false)
  private static let identity: Model = {
    var same = model(.identity(Identity()), .double, [.double], predicts: false)
    same.description.outputs[0].name = "x"
    return same
  }()
  private static let keys = model(
    .dictVectorizer(DictVectorizer(keys: .int64s([1, 2]))), .dictionary(.int64),
    [.dictionary(.int64)], predicts: false)

  static let encoders: [BrokenRule] = [
    BrokenRule("a norm of a Double", normalizer, .type, "description.input[0].type") {
      $0.description.inputs[0].type = .double
    },
    BrokenRule("a norm into three elements", normalizer, .shape, "description.output[0].type") {
      $0.description.outputs[0].type = Sample.array([3])
    },
    BrokenRule("no element", extractor, .value, "arrayFeatureExtractor.extractIndex") {
      $0.kind = .arrayFeatureExtractor(ArrayFeatureExtractor(indexes: []))
    },
    BrokenRule("an element as a String", extractor, .type, "description.output[0].type") {
      $0.description.outputs[0].type = .string
    },
    BrokenRule("an output that is no input", identity, .structure, "description.output[0]") {
      $0.description.outputs[0].name = "other"
    },
    BrokenRule("an output of another type", identity, .type, "description.output[0].type") {
      $0.description.outputs[0].type = .string
    },
    BrokenRule("places as Doubles", keys, .type, "description.output[0].type") {
      $0.description.outputs[0].type = .double
    },
    BrokenRule("an array too short for the keys", keys, .shape, "description.output[0].type") {
      $0.description.outputs[0].type = Sample.array([1])
    },
  ]
}
