import ModelSpec

/// The bundled model: a pipeline from the seven features of a lap to the time of the run.
struct BaseModel {
  var network: RunNetwork

  /// The first version of the format with updatable models.
  private static let specificationVersion: Int32 = 4
  private static let vectorLength = Course.names.count + 6

  var model: Model {
    let inputs = Feature.allCases.map(\.description)
    let stages = [
      ("courseEncoder", courseEncoder), ("vectorizer", vectorizer), ("scaler", scaler),
      ("runNetwork", updatableNetwork),
    ]
    let description = ModelDescription(
      inputs: inputs, outputs: [Target.duration], predictedFeatureName: Target.duration.name,
      trainingInputs: inputs + [Target.trueDuration], metadata: Self.metadata)
    let pipeline = Pipeline(models: stages.map(\.1), names: stages.map(\.0))
    return Model(
      specificationVersion: Self.specificationVersion, description: description,
      isUpdatable: true, kind: .pipelineRegressor(pipeline))
  }

  /// The same stages with a network whose loss is the error of the pace of the rest.
  func trainingModel(optimizer: Optimizer, epochs: Int) -> Model {
    let inputs = Feature.allCases.map(\.description)
    let target = Self.vector("restPace_true", 1)
    let output = Self.vector("restPace", 1)
    var last = stage(
      inputs: [Self.features], outputs: [output],
      kind: .neuralNetwork(
        NeuralNetwork(
          layers: network.trainingLayers(features: Self.features.name),
          updateParameters: UpdateParameters(
            losses: [
              LossLayer(
                name: "restPaceError", kind: .meanSquaredError, input: output.name,
                target: target.name)
            ],
            optimizer: optimizer, epochs: Int64Parameter(Int64(epochs)), shuffle: true,
            seed: Int64Parameter(3)))))
    last.isUpdatable = true
    return Model(
      specificationVersion: Self.specificationVersion,
      description: ModelDescription(
        inputs: inputs, outputs: [output], trainingInputs: inputs + [target]),
      isUpdatable: true,
      kind: .pipeline(Pipeline(models: [courseEncoder, vectorizer, scaler, last])))
  }

  private static let metadata = Metadata(
    shortDescription:
      "Predicts the time of a whole run from one of its laps: the time so far, and for the rest the pace so far "
      + "times a factor learned from 9,000 marathons. Fine-tuning fits it to one runner and the courses they run.",
    versionString: "1.0", author: "runpredict", license: "Apache-2.0",
    userDefined: [
      "trainedOn": "Boston Marathon 2015, 9,000 finishers with splits every 5 km (MIT licence)",
      "documentation": "docs/base-model.md",
    ])

  private func stage(
    inputs: [FeatureDescription], outputs: [FeatureDescription], kind: ModelKind
  ) -> Model {
    Model(
      specificationVersion: Self.specificationVersion,
      description: ModelDescription(inputs: inputs, outputs: outputs), kind: kind)
  }

  private static func vector(_ name: String, _ length: Int) -> FeatureDescription {
    FeatureDescription(
      name: name,
      type: .multiArray(ArrayFeatureType(shape: [Int64(length)], dataType: .double)))
  }

  private static let courseVector = vector("courseVector", Course.names.count)
  private static let measurements = vector("measurements", vectorLength)
  static let features = vector("features", vectorLength)

  private var courseEncoder: Model {
    stage(
      inputs: [Feature.course.description], outputs: [Self.courseVector],
      kind: .oneHotEncoder(
        OneHotEncoder(categories: .strings(Course.names), handleUnknown: .ignore)))
  }

  /// The features after the course, in the order in which the network reads them.
  private static let numbers: [Feature] = [
    .lapNumber, .distance, .lapDistance, .cumDistance, .lapTime, .cumTime,
  ]

  private var vectorizer: Model {
    let columns =
      [
        FeatureVectorizer.InputColumn(
          name: Self.courseVector.name, dimensions: UInt64(Course.names.count))
      ]
      + Self.numbers.map { FeatureVectorizer.InputColumn(name: $0.rawValue, dimensions: 1) }
    return stage(
      inputs: [Self.courseVector] + Self.numbers.map(\.description),
      outputs: [Self.measurements], kind: .featureVectorizer(FeatureVectorizer(inputs: columns)))
  }

  /// Metres become kilometres, seconds hours.
  private var scaler: Model {
    let units = Self.numbers.map { feature in
      switch feature {
      case .distance, .lapDistance, .cumDistance: RunNetwork.metresPerUnit
      case .lapTime, .cumTime: RunNetwork.secondsPerUnit
      case .course, .lapNumber: 1.0
      }
    }
    let scale = Array(repeating: 1.0, count: Course.names.count) + units.map { 1 / $0 }
    return stage(
      inputs: [Self.measurements], outputs: [Self.features],
      kind: .scaler(Scaler(shift: [0], scale: scale)))
  }

  private var updatableNetwork: Model {
    var model = stage(
      inputs: [Self.features], outputs: [Target.duration],
      kind: .neuralNetworkRegressor(
        NeuralNetwork(
          layers: network.layers(features: Self.features.name),
          updateParameters: Self.fineTuning)))
    model.isUpdatable = true
    model.description.predictedFeatureName = Target.duration.name
    model.description.trainingInputs = [Self.features, Target.trueDuration]
    return model
  }

  /// Settings that make some forty runs of one runner better and a handful not much worse.
  private static let fineTuning = UpdateParameters(
    losses: [
      LossLayer(
        name: "durationError", kind: .meanSquaredError, input: Target.duration.name,
        target: Target.trueDuration.name)
    ],
    optimizer: .adam(
      learningRate: DoubleParameter(0.0005, range: 0...1),
      miniBatchSize: Int64Parameter(32, allowed: .range(1...4096)),
      beta1: DoubleParameter(0.9, range: 0...1), beta2: DoubleParameter(0.999, range: 0...1),
      eps: DoubleParameter(1e-8, range: 0...1)),
    epochs: Int64Parameter(20, allowed: .range(1...10000)), shuffle: true,
    seed: Int64Parameter(1, allowed: .range(0...Int64.max)))
}
