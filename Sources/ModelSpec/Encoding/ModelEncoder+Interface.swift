extension ModelEncoder {
  static func write(_ description: ModelDescription, to writer: inout WireWriter) {
    if description.functions.isEmpty {
      for feature in description.inputs { writer.message(1) { write(feature, to: &$0) } }
      for feature in description.outputs { writer.message(10) { write(feature, to: &$0) } }
      writer.text(11, description.predictedFeatureName)
      writer.text(12, description.predictedProbabilitiesName)
    }
    // A program of several functions has its interface there; the model's own is the chosen one's.
    for function in description.functions {
      writer.message(20) { writer in
        writer.text(1, function.name)
        for feature in function.inputs { writer.message(2) { write(feature, to: &$0) } }
        for feature in function.outputs { writer.message(3) { write(feature, to: &$0) } }
        writer.text(4, function.predictedFeatureName)
        writer.text(5, function.predictedProbabilitiesName)
      }
    }
    writer.text(21, description.defaultFunctionName)
    for feature in description.trainingInputs { writer.message(50) { write(feature, to: &$0) } }
    if description.metadata != Metadata() {
      writer.message(100) { write(description.metadata, to: &$0) }
    }
  }

  private static func write(_ feature: FeatureDescription, to writer: inout WireWriter) {
    writer.text(1, feature.name)
    writer.text(2, feature.shortDescription)
    writer.message(3) { writer in
      write(feature.type, to: &writer)
      writer.bool(1000, feature.isOptional)
    }
  }

  private static func write(_ type: FeatureType, to writer: inout WireWriter) {
    switch type {
    case .int64: writer.message(1) { _ in }
    case .double: writer.message(2) { _ in }
    case .string: writer.message(3) { _ in }
    case .image(let width, let height):
      writer.message(4) {
        $0.int(1, width)
        $0.int(2, height)
      }
    case .multiArray(let array): writer.message(5) { write(array, to: &$0) }
    case .dictionary(let key):
      writer.message(6) { $0.message(key == .int64 ? 1 : 2) { _ in } }
    case .sequence(let element, let size):
      writer.message(7) { writer in
        writer.message(element == .int64 ? 1 : 3) { _ in }
        writer.message(101) { write(size, to: &$0) }
      }
    case .state(let array):
      writer.message(8) { $0.message(1) { write(array, to: &$0) } }
    }
  }

  private static func write(_ array: ArrayFeatureType, to writer: inout WireWriter) {
    writer.ints(1, array.shape)
    writer.int(2, Int64(array.dataType.rawValue))
    switch array.flexibility {
    case .none: break
    case .enumerated(let shapes):
      writer.message(21) { writer in
        for shape in shapes { writer.message(1) { $0.ints(1, shape) } }
      }
    case .ranges(let ranges):
      writer.message(31) { writer in
        for range in ranges { writer.message(1) { write(range, to: &$0) } }
      }
    }
    switch array.defaultValue {
    case nil: break
    case .int32(let value): writer.presentInt(41, Int64(value))
    case .float(let value): writer.presentFloat(51, value)
    case .double(let value): writer.presentDouble(61, value)
    }
  }

  private static func write(_ range: SizeRange, to writer: inout WireWriter) {
    writer.uint(1, range.lowerBound)
    writer.int(2, range.upperBound ?? -1)
  }

  private static func write(_ metadata: Metadata, to writer: inout WireWriter) {
    writer.text(1, metadata.shortDescription)
    writer.text(2, metadata.versionString)
    writer.text(3, metadata.author)
    writer.text(4, metadata.license)
    // A dictionary has no order of its own.
    for (key, value) in metadata.userDefined.sorted(by: { $0.key < $1.key }) {
      writer.message(100) {
        $0.text(1, key)
        $0.text(2, value)
      }
    }
  }
}
