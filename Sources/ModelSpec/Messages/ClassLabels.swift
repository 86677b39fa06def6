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

  /// The labels as they are printed.
  package var texts: [String] {
    switch self {
    case .strings(let labels): labels
    case .int64s(let labels): labels.map(String.init)
    }
  }

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
    case .neuralNetworkClassifier(let classifier): return classifier.labels
    case .kNearestNeighborsClassifier(let classifier): return classifier.classes
    case .mlProgram(let program): return program.classLabels
    case .pipelineClassifier(let pipeline):
      let name = description.predictedFeatureName
      var last: ClassLabels?
      // Each stage is asked once: pipelines may stand in pipelines, thirty deep.
      for stage in pipeline.models.reversed() {
        guard let labels = stage.classLabels else { continue }
        if stage.description.outputs.contains(where: { $0.name == name }) { return labels }
        last = last ?? labels
      }
      return last
    default: return nil
    }
  }
}
