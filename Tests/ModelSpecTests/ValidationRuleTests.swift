import Testing

@testable import ModelSpec

/// A change that makes a valid model break one rule.
struct BrokenRule: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let base: Model
  let reason: ModelError.Reason
  let path: String
  let change: @Sendable (inout Model) -> Void

  init(
    _ rule: String, _ base: Model, _ reason: ModelError.Reason, _ path: String,
    _ change: @escaping @Sendable (inout Model) -> Void
  ) {
    testDescription = rule
    self.base = base
    self.reason = reason
    self.path = path
    self.change = change
  }
}

/// Rules that none of the case folders breaks.
@Suite struct ValidationRuleTests {
  @Test(arguments: interface + encoders + networks + updates)
  func refusesByWordAndPlace(_ rule: BrokenRule) throws {
    _ = try ModelDocument(rule.base)
    var model = rule.base
    rule.change(&model)
    let error = try #require(throws: ModelError.self) { try ModelDocument(model) }
    #expect(error.reason == rule.reason, "\(error)")
    #expect(error.path == rule.path)
  }

  static let interface: [BrokenRule] = [
    BrokenRule("shape of 0", Sample.scaler, .interface, "description.input[0].type") {
      $0.description.inputs[0].type = Sample.array([0])
    },
    BrokenRule("2^40 elements", Sample.scaler, .interface, "description.output[0].type") {
      $0.description.outputs[0].type = Sample.array([1 << 20, 1 << 20])
    },
    BrokenRule("INT8 in version 9", Sample.scaler, .version, "description.input[0].type") {
      $0.specificationVersion = 9
      $0.description.inputs[0].type = .multiArray(ArrayFeatureType(shape: [2], dataType: .int8))
    },
    BrokenRule("ranges in version 2", Sample.scaler, .version, "description.input[0].type") {
      $0.specificationVersion = 2
      $0.description.inputs[0].type = .multiArray(
        ArrayFeatureType(
          shape: [], dataType: .double, flexibility: .ranges([SizeRange(lowerBound: 1)])))
    },
    BrokenRule("a range upside down", Sample.scaler, .interface, "description.input[0].type") {
      $0.description.inputs[0].type = .multiArray(
        ArrayFeatureType(
          shape: [], dataType: .double,
          flexibility: .ranges([SizeRange(lowerBound: 3, upperBound: 2)])))
    },
    BrokenRule("default not enumerated", Sample.scaler, .interface, "description.input[0].type") {
      $0.description.inputs[0].type = .multiArray(
        ArrayFeatureType(shape: [2], dataType: .double, flexibility: .enumerated([[3], [4]])))
    },
    BrokenRule("no shapes to choose from", Sample.scaler, .interface, "description.input[0].type") {
      $0.description.inputs[0].type = .multiArray(
        ArrayFeatureType(shape: [], dataType: .double, flexibility: .enumerated([])))
    },
    BrokenRule("ranges of no dimension", Sample.scaler, .interface, "description.output[0].type") {
      $0.description.outputs[0].type = .multiArray(
        ArrayFeatureType(shape: [], dataType: .double, flexibility: .ranges([])))
    },
    BrokenRule("default outside a range", Sample.scaler, .interface, "description.input[0].type") {
      $0.description.inputs[0].type = .multiArray(
        ArrayFeatureType(
          shape: [2], dataType: .double,
          flexibility: .ranges([SizeRange(lowerBound: 3, upperBound: 5)])))
    },
    BrokenRule("a sequence upside down", Sample.scaler, .interface, "description.input[0].type") {
      $0.description.inputs[0].type = .sequence(
        .string, size: SizeRange(lowerBound: 3, upperBound: 2))
    },
    BrokenRule("a sequence in version 2", Sample.scaler, .version, "description.input[0].type") {
      $0.specificationVersion = 2
      $0.description.inputs[0].type = .sequence(.int64, size: SizeRange(lowerBound: 0))
    },
    BrokenRule("a state", Sample.scaler, .interface, "description.input[0].type") {
      $0.description.inputs[0].type = .state(ArrayFeatureType(shape: [2], dataType: .double))
    },
    BrokenRule("two outputs of one name", Sample.scaler, .interface, "description.output[1].name") {
      $0.description.outputs.append($0.description.outputs[0])
    },
    BrokenRule(
      "a training input without name", Sample.network, .interface,
      "description.trainingInput[0].name"
    ) { $0.description.trainingInputs[0].name = "" },
  ]

