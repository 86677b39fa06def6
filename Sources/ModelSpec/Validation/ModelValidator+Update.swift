extension ModelValidator {
  /// Checks what training needs: a loss, an optimizer, layers to train, and a way for gradients.
  static func validateUpdate(
    of network: NeuralNetwork, _ model: Model, at path: ModelPath, _ networkPath: ModelPath
  ) throws(ModelError) {
    let parametersPath = networkPath.field("updateParams")
    guard let parameters = network.updateParameters else {
      throw parametersPath.error(.update, "the network is updatable, but has no update parameters")
    }
    try validateUpdatableLayers(of: network, at: networkPath)
    let loss = try onlyLoss(of: parameters, in: network, at: parametersPath)
    var target = loss.target
    if case .neuralNetworkClassifier(let classifier) = model.kind {
      target = classifier.trainingTarget(in: model) ?? target
    }
    try validateTrainingInputs(
      model, loss: loss, target: target, at: path.field("description"))
    try validateGradients(from: loss, in: network, at: networkPath)
    try validate(parameters.optimizer, at: parametersPath.field("optimizer"))
    try requirePositive(parameters.epochs, at: parametersPath.field("epochs"))
    if let seed = parameters.seed { try require(seed, at: parametersPath.field("seed")) }
  }

  private static func validateUpdatableLayers(
    of network: NeuralNetwork, at path: ModelPath
  ) throws(ModelError) {
    var names: Set<String> = []
    for (index, layer) in network.layers.enumerated() {
      let path = path.element("layers", index)
      guard names.insert(layer.name).inserted else {
        throw path.field("name").error(.update, "there are two layers named '\(layer.name)'")
      }
      guard layer.isUpdatable else { continue }
      guard case .innerProduct(let product) = layer.kind else {
        throw path.field("isUpdatable").error(
          .update,
          "the layer '\(layer.name)' is \(layer.kind.name.withArticle), which cannot be updatable")
      }
      let kindPath = path.field(layer.kind.name)
      try requireUpdatable(product.weights, at: kindPath.field("weights"))
      if let bias = product.bias { try requireUpdatable(bias, at: kindPath.field("bias")) }
    }
    guard network.layers.contains(where: \.isUpdatable) else {
      throw path.field("layers").error(
        .update, "the network is updatable, but none of its layers is")
    }
  }

  private static func requireUpdatable(
    _ weights: WeightParameters, at path: ModelPath
  ) throws(ModelError) {
    if case .quantized = weights.encoding {
      throw path.error(.update, "the layer is updatable, but its weights are quantized")
    }
    guard weights.isUpdatable else {
      throw path.error(.update, "the layer is updatable, but these numbers are not marked so")
    }
  }

  private static func onlyLoss(
    of parameters: UpdateParameters, in network: NeuralNetwork, at path: ModelPath
  ) throws(ModelError) -> LossLayer {
    guard parameters.losses.count == 1, let loss = parameters.losses.first else {
      throw path.field("lossLayers").error(
        .update, "the network has \(parameters.losses.count) losses, and needs one")
    }
    let path = path.element("lossLayers", 0)
    guard !network.layers.contains(where: { $0.name == loss.name }) else {
      throw path.field("name").error(.update, "the loss has the name of a layer, '\(loss.name)'")
    }
    guard network.layers.contains(where: { $0.outputs.contains(loss.input) }) else {
      throw path.error(.update, "the loss reads '\(loss.input)', which no layer makes")
    }
    let blobs = network.layers.flatMap { $0.inputs + $0.outputs }
    guard !blobs.contains(loss.target) else {
      throw path.error(.update, "the loss compares with '\(loss.target)', a blob of the network")
    }
    let isOfProbabilities = network.layers.contains {
      $0.kind == .softmax && $0.outputs.contains(loss.input)
    }
    guard loss.kind == .meanSquaredError || isOfProbabilities else {
      throw path.error(.update, "the loss is a cross-entropy, but its input is no softmax")
    }
    return loss
  }

  private static func validateTrainingInputs(
    _ model: Model, loss: LossLayer, target: String, at path: ModelPath
  ) throws(ModelError) {
    let path = path.field("trainingInput")
    let inputs = model.description.trainingInputs
    guard inputs.count >= 2 else {
      throw path.error(
        .update,
        "training needs an input and a target; the model has \(inputs.count) training inputs")
    }
    let shared = inputs.filter { input in
      model.description.inputs.contains { $0.name == input.name && $0.type == input.type }
    }
    guard !shared.isEmpty else {
      throw path.error(.update, "none of the training inputs is an input of the model")
    }
    guard let feature = inputs.first(where: { $0.name == target }),
      !shared.contains(where: { $0.name == target })
    else {
      throw path.error(.update, "the loss compares with '\(target)', which is no training input")
    }
    switch feature.type {
    case .double, .multiArray: return
    case .string, .int64:
      let predicted = model.description.outputs.first {
        $0.name == model.description.predictedFeatureName
      }
      guard loss.kind == .meanSquaredError || predicted?.type != feature.type else { return }
      throw path.error(.update, "the target '\(target)' is \(feature.type.name)")
    default: throw path.error(.update, "the target '\(target)' is \(feature.type.name)")
    }
  }

  /// Between the loss and an updatable layer only layers may stand that pass a gradient on.
  private static func validateGradients(
    from loss: LossLayer, in network: NeuralNetwork, at path: ModelPath
  ) throws(ModelError) {
    var trained: Set<String> = []
    var dependsOnTrained: [Bool] = []
    for layer in network.layers {
      let depends = layer.isUpdatable || layer.inputs.contains(where: trained.contains)
      if depends { trained.formUnion(layer.outputs) }
      dependsOnTrained.append(depends)
    }
    guard trained.contains(loss.input) else {
      throw path.field("updateParams").element("lossLayers", 0).error(
        .update, "no updatable layer has an influence on the loss")
    }
    var needed: Set<String> = [loss.input]
    for (index, layer) in network.layers.enumerated().reversed()
    where dependsOnTrained[index] && layer.outputs.contains(where: needed.contains) {
      needed.formUnion(layer.inputs)
      // The cross-entropy is differentiated together with the softmax that makes its input.
      if layer.kind == .softmax, loss.kind != .meanSquaredError,
        layer.outputs.contains(loss.input)
      {
        continue
      }
      guard layer.kind.passesGradient else {
        throw path.element("layers", index).error(
          .update,
          "the layer '\(layer.name)' stands between an updatable layer and the loss, and passes no "
            + "gradient on")
      }
    }
  }

  private static func validate(_ optimizer: Optimizer, at path: ModelPath) throws(ModelError) {
    switch optimizer {
    case .sgd(let learningRate, let miniBatchSize, let momentum):
      let path = path.field("sgdOptimizer")
      try require(learningRate, at: path.field("learningRate"))
      try requirePositive(miniBatchSize, at: path.field("miniBatchSize"))
      if let momentum { try require(momentum, at: path.field("momentum")) }
    case .adam(let learningRate, let miniBatchSize, let beta1, let beta2, let eps):
      let path = path.field("adamOptimizer")
      try require(learningRate, at: path.field("learningRate"))
      try requirePositive(miniBatchSize, at: path.field("miniBatchSize"))
      try requireDecay(beta1, at: path.field("beta1"))
      try requireDecay(beta2, at: path.field("beta2"))
      try require(eps, at: path.field("eps"))
    }
  }

  private static func require(
    _ parameter: DoubleParameter, at path: ModelPath
  ) throws(ModelError) {
    let value = parameter.defaultValue
    guard value.isFinite, value >= 0 else {
      throw path.error(.update, "the value \(value) is not possible")
    }
    if let range = parameter.range, !range.contains(value) {
      throw path.error(
        .update, "the value \(value) lies outside \(range.lowerBound) to \(range.upperBound)")
    }
  }

  /// The correction of Adam's moments divides by a power of 1 minus this.
  private static func requireDecay(
    _ parameter: DoubleParameter, at path: ModelPath
  ) throws(ModelError) {
    try require(parameter, at: path)
    guard parameter.defaultValue < 1 else {
      throw path.error(.update, "the value \(parameter.defaultValue) has to be less than 1")
    }
  }

  private static func require(
    _ parameter: Int64Parameter, at path: ModelPath
  ) throws(ModelError) {
    let value = parameter.defaultValue
    switch parameter.allowed {
    case .range(let range) where !range.contains(value):
      throw path.error(
        .update, "the value \(value) lies outside \(range.lowerBound) to \(range.upperBound)")
    case .set(let values) where !values.contains(value):
      throw path.error(.update, "the value \(value) is not one of those allowed: \(values)")
    default: break
    }
  }

  private static func requirePositive(
    _ parameter: Int64Parameter, at path: ModelPath
  ) throws(ModelError) {
    guard parameter.defaultValue > 0 else {
      throw path.error(.update, "the value \(parameter.defaultValue) is not positive")
    }
    try require(parameter, at: path)
  }
}

extension NeuralNetworkClassifier {
  /// The training input that the loss compares with: the class itself where the loss is of the
  /// classifier's probabilities.
  func trainingTarget(in model: Model) -> String? {
    isTrainedOnLabels
      ? model.description.predictedFeatureName : network.updateParameters?.losses.first?.target
  }

  /// Whether a training row says its class by label, and not by a number.
  package var isTrainedOnLabels: Bool {
    guard let loss = network.updateParameters?.losses.first else { return false }
    return loss.kind == .categoricalCrossEntropy && loss.input == probabilities
  }
}

extension LayerKind {
  /// Whether training may go through this layer, by Core ML's own rule.
  fileprivate var passesGradient: Bool {
    switch self {
    case .innerProduct, .activation(.relu), .activation(.sigmoid), .activation(.tanh), .flatten,
      .batchnorm:
      true
    case .recurrent(let recurrent): recurrent.cell == .lstm
    default: false
    }
  }
}
