import ModelSpec

extension Pipeline: Plannable {
  /// Its stages see to it.
  var takesUnwrittenVectors: Bool { true }

  /// Plans the stages one after the other over a pool of features; a later stage may give a name anew.
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    var pool: [String: Feature] = [:]
    for (input, feature) in zip(stage.description.inputs, stage.inputs) {
      pool[input.name] = feature
    }
    for (index, model) in models.enumerated() {
      let path = "\(stage.path).models[\(index)]."
      let outputs = try builder.plan(model, pool: pool, path: path)
      for output in model.description.outputs {
        guard let feature = outputs[output.name] else {
          throw ModelError(
            .interface, at: path + "description.output", "no part makes '\(output.name)'")
        }
        pool[output.name] = feature
      }
    }
    return pool
  }
}