  static let encoders: [BrokenRule] = [
    BrokenRule("two inputs", Sample.scaler, .interface, "description.input") {
      $0.description.inputs.append(FeatureDescription(name: "other", type: .double))
    },
    BrokenRule("a text to scale", Sample.scaler, .type, "description.input[0].type") {
      $0.description.inputs[0].type = .string
    },
    BrokenRule("an output of another length", Sample.scaler, .shape, "description.output[0].type") {
      $0.description.outputs[0].type = Sample.array([3])
    },
    BrokenRule("no columns", Sample.vectorizer, .structure, "featureVectorizer.inputList") {
      $0.kind = .featureVectorizer(FeatureVectorizer(inputs: []))
    },
    BrokenRule(
      "a scalar of width 2", Sample.vectorizer, .shape,
      "featureVectorizer.inputList[0].inputDimensions"
    ) {
      $0.kind = .featureVectorizer(
        FeatureVectorizer(inputs: [FeatureVectorizer.InputColumn(name: "x", dimensions: 2)]))
    },
    BrokenRule(
      "widths that add up to too much", Sample.vectorizer, .value,
      "featureVectorizer.inputList[1].inputDimensions"
    ) {
      $0.description.inputs[0].type = .dictionary(.int64)
      let column = FeatureVectorizer.InputColumn(name: "x", dimensions: 1 << 31)
      $0.kind = .featureVectorizer(FeatureVectorizer(inputs: [column, column]))
    },
    BrokenRule(
      "a dictionary with text keys", Sample.vectorizer, .type,
      "description.input[0].type"
    ) { $0.description.inputs[0].type = .dictionary(.string) },
    BrokenRule(
      "a vector of another length", Sample.vectorizer, .shape,
      "description.output[0].type"
    ) { $0.description.outputs[0].type = Sample.array([2]) },
  ]

  static let networks: [BrokenRule] = [
    BrokenRule(
      "float16 in version 1", Sample.fixedNetwork, .version,
      "neuralNetwork.layers[0].innerProduct.bias"
    ) {
      $0.specificationVersion = 1
      $0.changeDense {
        $0.weights.encoding = .float16
        $0.bias?.encoding = .float16
      }
    },
    BrokenRule(
      "two precisions", Sample.fixedNetwork, .structure,
      "neuralNetwork.layers[0].innerProduct.bias"
    ) { $0.changeDense { $0.weights.encoding = .float16 } },
    BrokenRule(
      "int8 marked, floats given", Sample.fixedNetwork, .structure,
      "neuralNetwork.layers[0].innerProduct.weights"
    ) { $0.changeDense { $0.int8DynamicQuantize = true } },
    BrokenRule(
      "exact mapping in version 3", Sample.fixedNetwork, .version,
      "neuralNetwork.arrayInputShapeMapping"
    ) {
      $0.specificationVersion = 3
      $0.changeNetwork { $0.arrayInputShapeMapping = .exact }
    },
    BrokenRule(
      "an empty matrix", Sample.fixedNetwork, .shape,
      "neuralNetwork.layers[0].innerProduct"
    ) {
      $0.changeDense {
        $0.outputChannels = 0
        $0.weights.values = []
        $0.bias = nil
      }
    },
    BrokenRule(
      "a stride of 0", Sample.fixedNetwork, .value,
      "neuralNetwork.layers[1].slice.stride"
    ) { $0.changeNetwork { $0.layers[1].kind = .slice(Slice(start: 0, end: 1, stride: 0)) } },
    BrokenRule(
      "two inputs of an activation", Sample.fixedNetwork, .structure,
      "neuralNetwork.layers[1].activation"
    ) { $0.changeNetwork { $0.layers[1].inputs = ["h", "x"] } },
    BrokenRule(
      "a layer that overwrites an input", Sample.fixedNetwork, .structure,
      "neuralNetwork.layers[0].output[0]"
    ) { $0.changeNetwork { $0.layers[0].outputs = ["x"] } },
    BrokenRule(
      "two outputs of a layer", Sample.fixedNetwork, .structure,
      "neuralNetwork.layers[1].activation"
    ) { $0.changeNetwork { $0.layers[1].outputs.append("z") } },
    BrokenRule("an image", Sample.fixedNetwork, .unsupportedKind, "description.input[0].type") {
      $0.description.inputs[0].type = .image(width: 2, height: 2)
    },
    BrokenRule("a text as output", Sample.fixedNetwork, .type, "description.output[0].type") {
      $0.description.outputs[0].type = .string
    },
    BrokenRule(
      "a layer that cannot be run", Sample.fixedNetwork, .unsupportedLayer,
      "neuralNetwork.layers[1].convolution"
    ) {
      $0.changeNetwork { $0.layers[1].kind = .unsupported(name: "convolution", number: 100) }
    },
  ]

