extension ModelValidator {
  static func validate(
    _ classifier: NeuralNetworkClassifier, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let kindPath = path.field(model.kind.name)
    try validateClassifier(
      model, labels: classifier.labels, hasOtherOutputs: true, at: path, kindPath)
    try validate(classifier.network, of: model, at: path)
    let name = classifier.probabilities
    guard classifier.network.layers.contains(where: { $0.outputs.contains(name) }) else {
      throw kindPath.field("labelProbabilityLayerName").error(
        .structure, "no layer makes the probabilities '\(name)'")
    }
  }

  /// Checks names, counts and versions; which shapes the blobs have is found when a plan is made.
  static func validate(
    _ network: NeuralNetwork, of model: Model, at path: ModelPath
  ) throws(ModelError) {
    let networkPath = path.field(model.kind.name)
    try validateFeatures(of: network, model, at: path.field("description"))
    guard !network.layers.isEmpty else {
      throw networkPath.field("layers").error(.structure, "the network has no layers")
    }
    try validateMapping(of: network, model, at: networkPath)
    try validateBlobs(of: network, model, at: path, networkPath)
    for (index, layer) in network.layers.enumerated() {
      let path = networkPath.element("layers", index)
      try validate(layer, version: model.specificationVersion, at: path)
    }
    if model.isUpdatable { try validateUpdate(of: network, model, at: path, networkPath) }
  }

  private static func validateFeatures(
    of network: NeuralNetwork, _ model: Model, at path: ModelPath
  ) throws(ModelError) {
    for (index, input) in model.description.inputs.enumerated() {
      let path = path.element("input", index).field("type")
      switch input.type {
      case .multiArray(let array):
        let rank = array.rank
        guard network.arrayInputShapeMapping == .exact || rank == 1 || rank == 3 else {
          throw path.error(
            .interface,
            "an array of \(rank) dimensions needs the exact mapping; otherwise 1 or 3 are possible")
        }
      case .image:
        throw path.error(.unsupportedKind, "networks that take images cannot be run here")
      default:
        throw path.error(.type, "a network takes MultiArrays, not \(input.type.name)")
      }
    }
    for (index, output) in model.description.outputs.enumerated()
    where !isClassOutput(output, of: model) {
      let path = path.element("output", index).field("type")
      switch output.type {
      case .multiArray, .double: break
      case .image:
        throw path.error(.unsupportedKind, "networks that give images cannot be run here")
      default:
        throw path.error(.type, "a network gives MultiArrays, not \(output.type.name)")
      }
    }
  }

  /// Whether a classifier makes this output of its probabilities.
  private static func isClassOutput(_ output: FeatureDescription, of model: Model) -> Bool {
    guard case .neuralNetworkClassifier = model.kind else { return false }
    let description = model.description
    return output.name == description.predictedFeatureName
      || output.name == description.predictedProbabilitiesName
  }

  private static func validateMapping(
    of network: NeuralNetwork, _ model: Model, at path: ModelPath
  ) throws(ModelError) {
    if network.arrayInputShapeMapping == .exact {
      guard model.specificationVersion >= 4 else {
        throw path.field("arrayInputShapeMapping").error(
          .version, "the exact mapping needs version 4 of the format")
      }
      return
    }
    for layer in network.layers {
      if layer.kind.number >= LayerKindNames.firstExactOnly {
        throw path.field("arrayInputShapeMapping").error(
          .structure, "the layer '\(layer.name)' (\(layer.kind.name)) needs the exact mapping")
      }
    }
  }

  /// Every blob is made once, before it is read; every output is made.
  private static func validateBlobs(
    of network: NeuralNetwork, _ model: Model, at path: ModelPath, _ networkPath: ModelPath
  ) throws(ModelError) {
    var known = Set(model.description.inputs.map(\.name))
    var made: Set<String> = []
    for (index, layer) in network.layers.enumerated() {
      let path = networkPath.element("layers", index)
      for (position, name) in layer.inputs.enumerated() where !known.contains(name) {
        throw path.element("input", position).error(
          .structure, "the layer '\(layer.name)' reads '\(name)', which nothing makes before it")
      }
      for (position, name) in layer.outputs.enumerated() {
        guard known.insert(name).inserted else {
          throw path.element("output", position).error(
            .structure, "the layer '\(layer.name)' makes '\(name)', which is there already")
        }
        made.insert(name)
      }
    }
    for (index, output) in model.description.outputs.enumerated()
    where !made.contains(output.name) && !isClassOutput(output, of: model) {
      throw path.field("description").element("output", index).error(
        .structure, "no layer makes the output '\(output.name)'")
    }
  }

