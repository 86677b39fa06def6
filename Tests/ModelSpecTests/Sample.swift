@testable import ModelSpec

/// Small valid models to take apart.
enum Sample {
  static func array(_ shape: [Int64]) -> FeatureType {
    .multiArray(ArrayFeatureType(shape: shape, dataType: .double))
  }

  static func feature(_ name: String, _ type: FeatureType) -> FeatureDescription {
    FeatureDescription(name: name, type: type)
  }

  static let scaler = Model(
    specificationVersion: 4,
    description: ModelDescription(
      inputs: [feature("raw", array([2]))], outputs: [feature("x", array([2]))]),
    kind: .scaler(Scaler(shift: [1, 2], scale: [3])))

  static let vectorizer = Model(
    specificationVersion: 1,
    description: ModelDescription(
      inputs: [feature("x", .double)], outputs: [feature("v", array([1]))]),
    kind: .featureVectorizer(
      FeatureVectorizer(inputs: [FeatureVectorizer.InputColumn(name: "x", dimensions: 1)])))

  /// A dense layer from two numbers to one, and a ReLU.
  static let fixedNetwork = {
    var model = network
    model.isUpdatable = false
    return model
  }()

  static let network = Model(
    specificationVersion: 4,
    description: ModelDescription(
      inputs: [feature("x", array([2]))], outputs: [feature("y", array([1]))],
      trainingInputs: [feature("x", array([2])), feature("y_true", array([1]))]),
    isUpdatable: true,
    kind: .neuralNetwork(
      NeuralNetwork(
        layers: [
          NeuralNetworkLayer(
            name: "dense", inputs: ["x"], outputs: ["h"], isUpdatable: true,
            kind: .innerProduct(
              InnerProduct(
                inputChannels: 2, outputChannels: 1,
                weights: WeightParameters([1, 2], isUpdatable: true),
                bias: WeightParameters([3], isUpdatable: true)))),
          NeuralNetworkLayer(
            name: "relu", inputs: ["h"], outputs: ["y"], kind: .activation(.relu)),
        ],
        updateParameters: UpdateParameters(
          losses: [
            LossLayer(name: "loss", kind: .meanSquaredError, input: "y", target: "y_true")
          ],
          optimizer: .sgd(
            learningRate: DoubleParameter(0.1), miniBatchSize: Int64Parameter(2), momentum: nil),
          epochs: Int64Parameter(3)))))

  static let pipeline = Model(
    specificationVersion: 4,
    description: ModelDescription(
      inputs: [feature("raw", array([2]))], outputs: [feature("y", array([1]))],
      trainingInputs: [feature("raw", array([2])), feature("y_true", array([1]))]),
    isUpdatable: true, kind: .pipeline(Pipeline(models: [scaler, network])))
}

extension Model {
  mutating func changeNetwork(_ change: (inout NeuralNetwork) -> Void) {
    guard case .neuralNetwork(var network) = kind else { return }
    change(&network)
    kind = .neuralNetwork(network)
  }

  mutating func changeDense(_ change: (inout InnerProduct) -> Void) {
    changeNetwork { network in
      guard case .innerProduct(var product) = network.layers[0].kind else { return }
      change(&product)
      network.layers[0].kind = .innerProduct(product)
    }
  }

  mutating func changeRate(_ rate: DoubleParameter) {
    changeNetwork {
      $0.updateParameters?.optimizer = .sgd(
        learningRate: rate, miniBatchSize: Int64Parameter(2), momentum: nil)
    }
  }
}