  static let updates: [BrokenRule] = [
    BrokenRule("no parameters", Sample.network, .update, "neuralNetwork.updateParams") {
      $0.changeNetwork { $0.updateParameters = nil }
    },
    BrokenRule("two layers of one name", Sample.network, .update, "neuralNetwork.layers[1].name") {
      $0.changeNetwork { $0.layers[1].name = $0.layers[0].name }
    },
    BrokenRule("epochs of 0", Sample.network, .update, "neuralNetwork.updateParams.epochs") {
      $0.changeNetwork { $0.updateParameters?.epochs = Int64Parameter(0) }
    },
    BrokenRule(
      "a learning rate that is no number", Sample.network, .update,
      "neuralNetwork.updateParams.optimizer.sgdOptimizer.learningRate"
    ) { $0.changeRate(DoubleParameter(.nan)) },
    BrokenRule(
      "a learning rate outside its range", Sample.network, .update,
      "neuralNetwork.updateParams.optimizer.sgdOptimizer.learningRate"
    ) { $0.changeRate(DoubleParameter(2, range: 0...1)) },
    BrokenRule(
      "beta1 of 1", Sample.network, .update,
      "neuralNetwork.updateParams.optimizer.adamOptimizer.beta1"
    ) {
      $0.changeNetwork {
        $0.updateParameters?.optimizer = .adam(
          learningRate: DoubleParameter(0.1), miniBatchSize: Int64Parameter(2),
          beta1: DoubleParameter(1), beta2: DoubleParameter(0.9), eps: DoubleParameter(1e-8))
      }
    },
    BrokenRule("one training input", Sample.network, .update, "description.trainingInput") {
      $0.description.trainingInputs.removeFirst()
    },
    BrokenRule(
      "no input among the training inputs", Sample.network, .update,
      "description.trainingInput"
    ) { $0.description.trainingInputs[0].type = .double },
    BrokenRule("a text as target", Sample.network, .update, "description.trainingInput") {
      $0.description.trainingInputs[1].type = .string
    },
    BrokenRule(
      "a loss before the updatable layer", Sample.network, .update,
      "neuralNetwork.updateParams.lossLayers[0]"
    ) {
      $0.changeNetwork {
        $0.layers[0].isUpdatable = false
        $0.layers.append(
          NeuralNetworkLayer(
            name: "other", inputs: ["x"], outputs: ["z"], isUpdatable: true,
            kind: $0.layers[0].kind))
      }
    },
    BrokenRule(
      "a target that the pipeline does not take", Sample.pipeline, .update,
      "description.trainingInput"
    ) { $0.description.trainingInputs[1].name = "another" },
    BrokenRule("two updatable stages", Sample.pipeline, .update, "pipeline.models[0].isUpdatable") {
      guard case .pipeline(var pipeline) = $0.kind else { return }
      pipeline.models[0].isUpdatable = true
      $0.kind = .pipeline(pipeline)
    },
  ]
}
