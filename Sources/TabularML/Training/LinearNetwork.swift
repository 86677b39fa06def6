package import ModelSpec

/// A linear regressor, alone or at the end of a pipeline, as the network that it is equal to.
///
/// Core ML cannot update a linear regressor, and can a network: one dense layer, with the logistic function
/// or the normal distribution behind it where the regressor has that link. Of several outputs the layer has
/// several. A fixed normalisation before it, made from the rows to learn from, brings inputs of all sizes to
/// the same one, so that one learning rate fits them all.
package struct LinearNetwork: Sendable {
  private let model: Model
  private let regressor: GLMRegressor
  private let inputs: [FeatureDescription]
  private let widths: [Int]
  private let output: FeatureDescription
  private let prefix: Plan

  /// Nil when the model does not end in a linear regressor that a network can be equal to.
  package init?(_ model: Model, conventions: Conventions = .standard) {
    let (_, innermost) = model.trained
    guard case .glmRegressor(let regressor) = innermost.kind,
      !regressor.hasTooManyProbits,
      let first = regressor.weights.first, regressor.offset.count == regressor.weights.count,
      let output = innermost.description.outputs.first, innermost.description.outputs.count == 1,
      model.description.outputs.contains(output),
      let shapes = try? innermost.description.blobShapes(),
      !shapes.isEmpty,
      shapes.reduce(0, { $0 + $1.shape.reduce(1, *) }) == first.count,
      regressor.weights.allSatisfy({ $0.count == first.count }),
      regressor.weights.count == 1 || output.type.isVector(of: regressor.weights.count),
      let prefix = try? Plan(model.prefix, conventions: conventions)
    else { return nil }
    self.model = model
    self.regressor = regressor
    self.output = output
    self.prefix = prefix
    inputs = innermost.description.inputs
    widths = shapes.map { $0.shape.reduce(1, *) }
  }

  /// Why a linear regressor cannot be fine-tuned; nil for other models.
  package static func refusal(of model: Model) -> String? {
    guard case .glmRegressor(let regressor) = model.trained.model.kind else { return nil }
    return regressor.hasTooManyProbits
      ? "its link is probit, and it has more than \(NormalDistribution.mostNumbers) outputs"
      : "it is no network's equal: rows of weights, offsets, inputs and output differ in size"
  }

  /// The features of a training row: the model's inputs and the target.
  private var trainingInputs: [FeatureDescription] { model.description.inputs + [target] }

  private var target: FeatureDescription {
    FeatureDescription(
      name: output.name + "_true",
      type: .multiArray(
        ArrayFeatureType(shape: [Int64(regressor.weights.count)], dataType: .double)))
  }

  /// The updatable model, which predicts what the regressor does.
  ///
  /// - Parameter rows: What it will learn from; the columns are the training inputs. Without rows the
  ///   inputs are taken as they are.
  /// - Returns: The model with the network in the regressor's place.
  /// - Throws: a `TrainingError` for a row that cannot be used.
  package func model(for rows: FeatureBatch? = nil) throws(TrainingError) -> Model {
    let width = regressor.weights[0].count
    guard let rows, rows.rowCount > 0 else {
      return model.replacingTrained(
        with: network(
          [Double](repeating: 0, count: width), [Double](repeating: 1, count: width)),
        target: target)
    }
    if let problem = rows.problems.first { throw .row(problem) }
    let values = try prefix.trainingValues(of: rows, trainingInputs)
    var means: [Double] = []
    var variances: [Double] = []
    for (values, width) in zip(values, widths) {
      for element in 0..<width {
        let column = stride(from: element, to: values.count, by: width).map { Double(values[$0]) }
        let count = Double(max(column.count, 1))
        let mean = column.reduce(0, +) / count
        let variance = column.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
        means.append(mean)
        // What is the same in all rows says nothing about its size.
        variances.append(variance > 0 ? variance : 1)
      }
    }
    return model.replacingTrained(with: network(means, variances), target: target)
  }

  private func network(_ means: [Double], _ variances: [Double]) -> Model {
    let epsilon = 1e-5
    let means = means.map { Double(Float($0)) }
    let variances = variances.map { Double(Float($0)) }
    let width = means.count
    let weights = regressor.weights.flatMap { row in
      zip(row, variances).map { Float($0 * ($1 + epsilon).squareRoot()) }
    }
    let bias = zip(regressor.weights, regressor.offset).map { row, offset in
      Float(zip(row, means).reduce(offset) { $0 + $1.0 * $1.1 })
    }
    let score = regressor.postEvaluationTransform == .none ? output.name : unused("score")
    let normalized = unused("normalized")
    let vector =
      isOneVector
      ? inputs[0]
      : FeatureDescription(
        name: unused("inputs"),
        type: .multiArray(ArrayFeatureType(shape: [Int64(width)], dataType: .double)))
    var layers: [NeuralNetworkLayer] = []
    let ones = WeightParameters([Float](repeating: 1, count: width))
    let zeros = WeightParameters([Float](repeating: 0, count: width))
    layers.append(
      NeuralNetworkLayer(
        name: "normalization", inputs: [vector.name], outputs: [normalized],
        kind: .batchnorm(
          BatchNormalization(
            channels: UInt64(width), epsilon: Float(epsilon), gamma: ones, beta: zeros,
            mean: WeightParameters(means.map { Float($0) }),
            variance: WeightParameters(variances.map { Float($0) })))))
    layers.append(
      NeuralNetworkLayer(
        name: "linear", inputs: [normalized], outputs: [score], isUpdatable: true,
        kind: .innerProduct(
          InnerProduct(
            inputChannels: UInt64(width), outputChannels: UInt64(bias.count),
            weights: WeightParameters(weights, isUpdatable: true),
            bias: WeightParameters(bias, isUpdatable: true)))))
    switch regressor.postEvaluationTransform {
    case .none: break
    case .logit:
      layers.append(
        NeuralNetworkLayer(
          name: "logistic", inputs: [score], outputs: [output.name], kind: .activation(.sigmoid)))
    case .probit:
      layers += NormalDistribution.layers(
        from: score, to: output.name, count: bias.count, unused: unused)
    }
    let network = Model(
      specificationVersion: 4,
      description: ModelDescription(
        inputs: [vector], outputs: [output], predictedFeatureName: output.name,
        trainingInputs: [vector, target]), isUpdatable: true,
      kind: .neuralNetworkRegressor(
        NeuralNetwork(layers: layers, updateParameters: updateParameters(width: width))))
    return isOneVector ? network : vectorized(network, vector)
  }

  /// Whether the only input is one that a network takes.
  private var isOneVector: Bool {
    guard inputs.count == 1, case .multiArray(let type) = inputs[0].type else { return false }
    return type.rowShape.count == 1
  }

  /// A network behind a step that makes a vector of all inputs.
  private func vectorized(_ network: Model, _ vector: FeatureDescription) -> Model {
    let columns = zip(inputs, widths).map {
      FeatureVectorizer.InputColumn(name: $0.name, dimensions: UInt64($1))
    }
    let vectorizer = Model(
      specificationVersion: 1,
      description: ModelDescription(inputs: inputs, outputs: [vector]),
      kind: .featureVectorizer(FeatureVectorizer(inputs: columns)))
    return Model(
      specificationVersion: 4,
      description: ModelDescription(
        inputs: inputs, outputs: [output], predictedFeatureName: output.name,
        trainingInputs: inputs + [target]), isUpdatable: true,
      kind: .pipelineRegressor(Pipeline(models: [vectorizer, network])))
  }

  /// A name that no feature has.
  private func unused(_ name: String) -> String {
    let taken = Set(inputs.map(\.name) + [output.name, target.name])
    var name = name
    while taken.contains(name) { name += "_" }
    return name
  }

  /// Small steps that are stable for normalised inputs, whatever the size of the target.
  private func updateParameters(width: Int) -> UpdateParameters {
    UpdateParameters(
      losses: [
        LossLayer(
          name: "loss", kind: .meanSquaredError, input: output.name, target: target.name)
      ],
      optimizer: .sgd(
        learningRate: DoubleParameter(0.1 / Double(width + 1), range: 0...1),
        miniBatchSize: Int64Parameter(16, allowed: .range(1...1_000_000)),
        momentum: DoubleParameter(0, range: 0...1)),
      epochs: Int64Parameter(100, allowed: .range(1...1_000_000)), shuffle: true,
      seed: Int64Parameter(0))
  }
}

extension GLMRegressor {
  fileprivate var hasTooManyProbits: Bool {
    postEvaluationTransform == .probit && weights.count > NormalDistribution.mostNumbers
  }
}

extension FeatureType {
  /// Whether it is an array of one dimension of this size.
  fileprivate func isVector(of size: Int) -> Bool {
    if case .multiArray(let type) = self { type.rowShape == [size] } else { false }
  }
}

extension Model {
  /// The same model with another one in the place of that which is trained.
  fileprivate func replacingTrained(
    with other: Model, target: FeatureDescription
  ) -> Model {
    var model = self
    guard var pipeline = kind.pipeline, let last = pipeline.models.indices.last else {
      model = other
      model.description.metadata = description.metadata
      return model
    }
    pipeline.models[last] = pipeline.models[last].replacingTrained(with: other, target: target)
    model.kind = kind.replacing(pipeline)
    model.isUpdatable = true
    model.specificationVersion = max(specificationVersion, other.specificationVersion)
    model.description.trainingInputs = description.inputs + [target]
    return model
  }
}
