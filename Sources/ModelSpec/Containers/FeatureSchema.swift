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
  var shapeFlexibility: String?
  var enumeratedShapes: String?
  var shapeRange: String?

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
      describeFlexibility(of: array)
      let text = [Self.name(of: array.dataType)] + [sizes.joined(separator: " × ")]
      formattedType += " (\(text.filter { !$0.isEmpty }.joined(separator: " ")))"
    default: break
    }
  }

  /// A range without an upper bound ends in -1, and in the text in dots.
  private mutating func describeFlexibility(of array: ArrayFeatureType) {
    hasShapeFlexibility = array.flexibility == .none ? "0" : "1"
    switch array.flexibility {
    case .none: break
    case .enumerated(let shapes):
      enumeratedShapes = "\(shapes)"
      shapeFlexibility = shapes.map { $0.map(String.init).joined(separator: " × ") }
        .joined(separator: " | ")
    case .ranges(let ranges):
      shapeRange = "\(ranges.map { [Int64(clamping: $0.lowerBound), $0.upperBound ?? -1] })"
      shapeFlexibility = ranges.map(\.text).joined(separator: " × ")
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

/// One number that training or prediction may be given, in `metadata.json`.
struct ParameterSchema: Encodable {
  var name: String
  var type: String
  var defaultValue: String
  /// The least and the greatest value, or the values allowed.
  var range: String?
  var set: String?

  init(_ name: String, _ parameter: DoubleParameter) {
    self.name = name
    type = "Double"
    defaultValue = "\(parameter.defaultValue)"
    range = parameter.range.map { "[\($0.lowerBound), \($0.upperBound)]" }
  }

  init(_ name: String, _ parameter: Int64Parameter) {
    self.name = name
    type = "Int64"
    defaultValue = "\(parameter.defaultValue)"
    switch parameter.allowed {
    case .range(let allowed): range = "[\(allowed.lowerBound), \(allowed.upperBound)]"
    case .set(let values): set = "\(values)"
    case nil: break
    }
  }

  init(_ name: String, _ value: Bool) {
    self.name = name
    type = "Bool"
    defaultValue = value ? "1" : "0"
  }

  static func list(of parameters: UpdateParameters) -> [ParameterSchema] {
    var list: [ParameterSchema] = []
    switch parameters.optimizer {
    case .sgd(let learningRate, let miniBatchSize, let momentum):
      list = [.init("learningRate", learningRate), .init("miniBatchSize", miniBatchSize)]
      if let momentum { list.append(.init("momentum", momentum)) }
    case .adam(let learningRate, let miniBatchSize, let beta1, let beta2, let eps):
      list = [
        .init("learningRate", learningRate), .init("miniBatchSize", miniBatchSize),
        .init("beta1", beta1), .init("beta2", beta2), .init("eps", eps),
      ]
    }
    list.append(.init("epochs", parameters.epochs))
    if let shuffle = parameters.shuffle { list.append(.init("shuffle", shuffle)) }
    if let seed = parameters.seed { list.append(.init("seed", seed)) }
    return list
  }
}

extension SizeRange {
  /// Such as `2`, `1...5` or `1...`.
  package var text: String {
    guard let upperBound else { return "\(lowerBound)..." }
    return upperBound == Int64(clamping: lowerBound)
      ? "\(lowerBound)" : "\(lowerBound)...\(upperBound)"
  }
}
