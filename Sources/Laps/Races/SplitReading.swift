/// What the times of splits are counted from.
enum SplitReading: CaseIterable {
  case sinceStart
  /// Each from the split before.
  case legs
  /// Each from the split before, but the half from the start, beside the legs around it.
  case legsAndHalf

  /// The times since the start, from the times as they stand and the index of the half; NaN is
  /// unknown.
  func sinceStart(_ times: [Double], half: Int?) -> [Double] {
    if self == .sinceStart { return times }
    var sum = 0.0
    var result: [Double] = []
    for (index, time) in times.enumerated() {
      if self == .legsAndHalf && index == half {
        // After a missing leg nothing is known.
        result.append(sum.isNaN ? .nan : time)
      } else {
        sum += time
        result.append(sum)
      }
    }
    return result
  }
}

/// Finds out by the values which times a table of results holds.
struct SplitJudge {
  private let metres: [Double]
  private let half: Int?
  private var rows = 0
  private var holding: [SplitReading: Int] = [:]

  init(_ metres: [Double], half: Int?) {
    self.metres = metres
    self.half = half
  }

  mutating func add(_ times: [Double]) {
    if times.allSatisfy(\.isNaN) { return }
    rows += 1
    for reading in SplitReading.allCases where holds(reading, times) {
      holding[reading, default: 0] += 1
    }
  }

  /// Since the start if at least half of the rows allow it; else what more than half allow.
  var reading: SplitReading {
    if 2 * holding[.sinceStart, default: 0] >= rows { return .sinceStart }
    for reading in [SplitReading.legs, .legsAndHalf]
    where 2 * holding[reading, default: 0] > rows {
      return reading
    }
    return .sinceStart
  }

  /// Whether the times rise and every leg is run at 0.5 to 8 m/s.
  private func holds(_ reading: SplitReading, _ times: [Double]) -> Bool {
    if reading == .legsAndHalf && half == nil { return false }
    var before = (metres: 0.0, seconds: 0.0)
    for (place, seconds) in zip(metres, reading.sinceStart(times, half: half))
    where !seconds.isNaN {
      let speed = (place - before.metres) / (seconds - before.seconds)
      guard seconds > before.seconds, 0.5...8 ~= speed else { return false }
      before = (place, seconds)
    }
    return true
  }
}
