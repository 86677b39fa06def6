extension ModelValidator {
  /// A MultiArray with more elements could not be held in memory.
  static let maximumElements = 1 << 31

  static func validateInterface(_ model: Model, at path: ModelPath) throws(ModelError) {
    let description = model.description
    let mayLackInputs =
      KindTraits.mayLackInputs.contains(model.kind.number) && model.specificationVersion >= 9
    guard !description.inputs.isEmpty || mayLackInputs else {
      throw path.field("input").error(.interface, "the model has no inputs")
    }
    guard !description.outputs.isEmpty else {
      throw path.field("output").error(.interface, "the model has no outputs")
    }
    let version = model.specificationVersion
    try validate(description.inputs, "input", version: version, at: path)
    try validate(description.outputs, "output", version: version, at: path)
    try validate(description.trainingInputs, "trainingInput", version: version, at: path)
  }

  private static func validate(
    _ features: [FeatureDescription], _ list: String, version: Int32, at path: ModelPath
  ) throws(ModelError) {
    var names: Set<String> = []
    for (index, feature) in features.enumerated() {
      let path = path.element(list, index)
      guard !feature.name.isEmpty else {
        throw path.field("name").error(.interface, "the feature has no name")
      }
      guard names.insert(feature.name).inserted else {
        throw path.field("name").error(.interface, "there are two features named '\(feature.name)'")
      }
      let typePath = path.field("type")
      switch feature.type {
      case .int64, .double, .string, .dictionary: break
      case .multiArray(let array):
        try validate(array, needsShape: list == "input", version: version, at: typePath)
      case .sequence(_, let size):
        guard version >= 3 else {
          throw typePath.error(.version, "a sequence needs version 3 of the format")
        }
        try validate(size, at: typePath)
      case .image(let width, let height):
        guard width > 0, height > 0 else {
          throw typePath.error(.interface, "the image has no size")
        }
      case .state:
        throw typePath.error(.interface, "a state cannot be passed as a feature")
      }
    }
  }

  private static func validate(
    _ array: ArrayFeatureType, needsShape: Bool, version: Int32, at path: ModelPath
  ) throws(ModelError) {
    guard !needsShape || !array.shape.isEmpty || array.flexibility != .none else {
      throw path.error(.interface, "a MultiArray input needs a shape")
    }
    switch array.dataType {
    case .float16 where version < 7:
      throw path.error(.version, "FLOAT16 elements need version 7 of the format")
    case .int8 where version < 10:
      throw path.error(.version, "INT8 elements need version 10 of the format")
    default: break
    }
    try validate(array.shape, at: path)
    switch array.flexibility {
    case .none: break
    case .enumerated(let shapes):
      try requireFlexibility(version, at: path)
      guard !shapes.isEmpty else { throw path.error(.interface, "the list of shapes is empty") }
      for shape in shapes { try validate(shape, at: path) }
      guard array.shape.isEmpty || shapes.contains(array.shape) else {
        throw path.error(.interface, "the default shape is not among the enumerated ones")
      }
    case .ranges(let ranges):
      try requireFlexibility(version, at: path)
      guard !ranges.isEmpty else { throw path.error(.interface, "the list of ranges is empty") }
      for range in ranges { try validate(range, at: path) }
      guard array.shape.isEmpty || fits(array.shape, ranges) else {
        throw path.error(.interface, "the default shape lies outside the ranges")
      }
    }
    try validate(array.defaultValue, for: array.dataType, at: path)
  }

  private static func requireFlexibility(
    _ version: Int32, at path: ModelPath
  ) throws(ModelError) {
    guard version >= 3 else {
      throw path.error(.version, "flexible shapes need version 3 of the format")
    }
  }

  private static func validate(_ shape: [Int64], at path: ModelPath) throws(ModelError) {
    var count = 1
    for size in shape {
      guard size > 0 else { throw path.error(.interface, "a dimension is \(size)") }
      guard let product = Int(exactly: size).flatMap(count.multiplied(by:)),
        product <= maximumElements
      else {
        throw path.error(
          .interface,
          "an array of \(shape.map(String.init).joined(separator: " × ")) elements is too large")
      }
      count = product
    }
  }

  private static func validate(_ range: SizeRange, at path: ModelPath) throws(ModelError) {
    guard let upper = range.upperBound else { return }
    guard range.lowerBound <= UInt64(max(upper, 0)) else {
      throw path.error(.interface, "a size ranges from \(range.lowerBound) to \(upper)")
    }
  }

  private static func fits(_ shape: [Int64], _ ranges: [SizeRange]) -> Bool {
    shape.count == ranges.count
      && zip(shape, ranges).allSatisfy { size, range in
        size >= 0 && UInt64(size) >= range.lowerBound && size <= range.upperBound ?? .max
      }
  }

  private static func validate(
    _ value: ArrayFeatureType.DefaultValue?, for type: ArrayFeatureType.DataType,
    at path: ModelPath
  ) throws(ModelError) {
    switch (value, type) {
    case (nil, _), (.int32, .int32), (.int32, .int8), (.float, .float32), (.float, .float16),
      (.double, .double):
      return
    default:
      throw path.error(.interface, "the default value has another type than the array's elements")
    }
  }
}
