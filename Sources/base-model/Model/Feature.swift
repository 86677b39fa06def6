import ModelSpec

/// The seven features of a lap, in the order of the model's inputs.
enum Feature: String, CaseIterable {
  case course, distance, lapNumber, lapDistance, cumDistance, lapTime, cumTime

  var description: FeatureDescription {
    FeatureDescription(
      name: rawValue, shortDescription: text, type: self == .course ? .string : .double)
  }

  private var text: String {
    switch self {
    case .course:
      "What the run is on: \(Course.names.joined(separator: ", ")); any other text is allowed"
    case .distance: "Length of the whole run in metres"
    case .lapNumber: "Number of the lap, from 1"
    case .lapDistance: "Length of this lap in metres"
    case .cumDistance: "Distance from the start to the end of this lap in metres"
    case .lapTime: "Time of this lap in seconds"
    case .cumTime: "Time from the start to the end of this lap in seconds"
    }
  }
}

/// The courses that a personal model can tell apart.
///
/// The base model treats all alike; fine-tuning gives each its own weight.
enum Course {
  static let names = ["road", "track", "trail", "hills", "park", "treadmill"]
}

/// What the model predicts, and what it is trained on.
enum Target {
  static let duration = FeatureDescription(
    name: "duration", shortDescription: "Time of the whole run in seconds", type: .double)

  static let trueDuration = FeatureDescription(
    name: "duration_true", shortDescription: "Time that the whole run took in seconds",
    type: .multiArray(ArrayFeatureType(shape: [1], dataType: .double)))
}
