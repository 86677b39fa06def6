import Foundation
import ModelSpec

/// The parameters of an update as a model's description lists them.
enum UpdateParameterList {
  /// Those of the model that is trained: the model itself, or the last stage of a pipeline.
  static func of(_ model: Model) -> [MLParameterDescription] {
    let kind = model.trained.model.kind
    if case .kNearestNeighborsClassifier(let classifier) = kind {
      return [describe(.numberOfNeighbors, classifier.numberOfNeighbors)]
    }
    return kind.network?.updateParameters.map(of) ?? []
  }

  private static func of(_ parameters: UpdateParameters) -> [MLParameterDescription] {
    var list: [MLParameterDescription] = []
    switch parameters.optimizer {
    case .sgd(let learningRate, let miniBatchSize, let momentum):
      list.append(describe(.learningRate, learningRate))
      list.append(describe(.miniBatchSize, miniBatchSize))
      if let momentum { list.append(describe(.momentum, momentum)) }
    case .adam(let learningRate, let miniBatchSize, let beta1, let beta2, let eps):
      list.append(describe(.learningRate, learningRate))
      list.append(describe(.miniBatchSize, miniBatchSize))
      list.append(describe(.beta1, beta1))
      list.append(describe(.beta2, beta2))
      list.append(describe(.eps, eps))
    }
    list.append(describe(.epochs, parameters.epochs))
    if let shuffle = parameters.shuffle {
      list.append(MLParameterDescription(key: .shuffle, defaultValue: NSNumber(value: shuffle)))
    }
    if let seed = parameters.seed { list.append(describe(.seed, seed)) }
    return list
  }

  private static func describe(
    _ key: MLParameterKey, _ parameter: DoubleParameter
  ) -> MLParameterDescription {
    MLParameterDescription(
      key: key, defaultValue: NSNumber(value: parameter.defaultValue),
      numericConstraint: parameter.range.map {
        MLNumericConstraint(
          minNumber: NSNumber(value: $0.lowerBound), maxNumber: NSNumber(value: $0.upperBound))
      })
  }

  private static func describe(
    _ key: MLParameterKey, _ parameter: Int64Parameter
  ) -> MLParameterDescription {
    let constraint: MLNumericConstraint? =
      switch parameter.allowed {
      case .range(let range):
        MLNumericConstraint(
          minNumber: NSNumber(value: range.lowerBound),
          maxNumber: NSNumber(value: range.upperBound))
      case .set(let values):
        MLNumericConstraint(
          minNumber: NSNumber(value: values.min() ?? parameter.defaultValue),
          maxNumber: NSNumber(value: values.max() ?? parameter.defaultValue),
          enumeratedNumbers: Set(values.map { NSNumber(value: $0) }))
      case nil: nil
      }
    return MLParameterDescription(
      key: key, defaultValue: NSNumber(value: parameter.defaultValue),
      numericConstraint: constraint)
  }
}
