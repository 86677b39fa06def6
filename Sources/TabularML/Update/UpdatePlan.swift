import ModelSpec

/// What an update of a model does: it trains a network, or gives a classifier more samples.
enum UpdatePlan: Sendable {
  case network(TrainingPlan)
  case neighbors(NeighborPlan)

  /// Finds the part of the model that learns; all that can be is checked before there are rows.
  init(_ document: ModelDocument, _ conventions: Conventions) throws(ModelError) {
    try document.requireWhole()
    let model = document.model
    if case .kNearestNeighborsClassifier = model.trained.model.kind {
      self = .neighbors(try NeighborPlan(model, conventions: conventions))
    } else {
      self = .network(try TrainingPlan(model, conventions: conventions))
    }
  }

  /// Refuses parameters that the model does not allow.
  func check(_ overrides: TrainingOverrides) throws(TrainingError) {
    switch self {
    case .network(let plan): _ = try plan.options(overrides)
    case .neighbors(let plan): _ = try plan.numberOfNeighbors(overrides)
    }
  }
}
