/// What a lap record says: the seven inputs of the model, and the time of the whole run.
package enum Feature: String, CaseIterable, Sendable {
  case course, distance, lapNumber, lapDistance, cumDistance, lapTime, cumTime, duration

  var dimension: Dimension? {
    switch self {
    case .lapDistance, .cumDistance, .distance: return .distance
    case .lapTime, .cumTime, .duration: return .time
    case .course, .lapNumber: return nil
    }
  }

  /// In the words of a message.
  package var explanation: String {
    switch self {
    case .course: return "where the run was"
    case .distance: return "the length of the whole run"
    case .lapNumber: return "the number of the lap"
    case .lapDistance: return "the length of the lap"
    case .cumDistance: return "the distance since the start"
    case .lapTime: return "the time of the lap"
    case .cumTime: return "the time since the start"
    case .duration: return "the time of the whole run"
    }
  }
}

/// What a column measures.
enum Dimension: Sendable {
  case distance, time

  var lap: Feature { self == .time ? .lapTime : .lapDistance }
  var cumulative: Feature { self == .time ? .cumTime : .cumDistance }
  var whole: Feature { self == .time ? .duration : .distance }
}

/// Which lengths or times a column with an open name may hold.
enum Reading: Sendable, CaseIterable {
  case lap, sinceStart, whole

  func feature(_ dimension: Dimension) -> Feature {
    switch self {
    case .lap: return dimension.lap
    case .sinceStart: return dimension.cumulative
    case .whole: return dimension.whole
    }
  }
}
