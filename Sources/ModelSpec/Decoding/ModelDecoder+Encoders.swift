import CModelSpec
import CProtobufC

extension ModelDecoder {
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

  static func imputer(
    _ message: Spec__Imputer, at path: ModelPath
  ) throws(ModelError) -> Imputer {
    let value: Imputer.ImputedValue
    switch unsafe message.imputed_value_case {
    case SPEC__IMPUTER__IMPUTED_VALUE_IMPUTED_DOUBLE_VALUE:
      value = .double(unsafe message.imputeddoublevalue)
    case SPEC__IMPUTER__IMPUTED_VALUE_IMPUTED_INT64_VALUE:
      value = .int64(unsafe message.imputedint64value)
    case SPEC__IMPUTER__IMPUTED_VALUE_IMPUTED_STRING_VALUE:
      value = .string(unsafe text(message.imputedstringvalue))
    case SPEC__IMPUTER__IMPUTED_VALUE_IMPUTED_DOUBLE_ARRAY:
      let list = unsafe message.imputeddoublearray.pointee
      value = .doubleArray(unsafe numbers(list.vector, list.n_vector))
    case SPEC__IMPUTER__IMPUTED_VALUE_IMPUTED_INT64_ARRAY:
      let list = unsafe message.imputedint64array.pointee
      value = .int64Array(unsafe numbers(list.vector, list.n_vector))
    case SPEC__IMPUTER__IMPUTED_VALUE_IMPUTED_STRING_DICTIONARY:
      let map = unsafe message.imputedstringdictionary.pointee
      var entries: [String: Double] = [:]
      for index in 0..<(unsafe map.n_map) {
        guard let entry = unsafe map.map[index] else { continue }
        unsafe entries[text(entry.pointee.key)] = entry.pointee.value
      }
      value = .stringDictionary(entries)
    case SPEC__IMPUTER__IMPUTED_VALUE_IMPUTED_INT64_DICTIONARY:
      let map = unsafe message.imputedint64dictionary.pointee
      var entries: [Int64: Double] = [:]
      for index in 0..<(unsafe map.n_map) {
        guard let entry = unsafe map.map[index] else { continue }
        unsafe entries[entry.pointee.key] = entry.pointee.value
      }
      value = .int64Dictionary(entries)
    default: throw path.error(.value, "the imputer has no value to put in")
    }
    let replaced: Imputer.ReplaceValue? =
      switch unsafe message.replace_value_case {
      case SPEC__IMPUTER__REPLACE_VALUE_REPLACE_DOUBLE_VALUE:
        .double(unsafe message.replacedoublevalue)
      case SPEC__IMPUTER__REPLACE_VALUE_REPLACE_INT64_VALUE:
        .int64(unsafe message.replaceint64value)
      case SPEC__IMPUTER__REPLACE_VALUE_REPLACE_STRING_VALUE:
        .string(unsafe text(message.replacestringvalue))
      default: nil
      }
    return Imputer(imputedValue: value, replaceValue: replaced)
  }

  static func dictVectorizer(
    _ message: Spec__DictVectorizer, at path: ModelPath
  ) throws(ModelError) -> DictVectorizer {
    switch unsafe message.map_case {
    case SPEC__DICT_VECTORIZER__MAP_STRING_TO_INDEX:
      let list = unsafe message.stringtoindex.pointee
      return DictVectorizer(keys: .strings(unsafe texts(list.vector, list.n_vector)))
    case SPEC__DICT_VECTORIZER__MAP_INT64_TO_INDEX:
      let list = unsafe message.int64toindex.pointee
      return DictVectorizer(keys: .int64s(unsafe numbers(list.vector, list.n_vector)))
    default: throw path.error(.structure, "the vectorizer has no keys")
    }
  }

  static func normalizer(
    _ message: Spec__Normalizer, at path: ModelPath
  ) throws(ModelError) -> Normalizer {
    let number = unsafe Int(message.normtype.rawValue)
    guard let norm = Normalizer.Norm(rawValue: number) else {
      throw path.field("normType").error(.value, "norm \(number) does not exist")
    }
    return Normalizer(norm: norm)
  }

  static func arrayFeatureExtractor(
    _ message: Spec__ArrayFeatureExtractor
  ) -> ArrayFeatureExtractor {
    ArrayFeatureExtractor(indexes: unsafe numbers(message.extractindex, message.n_extractindex))
  }

  static func categoricalMapping(
    _ message: Spec__CategoricalMapping, at path: ModelPath
  ) throws(ModelError) -> CategoricalMapping {
    let otherwise = unsafe message.value_on_unknown_case
    switch unsafe message.mapping_type_case {
    case SPEC__CATEGORICAL_MAPPING__MAPPING_TYPE_STRING_TO_INT64_MAP:
      guard otherwise != SPEC__CATEGORICAL_MAPPING__VALUE_ON_UNKNOWN_STR_VALUE else {
        throw path.field("strValue").error(
          .type, "what stands for an unknown text is a text, but the mapping is to integers")
      }
      let map = unsafe message.stringtoint64map.pointee
      var entries: [String: Int64] = [:]
      for index in 0..<(unsafe map.n_map) {
        guard let entry = unsafe map.map[index] else { continue }
        unsafe entries[text(entry.pointee.key)] = entry.pointee.value
      }
      let isSet = otherwise == SPEC__CATEGORICAL_MAPPING__VALUE_ON_UNKNOWN_INT64_VALUE
      return .stringToInt64(entries, otherwise: isSet ? unsafe message.int64value : nil)
    case SPEC__CATEGORICAL_MAPPING__MAPPING_TYPE_INT64_TO_STRING_MAP:
      guard otherwise != SPEC__CATEGORICAL_MAPPING__VALUE_ON_UNKNOWN_INT64_VALUE else {
        throw path.field("int64Value").error(
          .type, "what stands for an unknown integer is an integer, but the mapping is to texts")
      }
      let map = unsafe message.int64tostringmap.pointee
      var entries: [Int64: String] = [:]
      for index in 0..<(unsafe map.n_map) {
        guard let entry = unsafe map.map[index] else { continue }
        unsafe entries[entry.pointee.key] = text(entry.pointee.value)
      }
      let isSet = otherwise == SPEC__CATEGORICAL_MAPPING__VALUE_ON_UNKNOWN_STR_VALUE
      return .int64ToString(entries, otherwise: isSet ? unsafe text(message.strvalue) : nil)
    default: throw path.error(.structure, "the mapping maps nothing")
    }
  }
}