  private static func validate(
    _ layer: NeuralNetworkLayer, version: Int32, at path: ModelPath
  ) throws(ModelError) {
    let kindPath = path.field(layer.kind.name)
    let inputs: ClosedRange<Int>
    var outputs = 1...1
    switch layer.kind {
    case .unsupported(let name, let number):
      throw kindPath.error(
        .unsupportedLayer,
        "the layer '\(layer.name)' is \(name.withArticle), which "
          + (LayerKindNames.notTabular.contains(number)
            ? "is for images, not for tables" : "cannot be run here"),
        hint: ModelError.listOfKinds)
    case .innerProduct(let product):
      try validate(product, version: version, at: kindPath)
      inputs = 1...1
    case .activation(let function):
      try validate(function, version: version, at: kindPath)
      inputs = 1...1
    case .unary: inputs = 1...1
    case .loadConstant, .loadConstantND: inputs = 0...0
    case .dot: inputs = 2...2
    case .compare: inputs = 1...2
    case .combine: inputs = 1...Int.max
    case .broadcast(let operation): inputs = 2...(operation.takesMany ? Int.max : 2)
    case .softmax, .softmaxND, .batchnorm, .scale, .bias, .copy, .flatten, .reshape,
      .reshapeStatic, .rankPreservingReshape, .squeeze, .expandDims, .flattenTo2D, .permute,
      .transpose, .function, .clip, .clampedReLU, .gelu:
      inputs = 1...1
    case .slice(let slice):
      guard slice.stride > 0 else {
        throw kindPath.field("stride").error(.value, "the stride is 0")
      }
      inputs = 1...1
    case .add, .multiply: inputs = 1...Int.max
    case .concat: inputs = 2...Int.max
    case .reduction, .normalization, .embedding, .batchedMatmul, .part, .order, .index, .shaping,
      .recurrent:
      guard let family = layer.kind.parameters else { return }
      try validate(family, version: version, at: kindPath)
      inputs = family.inputCount
      outputs = family.outputCount
    }
    try validateParameters(of: layer.kind, version: version, at: kindPath)
    for (counted, allowed, what) in [
      (layer.inputs.count, inputs, "inputs"), (layer.outputs.count, outputs, "outputs"),
    ] where !allowed.contains(counted) {
      let words =
        allowed.upperBound == .max
        ? "\(allowed.lowerBound) or more"
        : allowed.count == 1
          ? "\(allowed.lowerBound)" : "\(allowed.lowerBound) to \(allowed.upperBound)"
      throw kindPath.error(
        .structure, "the layer '\(layer.name)' has \(counted) \(what), not \(words)")
    }
  }

  private static func validate(
    _ product: InnerProduct, version: Int32, at path: ModelPath
  ) throws(ModelError) {
    guard product.inputChannels > 0, product.outputChannels > 0 else {
      throw path.error(
        .shape, "a matrix of \(product.outputChannels) × \(product.inputChannels) weights is empty")
    }
    let (count, overflow) = product.inputChannels.multipliedReportingOverflow(
      by: product.outputChannels)
    guard !overflow, product.weights.values.count == count else {
      throw path.field("weights").error(
        .shape,
        "\(product.weights.values.count) weights for a matrix of \(product.outputChannels) × "
          + "\(product.inputChannels)")
    }
    if let bias = product.bias {
      guard bias.values.count == product.outputChannels else {
        throw path.field("bias").error(
          .shape, "\(bias.values.count) biases for \(product.outputChannels) outputs")
      }
      switch (product.weights.encoding, bias.encoding) {
      case (.float16, .float32), (.float32, .float16):
        throw path.field("bias").error(
          .structure, "weights and bias are stored with different precision")
      default: break
      }
      try validate(bias, version: version, at: path.field("bias"))
    }
    try validate(product.weights, version: version, at: path.field("weights"))
    try validateInt8(
      product.weights, isQuantizing: product.int8DynamicQuantize, version: version, at: path)
  }

  private static func validate(
    _ function: Activation, version: Int32, at path: ModelPath
  ) throws(ModelError) {
    let parameters: [(WeightParameters, ModelPath)] =
      switch function {
      case .prelu(let alpha): [(alpha, path.field("PReLU").field("alpha"))]
      case .parametricSoftplus(let alpha, let beta):
        [
          (alpha, path.field("parametricSoftplus").field("alpha")),
          (beta, path.field("parametricSoftplus").field("beta")),
        ]
      default: []
      }
    for (values, path) in parameters {
      guard !values.values.isEmpty else {
        throw path.error(.shape, "the activation's parameters are missing")
      }
      try validate(values, version: version, at: path)
    }
  }

  static func validate(
    _ weights: WeightParameters, version: Int32, at path: ModelPath
  ) throws(ModelError) {
    switch weights.encoding {
    case .float32: break
    case .float16:
      guard version >= 2 else {
        throw path.error(.version, "float16 weights need version 2 of the format")
      }
    case .quantized:
      guard version >= 3 else {
        throw path.error(.version, "quantized weights need version 3 of the format")
      }
    }
  }
}
