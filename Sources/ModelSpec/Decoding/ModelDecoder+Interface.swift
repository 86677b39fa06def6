import CModelSpec
import CProtobufC

extension ModelDecoder {
  /// Versions outside this range are refused before anything else, for nothing else can be trusted.
  package static let versions: ClosedRange<Int32> = 1...10

  static func checkVersion(_ version: Int32, at path: ModelPath) throws(ModelError) {
    guard version != 0 else {
      throw path.error(.version, "the specification version is missing")
    }
    guard versions.contains(version) else {
      throw path.error(
        .version,
        "specification version \(version) is not known; versions \(versions.lowerBound) to "
          + "\(versions.upperBound) are")
    }
  }

  static func modelDescription(
    _ message: Spec__ModelDescription, at path: ModelPath
  ) throws(ModelError) -> ModelDescription {
    ModelDescription(
      inputs: unsafe try features(message.input, message.n_input, "input", at: path),
      outputs: unsafe try features(message.output, message.n_output, "output", at: path),
      predictedFeatureName: unsafe text(message.predictedfeaturename),
      predictedProbabilitiesName: unsafe text(message.predictedprobabilitiesname),
      trainingInputs: unsafe try features(
        message.traininginput, message.n_traininginput, "trainingInput", at: path),
      metadata: unsafe metadata(message.metadata),
      functions: unsafe try list(message.functions, message.n_functions) {
        (function, index) throws(ModelError) in
        unsafe try functionDescription(function, at: path.element("functions", index))
      },
      defaultFunctionName: unsafe text(message.defaultfunctionname))
  }

  private static func functionDescription(
    _ message: Spec__FunctionDescription, at path: ModelPath
  ) throws(ModelError) -> FunctionDescription {
    guard unsafe message.n_state == 0 else {
      throw path.field("state").error(
        .unsupportedOperation, "the function keeps state between predictions")
    }
    return FunctionDescription(
      name: unsafe text(message.name),
      inputs: unsafe try features(message.input, message.n_input, "input", at: path),
      outputs: unsafe try features(message.output, message.n_output, "output", at: path),
      predictedFeatureName: unsafe text(message.predictedfeaturename),
      predictedProbabilitiesName: unsafe text(message.predictedprobabilitiesname))
  }

  private static func features(
    _ pointer: UnsafeMutablePointer<UnsafeMutablePointer<Spec__FeatureDescription>?>?,
    _ count: Int, _ name: String, at path: ModelPath
  ) throws(ModelError) -> [FeatureDescription] {
    unsafe try list(pointer, count) { (feature, index) throws(ModelError) in
      let path = path.element(name, index)
      guard let type = unsafe feature.type else {
        throw path.field("type").error(.interface, "the feature has no type")
      }
      return FeatureDescription(
        name: unsafe text(feature.name), shortDescription: unsafe text(feature.shortdescription),
        type: unsafe try featureType(type.pointee, at: path.field("type")),
        isOptional: unsafe type.pointee.isoptional != 0)
    }
  }

  private static func featureType(
    _ message: Spec__FeatureType, at path: ModelPath
  ) throws(ModelError) -> FeatureType {
    switch unsafe message.type_case {
    case SPEC__FEATURE_TYPE__TYPE_INT64_TYPE: return .int64
    case SPEC__FEATURE_TYPE__TYPE_DOUBLE_TYPE: return .double
    case SPEC__FEATURE_TYPE__TYPE_STRING_TYPE: return .string
    case SPEC__FEATURE_TYPE__TYPE_IMAGE_TYPE:
      let image = unsafe message.imagetype.pointee
      return .image(width: unsafe image.width, height: unsafe image.height)
    case SPEC__FEATURE_TYPE__TYPE_MULTI_ARRAY_TYPE:
      return .multiArray(unsafe try arrayType(message.multiarraytype.pointee, at: path))
    case SPEC__FEATURE_TYPE__TYPE_DICTIONARY_TYPE:
      switch unsafe message.dictionarytype.pointee.key_type_case {
      case SPEC__DICTIONARY_FEATURE_TYPE__KEY_TYPE_INT64_KEY_TYPE: return .dictionary(.int64)
      case SPEC__DICTIONARY_FEATURE_TYPE__KEY_TYPE_STRING_KEY_TYPE: return .dictionary(.string)
      default: throw path.error(.interface, "the dictionary does not say what its keys are")
      }
    case SPEC__FEATURE_TYPE__TYPE_SEQUENCE_TYPE:
      let sequence = unsafe message.sequencetype.pointee
      let size = unsafe sequence.sizerange.map { unsafe sizeRange($0.pointee) }
      switch unsafe sequence.type_case {
      case SPEC__SEQUENCE_FEATURE_TYPE__TYPE_INT64_TYPE:
        return .sequence(.int64, size: size ?? SizeRange(lowerBound: 0))
      case SPEC__SEQUENCE_FEATURE_TYPE__TYPE_STRING_TYPE:
        return .sequence(.string, size: size ?? SizeRange(lowerBound: 0))
      default: throw path.error(.interface, "the sequence does not say what its elements are")
      }
    case SPEC__FEATURE_TYPE__TYPE_STATE_TYPE:
      guard unsafe message.statetype.pointee.type_case == SPEC__STATE_FEATURE_TYPE__TYPE_ARRAY_TYPE
      else { throw path.error(.interface, "the state does not say what it holds") }
      return .state(unsafe try arrayType(message.statetype.pointee.arraytype.pointee, at: path))
    default: throw path.error(.interface, "the feature's type is empty")
    }
  }

