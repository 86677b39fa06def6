import CModelSpec
import CProtobufC

extension ModelDecoder {
  static func treeEnsembleRegressor(
    _ message: Spec__TreeEnsembleRegressor, at path: ModelPath
  ) throws(ModelError) -> TreeEnsembleRegressor {
    let isSet =
      unsafe message.ensemble_case
      == SPEC__TREE_ENSEMBLE_REGRESSOR__ENSEMBLE_TREE_ENSEMBLE
    return TreeEnsembleRegressor(
      ensemble: try ensemble(unsafe isSet ? bytes(message.treeensemble) : nil, at: path),
      postEvaluationTransform: try transform(
        unsafe message.postevaluationtransform, at: path))
  }

  static func treeEnsembleClassifier(
    _ message: Spec__TreeEnsembleClassifier, at path: ModelPath
  ) throws(ModelError) -> TreeEnsembleClassifier {
    let labels: ClassLabels
    switch unsafe message.class_labels_case {
    case SPEC__TREE_ENSEMBLE_CLASSIFIER__CLASS_LABELS_STRING_CLASS_LABELS:
      labels = unsafe classLabels(message.stringclasslabels)
    case SPEC__TREE_ENSEMBLE_CLASSIFIER__CLASS_LABELS_INT64_CLASS_LABELS:
      labels = unsafe classLabels(message.int64classlabels)
    default: throw noLabels(at: path)
    }
    let isSet =
      unsafe message.ensemble_case
      == SPEC__TREE_ENSEMBLE_CLASSIFIER__ENSEMBLE_TREE_ENSEMBLE
    return TreeEnsembleClassifier(
      ensemble: try ensemble(unsafe isSet ? bytes(message.treeensemble) : nil, at: path),
      postEvaluationTransform: try transform(
        unsafe message.postevaluationtransform, at: path),
      labels: labels)
  }

  private static func ensemble(
    _ bytes: [UInt8]?, at path: ModelPath
  ) throws(ModelError) -> TreeEnsemble {
    let path = path.field("treeEnsemble")
    guard let bytes else { throw path.error(.structure, "there is no ensemble of trees") }
    return try TreeEnsembleReader.read(bytes, at: path)
  }

  private static func transform(
    _ number: UInt32, at path: ModelPath
  ) throws(ModelError) -> TreeTransform {
    guard let transform = TreeTransform(rawValue: Int(number)) else {
      throw path.field("postEvaluationTransform").error(
        .value, "transform \(number) does not exist")
    }
    return transform
  }
}
