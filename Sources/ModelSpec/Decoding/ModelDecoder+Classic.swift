import CModelSpec
import CProtobufC

extension ModelDecoder {
  /// The kinds without stages and layers; nil for any other.
  static func classicKind(
    _ message: Spec__Model, at path: ModelPath
  ) throws(ModelError) -> ModelKind? {
    switch unsafe message.type_case {
    case SPEC__MODEL__TYPE_GLM_REGRESSOR:
      .glmRegressor(unsafe try glmRegressor(message.glmregressor.pointee, at: path))
    case SPEC__MODEL__TYPE_GLM_CLASSIFIER:
      .glmClassifier(unsafe try glmClassifier(message.glmclassifier.pointee, at: path))
    case SPEC__MODEL__TYPE_SUPPORT_VECTOR_REGRESSOR:
      .supportVectorRegressor(
        unsafe try supportVectorRegressor(message.supportvectorregressor.pointee, at: path))
    case SPEC__MODEL__TYPE_SUPPORT_VECTOR_CLASSIFIER:
      .supportVectorClassifier(
        unsafe try supportVectorClassifier(message.supportvectorclassifier.pointee, at: path))
    case SPEC__MODEL__TYPE_TREE_ENSEMBLE_REGRESSOR:
      .treeEnsembleRegressor(
        unsafe try treeEnsembleRegressor(message.treeensembleregressor.pointee, at: path))
    case SPEC__MODEL__TYPE_TREE_ENSEMBLE_CLASSIFIER:
      .treeEnsembleClassifier(
        unsafe try treeEnsembleClassifier(message.treeensembleclassifier.pointee, at: path))
    case SPEC__MODEL__TYPE_K_NEAREST_NEIGHBORS_CLASSIFIER:
      .kNearestNeighborsClassifier(
        unsafe try nearestNeighbors(message.knearestneighborsclassifier.pointee, at: path))
    case SPEC__MODEL__TYPE_ONE_HOT_ENCODER:
      .oneHotEncoder(unsafe try oneHotEncoder(message.onehotencoder.pointee, at: path))
    case SPEC__MODEL__TYPE_IMPUTER: .imputer(unsafe try imputer(message.imputer.pointee, at: path))
    case SPEC__MODEL__TYPE_FEATURE_VECTORIZER:
      .featureVectorizer(unsafe featureVectorizer(message.featurevectorizer.pointee))
    case SPEC__MODEL__TYPE_DICT_VECTORIZER:
      .dictVectorizer(unsafe try dictVectorizer(message.dictvectorizer.pointee, at: path))
    case SPEC__MODEL__TYPE_SCALER: .scaler(unsafe scaler(message.scaler.pointee))
    case SPEC__MODEL__TYPE_CATEGORICAL_MAPPING:
      .categoricalMapping(
        unsafe try categoricalMapping(message.categoricalmapping.pointee, at: path))
    case SPEC__MODEL__TYPE_NORMALIZER:
      .normalizer(unsafe try normalizer(message.normalizer.pointee, at: path))
    case SPEC__MODEL__TYPE_ARRAY_FEATURE_EXTRACTOR:
      .arrayFeatureExtractor(unsafe arrayFeatureExtractor(message.arrayfeatureextractor.pointee))
    case SPEC__MODEL__TYPE_IDENTITY: .identity(Identity())
    default: nil
    }
  }

  static func classLabels(_ list: UnsafeMutablePointer<Spec__StringVector>) -> ClassLabels {
    .strings(unsafe texts(list.pointee.vector, list.pointee.n_vector))
  }

  static func classLabels(_ list: UnsafeMutablePointer<Spec__Int64Vector>) -> ClassLabels {
    .int64s(unsafe numbers(list.pointee.vector, list.pointee.n_vector))
  }

  static func noLabels(at path: ModelPath) -> ModelError {
    path.error(.interface, "the classifier has no class labels")
  }

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

  static func glmClassifier(
    _ message: Spec__GLMClassifier, at path: ModelPath
  ) throws(ModelError) -> GLMClassifier {
    let number = unsafe Int(message.postevaluationtransform.rawValue)
    guard let transform = GLMClassifier.PostEvaluationTransform(rawValue: number) else {
      throw path.field("postEvaluationTransform").error(
        .value, "transform \(number) does not exist")
    }
    let encodingNumber = unsafe Int(message.classencoding.rawValue)
    guard let encoding = GLMClassifier.ClassEncoding(rawValue: encodingNumber) else {
      throw path.field("classEncoding").error(
        .value, "class encoding \(encodingNumber) does not exist")
    }
    let labels: ClassLabels
    switch unsafe message.class_labels_case {
    case SPEC__GLMCLASSIFIER__CLASS_LABELS_STRING_CLASS_LABELS:
      labels = unsafe classLabels(message.stringclasslabels)
    case SPEC__GLMCLASSIFIER__CLASS_LABELS_INT64_CLASS_LABELS:
      labels = unsafe classLabels(message.int64classlabels)
    default: throw noLabels(at: path)
    }
    return GLMClassifier(
      weights: unsafe try list(message.weights, message.n_weights) {
        (row, _) throws(ModelError) in unsafe numbers(row.value, row.n_value)
      },
      offset: unsafe numbers(message.offset, message.n_offset),
      postEvaluationTransform: transform, classEncoding: encoding, labels: labels)
  }
}
