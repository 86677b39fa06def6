/// The content of `metadata.json`: what other tools show of a bundle without reading the model.
///
/// The keys and forms of the values are those of Apple's compiler; nothing here is read back.
struct BundleMetadata: Encodable {
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
  /// Texts, also for integers; none for nearest neighbours, whose samples may become more.
  var classLabels: [String]?

  /// Generated code would call the model by the class name, which is the bundle's.
  init(_ model: Model, className: String) {
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
    if case .kNearestNeighborsClassifier = model.kind {
      classLabels = []
    } else {
      classLabels = model.classLabels?.texts
    }
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
    return ["macOS": macOS, "iOS": iOS, "tvOS": iOS, "watchOS": watchOS, "macCatalyst": iOS]
  }
}

/// One feature in `metadata.json`.
struct FeatureSchema: Encodable {
  var name: String
  var type: String
  var formattedType: String
  var isOptional: String
  var shortDescription: String
  var keyType: String?
  var dataType: String?
  var shape: String?
  var hasShapeFlexibility: String?

  init(_ feature: FeatureDescription) {
    name = feature.name
    isOptional = feature.isOptional ? "1" : "0"
    shortDescription = feature.shortDescription
    switch feature.type {
    case .int64: type = "Int64"
    case .double: type = "Double"
    case .string: type = "String"
    case .image: type = "Image"
    case .state: type = "State"
    case .dictionary: type = "Dictionary"
    case .sequence: type = "Sequence"
    case .multiArray: type = "MultiArray"
    }
    formattedType = type
    switch feature.type {
    case .dictionary(let key):
      keyType = key == .int64 ? "Int64" : "String"
      formattedType += " (\(key == .int64 ? "Int64" : "String") → Double)"
    case .sequence(let element, _):
      formattedType += " (\(element == .int64 ? "Int64" : "String"))"
    case .multiArray(let array):
      let sizes = array.shape.map(String.init)
      dataType = Self.name(of: array.dataType)
      shape = "[\(sizes.joined(separator: ", "))]"
      hasShapeFlexibility = array.flexibility == .none ? "0" : "1"
      let text = [Self.name(of: array.dataType)] + [sizes.joined(separator: " × ")]
      formattedType += " (\(text.filter { !$0.isEmpty }.joined(separator: " ")))"
    default: break
    }
  }

  private static func name(of type: ArrayFeatureType.DataType) -> String {
    switch type {
    case .float16: "Float16"
    case .float32: "Float32"
    case .double: "Double"
    case .int8: "Int8"
    case .int32: "Int32"
    }
  }
}
