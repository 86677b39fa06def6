import Foundation

/// One finished run: the time at some marks, the first at the start and the last at the finish.
struct Race {
  /// Metres from the start, rising.
  var marks: [Double]
  /// Seconds from the start, one for each mark.
  var times: [Double]

  var distance: Double { marks.last ?? 0 }
  var duration: Double { times.last ?? 0 }

  static let marathon = 42195.0

  /// The time at a distance, at an even pace between two marks.
  func time(at metres: Double) -> Double {
    guard let next = marks.firstIndex(where: { $0 >= metres }), next > 0 else {
      return metres <= 0 ? 0 : duration
    }
    let share = (metres - marks[next - 1]) / (marks[next] - marks[next - 1])
    return times[next - 1] + share * (times[next] - times[next - 1])
  }

  /// The laps between the marks; the last one ends at the last mark before the finish.
  var splits: [LapSample] {
    marks.indices.dropFirst().dropLast().map { index in
      LapSample(
        distance: distance, number: index, lapDistance: marks[index] - marks[index - 1],
        cumDistance: marks[index], lapTime: times[index] - times[index - 1],
        cumTime: times[index], duration: duration)
    }
  }
}

/// One lap of a finished run: the numbers that the model sees, and what came of the run.
struct LapSample {
  var distance: Double
  var number: Int
  var lapDistance: Double
  var cumDistance: Double
  var lapTime: Double
  var cumTime: Double
  var duration: Double

  /// Seconds per kilometre so far.
  var pace: Double { cumTime / cumDistance * 1000 }

  /// The pace of the rest of the run, where 1 is the pace so far.
  var restFactor: Double {
    (duration - cumTime) / (cumTime * (distance - cumDistance) / cumDistance)
  }
}
