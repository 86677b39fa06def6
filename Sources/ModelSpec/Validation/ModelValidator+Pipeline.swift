extension ModelValidator {
  /// Checks how the stages are connected, then the stages.
  static func validate(
    _ pipeline: Pipeline, of model: Model, at path: ModelPath, _ pipelinePath: ModelPath
  ) throws(ModelError) {
    guard !pipeline.models.isEmpty else {
      throw pipelinePath.field("models").error(.structure, "the pipeline has no stages")
    }
    guard pipeline.names.isEmpty || pipeline.names.count == pipeline.models.count else {
      throw pipelinePath.field("names").error(
        .shape, "\(pipeline.names.count) names for \(pipeline.models.count) stages")
    }
    guard Set(pipeline.names).count == pipeline.names.count else {
      throw pipelinePath.field("names").error(.structure, "two stages have the same name")
    }
    try validateConnections(pipeline, of: model, at: path, pipelinePath)
    try validateUpdatableStages(pipeline, of: model, at: path, pipelinePath)
    for (index, stage) in pipeline.models.enumerated() {
      try validate(stage, at: pipelinePath.element("models", index))
    }
  }

  private static func validateConnections(
    _ pipeline: Pipeline, of model: Model, at path: ModelPath, _ pipelinePath: ModelPath
  ) throws(ModelError) {
    var pool: [String: FeatureType] = [:]
    for input in model.description.inputs { pool[input.name] = input.type }
    for (index, stage) in pipeline.models.enumerated() {
      let path = pipelinePath.element("models", index).field("description")
      for (position, input) in stage.description.inputs.enumerated() {
        try require(input, in: pool, at: path.element("input", position))
      }
      for output in stage.description.outputs { pool[output.name] = output.type }
    }
    for (index, output) in model.description.outputs.enumerated() {
      try require(output, in: pool, at: path.field("description").element("output", index))
    }
  }

  private static func require(
    _ feature: FeatureDescription, in pool: [String: FeatureType], at path: ModelPath
  ) throws(ModelError) {
    guard let type = pool[feature.name] else {
      throw path.error(
        .structure, "'\(feature.name)' is neither an input of the pipeline nor made before it")
    }
    guard type.fits(feature.type) else {
      throw path.error(
        .type, "'\(feature.name)' is \(type.name), but is taken for \(feature.type.name)")
    }
  }

  private static func validateUpdatableStages(
    _ pipeline: Pipeline, of model: Model, at path: ModelPath, _ pipelinePath: ModelPath
  ) throws(ModelError) {
    let last = pipeline.models.count - 1
    for (index, stage) in pipeline.models.enumerated() {
      let path = pipelinePath.element("models", index).field("isUpdatable")
      if stage.isUpdatable {
        guard model.isUpdatable else {
          throw path.error(.update, "the stage is updatable, but its pipeline is not")
        }
        guard index == last else {
          throw path.error(.update, "only the last stage of a pipeline can be updatable")
        }
      } else if model.isUpdatable && index == last {
        throw path.error(.update, "the pipeline is updatable, but its last stage is not")
      }
    }
    guard model.isUpdatable, let target = model.trainingTarget else { return }
    guard model.description.trainingInputs.contains(where: { $0.name == target }) else {
      throw path.field("description").field("trainingInput").error(
        .update, "the loss compares with '\(target)', which is no training input of the pipeline")
    }
  }
}

extension Model {
  /// The training input that the loss of the network compares with, also through pipelines.
  package var trainingTarget: String? {
    let trained = trained.model
    if case .neuralNetworkClassifier(let classifier) = trained.kind {
      return classifier.trainingTarget(in: trained)
    }
    return trained.kind.network?.updateParameters?.losses.first?.target
  }
}
