/// What a classifier chooses from: texts or integers, in the order of its numbers.
package enum ClassLabels: Sendable, Equatable {
  case strings([String])
  case int64s([Int64])

  package var count: Int {
    switch self {
    case .strings(let labels): labels.count
    case .int64s(let labels): labels.count
    }
  }

  package var isEmpty: Bool { count == 0 }

  /// The labels without repetitions, in the order in which they appear first, and for each label
  /// which of them it is.
  package var distinct: (labels: ClassLabels, classes: [Int32]) {
    switch self {
    case .strings(let labels):
      let (own, classes) = Self.distinct(labels)
      return (.strings(own), classes)
    case .int64s(let labels):
      let (own, classes) = Self.distinct(labels)
      return (.int64s(own), classes)
    }
  }

  private static func distinct<Label: Hashable>(_ labels: [Label]) -> ([Label], [Int32]) {
    var known: [Label: Int32] = [:]
    var own: [Label] = []
    let classes = labels.map { label in
      if let number = known[label] { return number }
      let number = Int32(clamping: own.count)
      known[label] = number
      own.append(label)
      return number
    }
    return (own, classes)
  }
}

extension Model {
  /// The classes of a classifier; of a pipeline, those of the stage that makes the predicted feature.
  package var classLabels: ClassLabels? {
    switch kind {
    case .glmClassifier(let classifier): return classifier.labels
    case .supportVectorClassifier(let classifier): return classifier.labels
    case .treeEnsembleClassifier(let classifier): return classifier.labels
    case .kNearestNeighborsClassifier(let classifier): return classifier.classes
    case .pipelineClassifier(let pipeline):
      let name = description.predictedFeatureName
      let stage = pipeline.models.last { stage in
        stage.classLabels != nil && stage.description.outputs.contains { $0.name == name }
      }
      return (stage ?? pipeline.models.last { $0.classLabels != nil })?.classLabels
    default: return nil
    }
  }
}
