/// The content of `metadata.json`: what other tools show of a bundle without reading the model.
///
/// The keys and forms of the values are those of Apple's compiler; nothing here is read back.
package struct BundleMetadata: Encodable {
  struct ModelType: Encodable {
    var name: String
    var structure: [ModelType]?

    init(_ model: Model) {
      name = "MLModelType_" + model.kind.name
      structure = model.kind.pipeline?.models.map(ModelType.init)
    }
  }

  var metadataOutputVersion = "3.0"
  var specificationVersion: Int32
  var modelType: ModelType
  var generatedClassName: String
  var shortDescription: String
  var version: String
  var author: String
  var license: String
  var userDefinedMetadata: [String: String]
  var isUpdatable: String
  var method = "predict"
  var availability: [String: String]
  var inputSchema: [FeatureSchema]
  var outputSchema: [FeatureSchema]
  var trainingInputSchema: [FeatureSchema]?
  var stateSchema: [FeatureSchema] = []
  /// Texts, also for integers; none for nearest neighbours, whose samples may become more.
  var classLabels: [String]?
  var modelParameters: [ParameterSchema]
  var updateParameters: [ParameterSchema]?
  /// How many layers there are of each type, in networks and the networks of pipelines.
  var neuralNetworkLayerTypeHistogram: [String: Int]?
  /// How many operations there are of each type, in programs.
  var mlProgramOperationTypeHistogram: [String: Int]?
  var storagePrecision: String?
  var computePrecision: String?

  /// The same object as text.
  package var json: [UInt8] { CanonicalJSON.encode(self) }

  /// A file's name without its ending, as an identifier.
  package static func className(ofFile name: String) -> String {
    let ending = [".mlmodelc", ".mlmodel", ".mlpackage"].first(where: name.hasSuffix) ?? ""
    return String(
      name.dropLast(ending.count).map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// Generated code would call the model by the class name, which is the bundle's.
  package init(_ model: Model, className: String) {
    let description = model.description
    specificationVersion = model.specificationVersion
    modelType = ModelType(model)
    generatedClassName = className
    shortDescription = description.metadata.shortDescription
    version = description.metadata.versionString
    author = description.metadata.author
    license = description.metadata.license
    userDefinedMetadata = description.metadata.userDefined
    isUpdatable = model.isUpdatable ? "1" : "0"
    availability = Self.availability(model.specificationVersion)
    inputSchema = description.inputs.map(FeatureSchema.init)
    outputSchema = description.outputs.map(FeatureSchema.init)
    trainingInputSchema =
      model.isUpdatable ? description.trainingInputs.map(FeatureSchema.init) : nil
    modelParameters = []
    if case .kNearestNeighborsClassifier(let classifier) = model.trained.model.kind {
      classLabels = []
      modelParameters = [ParameterSchema("numberOfNeighbors", classifier.numberOfNeighbors)]
    } else {
      classLabels = model.classLabels?.texts
    }
    if model.isUpdatable {
      updateParameters = model.trainedNetwork?.updateParameters.map(ParameterSchema.list)
    }
    if case .mlProgram(let program) = model.kind {
      mlProgramOperationTypeHistogram = program.operationHistogram
      storagePrecision = program.storagePrecision
      computePrecision = program.computePrecision
    }
    let networks = model.networks
    guard !networks.isEmpty else { return }
    neuralNetworkLayerTypeHistogram = networks.flatMap(\.layers).reduce(into: [:]) {
      $0[$1.kind.typeName, default: 0] += 1
    }
    storagePrecision = Self.storagePrecision(of: networks)
    computePrecision = "Float32"
  }

  /// How the weights of dense layers are stored.
  private static func storagePrecision(of networks: [NeuralNetwork]) -> String {
    let encodings = networks.flatMap(\.layers).compactMap { layer -> String? in
      guard case .innerProduct(let product) = layer.kind else { return nil }
      return switch product.weights.encoding {
      case .float32: "Float32"
      case .float16: "Float16"
      case .quantized(let quantization): "UInt\(quantization.bits)"
      }
    }
    let names = Set(encodings).sorted()
    return names.count > 1 ? "Mixed (\(names.joined(separator: ", ")))" : names.first ?? "Float32"
  }

  /// The first systems that can read a version of the format.
  private static func availability(_ version: Int32) -> [String: String] {
    let (macOS, iOS, watchOS) =
      switch version {
      case 1: ("10.13", "11.0", "4.0")
      case 2: ("10.13.2", "11.2", "4.2")
      case 3: ("10.14", "12.0", "5.0")
      case 4: ("10.15", "13.0", "6.0")
      case 5: ("11.0", "14.0", "7.0")
      case 6: ("12.0", "15.0", "8.0")
      case 7: ("13.0", "16.0", "9.0")
      case 8: ("14.0", "17.0", "10.0")
      case 9: ("15.0", "18.0", "11.0")
      default: ("26.0", "26.0", "26.0")
      }
    // The first visionOS could read all that iOS 17 can.
    let visionOS = version < 9 ? "1.0" : version == 9 ? "2.0" : "26.0"
    return [
      "macOS": macOS, "iOS": iOS, "tvOS": iOS, "watchOS": watchOS, "macCatalyst": iOS,
      "visionOS": visionOS,
    ]
  }
}

extension Model {
  /// The networks in the model, those of its stages too, in order.
  fileprivate var networks: [NeuralNetwork] {
    kind.pipeline?.models.flatMap(\.networks) ?? kind.network.map { [$0] } ?? []
  }
}

extension LayerKind {
  /// As Apple's compiler counts layers: `InnerProduct`, `ActivationReLU`.
  fileprivate var typeName: String {
    guard case .activation(let function) = self else { return Self.capitalized(name) }
    return "Activation" + Self.capitalized(function.fieldName)
  }

  private static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}