  private static func arrayType(
    _ message: Spec__ArrayFeatureType, at path: ModelPath
  ) throws(ModelError) -> ArrayFeatureType {
    let number = unsafe Int32(bitPattern: message.datatype.rawValue)
    guard let dataType = ArrayFeatureType.DataType(rawValue: number) else {
      throw path.error(.interface, "the array's element type (\(number)) is not one that exists")
    }
    var flexibility = ArrayFeatureType.Flexibility.none
    switch unsafe message.shape_flexibility_case {
    case SPEC__ARRAY_FEATURE_TYPE__SHAPE_FLEXIBILITY_ENUMERATED_SHAPES:
      let shapes = unsafe message.enumeratedshapes.pointee
      flexibility = .enumerated(
        unsafe try list(shapes.shapes, shapes.n_shapes) { (shape, _) throws(ModelError) in
          unsafe numbers(shape.shape, shape.n_shape)
        })
    case SPEC__ARRAY_FEATURE_TYPE__SHAPE_FLEXIBILITY_SHAPE_RANGE:
      let range = unsafe message.shaperange.pointee
      flexibility = .ranges(
        unsafe try list(range.sizeranges, range.n_sizeranges) { (size, _) throws(ModelError) in
          unsafe sizeRange(size)
        })
    default: break
    }
    var defaultValue: ArrayFeatureType.DefaultValue?
    switch unsafe message.default_optional_value_case {
    case SPEC__ARRAY_FEATURE_TYPE__DEFAULT_OPTIONAL_VALUE_INT_DEFAULT_VALUE:
      defaultValue = .int32(unsafe message.intdefaultvalue)
    case SPEC__ARRAY_FEATURE_TYPE__DEFAULT_OPTIONAL_VALUE_FLOAT_DEFAULT_VALUE:
      defaultValue = .float(unsafe message.floatdefaultvalue)
    case SPEC__ARRAY_FEATURE_TYPE__DEFAULT_OPTIONAL_VALUE_DOUBLE_DEFAULT_VALUE:
      defaultValue = .double(unsafe message.doubledefaultvalue)
    default: break
    }
    return ArrayFeatureType(
      shape: unsafe numbers(message.shape, message.n_shape), dataType: dataType,
      flexibility: flexibility, defaultValue: defaultValue)
  }

  private static func sizeRange(_ message: Spec__SizeRange) -> SizeRange {
    SizeRange(
      lowerBound: unsafe message.lowerbound,
      upperBound: unsafe message.upperbound < 0 ? nil : message.upperbound)
  }

  private static func metadata(_ pointer: UnsafeMutablePointer<Spec__Metadata>?) -> Metadata {
    guard let message = unsafe pointer?.pointee else { return Metadata() }
    let count = unsafe message.n_userdefined
    var userDefined: [String: String] = [:]
    for index in 0..<count {
      guard let entry = unsafe message.userdefined[index] else { continue }
      unsafe userDefined[text(entry.pointee.key)] = text(entry.pointee.value)
    }
    return Metadata(
      shortDescription: unsafe text(message.shortdescription),
      versionString: unsafe text(message.versionstring), author: unsafe text(message.author),
      license: unsafe text(message.license), userDefined: userDefined)
  }
}
