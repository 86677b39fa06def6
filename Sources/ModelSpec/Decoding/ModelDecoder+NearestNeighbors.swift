import CModelSpec
import CProtobufC

extension ModelDecoder {
  static func nearestNeighbors(
    _ message: Spec__KNearestNeighborsClassifier, at path: ModelPath
  ) throws(ModelError) -> KNearestNeighborsClassifier {
    let weighting: KNearestNeighborsClassifier.Weighting
    switch unsafe message.weighting_scheme_case {
    case SPEC__KNEAREST_NEIGHBORS_CLASSIFIER__WEIGHTING_SCHEME_UNIFORM_WEIGHTING:
      weighting = .uniform
    case SPEC__KNEAREST_NEIGHBORS_CLASSIFIER__WEIGHTING_SCHEME_INVERSE_DISTANCE_WEIGHTING:
      weighting = .inverseDistance
    default: throw path.error(.value, "the model does not say how neighbours are weighted")
    }
    let indexPath = path.field("nearestNeighborsIndex")
    guard let samples = unsafe message.nearestneighborsindex?.pointee else {
      throw indexPath.error(.value, "there is no index of samples")
    }
    guard unsafe message.numberofneighbors != nil else {
      throw path.field("numberOfNeighbors").error(.value, "the number of neighbours is missing")
    }
    let (labels, defaultLabel) = unsafe try sampleLabels(message, at: path)
    return KNearestNeighborsClassifier(
      dimensions: unsafe samples.numberofdimensions,
      samples: unsafe try numbers(of: samples, at: indexPath),
      index: unsafe try index(samples, at: indexPath),
      numberOfNeighbors: unsafe try int64(
        message.numberofneighbors, at: path.field("numberOfNeighbors")),
      labels: labels, defaultLabel: defaultLabel, weighting: weighting)
  }

  /// The labels of the samples, and the one label of a model without samples.
  ///
  /// A model that never saw a sample has a default label alone, which then says what its labels are.
  private static func sampleLabels(
    _ message: Spec__KNearestNeighborsClassifier, at path: ModelPath
  ) throws(ModelError) -> (ClassLabels, ClassLabels?) {
    let defaultLabel: ClassLabels? =
      switch unsafe message.default_class_label_case {
      case SPEC__KNEAREST_NEIGHBORS_CLASSIFIER__DEFAULT_CLASS_LABEL_DEFAULT_STRING_LABEL:
        .strings([unsafe text(message.defaultstringlabel)])
      case SPEC__KNEAREST_NEIGHBORS_CLASSIFIER__DEFAULT_CLASS_LABEL_DEFAULT_INT64_LABEL:
        .int64s([unsafe message.defaultint64label])
      default: nil
      }
    switch unsafe message.class_labels_case {
    case SPEC__KNEAREST_NEIGHBORS_CLASSIFIER__CLASS_LABELS_STRING_CLASS_LABELS:
      return (unsafe classLabels(message.stringclasslabels), defaultLabel)
    case SPEC__KNEAREST_NEIGHBORS_CLASSIFIER__CLASS_LABELS_INT64_CLASS_LABELS:
      return (unsafe classLabels(message.int64classlabels), defaultLabel)
    default:
      switch defaultLabel {
      case .strings: return (.strings([]), defaultLabel)
      case .int64s: return (.int64s([]), defaultLabel)
      case nil:
        throw path.error(.interface, "the classifier has neither class labels nor a default one")
      }
    }
  }

  private static func numbers(
    of message: Spec__NearestNeighborsIndex, at path: ModelPath
  ) throws(ModelError) -> [Float] {
    let dimensions = unsafe Int(message.numberofdimensions)
    guard dimensions > 0 else {
      throw path.field("numberOfDimensions").error(.value, "samples of \(dimensions) dimensions")
    }
    var values: [Float] = []
    for index in 0..<(unsafe message.n_floatsamples) {
      guard let sample = unsafe message.floatsamples[index]?.pointee else { continue }
      let count = unsafe sample.n_vector
      guard count == dimensions else {
        throw path.element("floatSamples", index).error(
          .shape, "the sample has \(count) numbers, and there are \(dimensions) dimensions")
      }
      unsafe values.append(contentsOf: UnsafeBufferPointer(start: sample.vector, count: count))
    }
    return values
  }

  private static func index(
    _ message: Spec__NearestNeighborsIndex, at path: ModelPath
  ) throws(ModelError) -> KNearestNeighborsClassifier.Index {
    guard
      unsafe message.distance_function_case
        == SPEC__NEAREST_NEIGHBORS_INDEX__DISTANCE_FUNCTION_SQUARED_EUCLIDEAN_DISTANCE
    else { throw path.error(.value, "the index does not say how distances are measured") }
    switch unsafe message.index_type_case {
    case SPEC__NEAREST_NEIGHBORS_INDEX__INDEX_TYPE_LINEAR_INDEX: return .linear
    case SPEC__NEAREST_NEIGHBORS_INDEX__INDEX_TYPE_SINGLE_KD_TREE_INDEX:
      return .singleKdTree(leafSize: unsafe message.singlekdtreeindex.pointee.leafsize)
    default: throw path.error(.value, "the index does not say how samples are searched")
    }
  }
}
