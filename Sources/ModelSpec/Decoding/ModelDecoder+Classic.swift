import CModelSpec
import CProtobufC

extension ModelDecoder {
  static func glmRegressor(
    _ message: Spec__GLMRegressor, at path: ModelPath
  ) throws(ModelError) -> GLMRegressor {
    let number = unsafe Int(message.postevaluationtransform.rawValue)
    guard let transform = GLMRegressor.PostEvaluationTransform(rawValue: number) else {
      throw path.field("postEvaluationTransform").error(
        .value, "transform \(number) does not exist")
    }
    return GLMRegressor(
      weights: unsafe try list(message.weights, message.n_weights) {
        (row, _) throws(ModelError) in unsafe numbers(row.value, row.n_value)
      },
      offset: unsafe numbers(message.offset, message.n_offset),
      postEvaluationTransform: transform)
  }

  static func oneHotEncoder(
    _ message: Spec__OneHotEncoder, at path: ModelPath
  ) throws(ModelError) -> OneHotEncoder {
    let categories: OneHotEncoder.Categories
    switch unsafe message.category_type_case {
    case SPEC__ONE_HOT_ENCODER__CATEGORY_TYPE_STRING_CATEGORIES:
      let list = unsafe message.stringcategories.pointee
      categories = .strings(unsafe texts(list.vector, list.n_vector))
    case SPEC__ONE_HOT_ENCODER__CATEGORY_TYPE_INT64_CATEGORIES:
      let list = unsafe message.int64categories.pointee
      categories = .int64s(unsafe numbers(list.vector, list.n_vector))
    default: throw path.error(.structure, "the encoder has no categories")
    }
    let handling: OneHotEncoder.UnknownHandling
    switch unsafe message.handleunknown {
    case SPEC__ONE_HOT_ENCODER__HANDLE_UNKNOWN__ErrorOnUnknown: handling = .error
    case SPEC__ONE_HOT_ENCODER__HANDLE_UNKNOWN__IgnoreUnknown: handling = .ignore
    default:
      throw path.field("handleUnknown").error(
        .value, "there is no such way to handle unknown categories")
    }
    return OneHotEncoder(
      categories: categories, outputSparse: unsafe message.outputsparse != 0,
      handleUnknown: handling)
  }

  static func featureVectorizer(_ message: Spec__FeatureVectorizer) -> FeatureVectorizer {
    var inputs: [FeatureVectorizer.InputColumn] = []
    let count = unsafe message.n_inputlist
    for index in 0..<count {
      guard let column = unsafe message.inputlist[index] else { continue }
      inputs.append(
        FeatureVectorizer.InputColumn(
          name: unsafe text(column.pointee.inputcolumn),
          dimensions: unsafe column.pointee.inputdimensions))
    }
    return FeatureVectorizer(inputs: inputs)
  }

  static func scaler(_ message: Spec__Scaler) -> Scaler {
    Scaler(
      shift: unsafe numbers(message.shiftvalue, message.n_shiftvalue),
      scale: unsafe numbers(message.scalevalue, message.n_scalevalue))
  }
}
