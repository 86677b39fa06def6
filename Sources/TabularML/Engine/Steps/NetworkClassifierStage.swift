import ModelSpec

extension NeuralNetworkClassifier: Plannable {
  var takesUnwrittenVectors: Bool { true }

  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    let description = stage.description
    let (features, scores) = try network.plan(
      stage, &builder, probabilities: probabilities,
      except: [description.predictedFeatureName, description.predictedProbabilitiesName])
    guard let scores else {
      throw ModelError(
        .structure, at: stage.path + ".labelProbabilityLayerName",
        "no layer makes the probabilities '\(probabilities)'")
    }
    guard builder.width(scores) == labels.count else {
      let field =
        switch labels {
        case .strings: "stringClassLabels"
        case .int64s: "int64ClassLabels"
        }
      throw ModelError(
        .shape, at: stage.path + ".\(field)",
        "there are \(labels.count) labels for \(builder.width(scores)) numbers")
    }
    let classes = try builder.classification(of: stage, scores: scores, labels: labels)
    return features.merging(classes) { $1 }
  }
}
