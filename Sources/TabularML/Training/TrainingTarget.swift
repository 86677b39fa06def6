import ModelSpec

/// The training input that the loss compares with.
struct TrainingTarget: Sendable {
  /// What a row of it says.
  enum Meaning: Sendable {
    /// The numbers that the loss's blob should have.
    case numbers
    /// One of these labels, each of which stands for an element of the loss's blob.
    case label(ClassLabels)
    /// The index of an element of the loss's blob.
    case index
  }

  /// Its place among the training inputs.
  let column: Int
  let feature: FeatureDescription
  let meaning: Meaning

  init(_ model: Model, loss: LossLayer) throws(ModelError) {
    let inputs = model.description.trainingInputs
    let name = model.trainingTarget ?? loss.target
    guard let column = inputs.firstIndex(where: { $0.name == name }) else {
      throw ModelError(
        .update, at: "description.trainingInput",
        "the target '\(name)' of the loss is not a training input")
    }
    self.column = column
    feature = inputs[column]
    switch (loss.kind, model.trained.model.kind) {
    case (.meanSquaredError, _): meaning = .numbers
    case (.categoricalCrossEntropy, .neuralNetworkClassifier(let classifier))
    where classifier.isTrainedOnLabels:
      meaning = .label(classifier.labels)
    case (.categoricalCrossEntropy, _): meaning = .index
    }
  }

  /// Refuses a target whose declared size does not fit the blob, before any row is filled.
  func check(width: Int) throws(ModelError) {
    let wanted: Int
    switch meaning {
    case .label(let labels):
      guard labels.count == width else {
        throw ModelError(
          .shape, at: "description.trainingInput",
          "there are \(labels.count) class labels for the \(width) numbers of the loss")
      }
      return
    case .numbers: wanted = width
    case .index: wanted = 1
    }
    let count: Int? =
      switch feature.type {
      case .double, .int64: 1
      case .multiArray(let type): elementCount(type.rowShape)
      default: nil
      }
    guard count == wanted else {
      throw ModelError(
        .shape, at: "description.trainingInput",
        "the target '\(feature.name)' should have \(wanted) "
          + "\(wanted == 1 ? "number" : "numbers"), as the loss needs")
    }
  }
}
