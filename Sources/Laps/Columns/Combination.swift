/// One way to read all columns with open names; nil leaves a column unused.
struct Combination: Equatable {
  var choices: [Reading?]

  var used: Int { choices.lazy.filter { $0 != nil }.count }

  /// All ways in which each feature is used at most once and nothing that is needed is left out.
  static func all(
    _ choices: [[Reading?]], dimensions: [Dimension], layout: Layout
  ) -> [Combination] {
    var result: [Combination] = []
    var current: [Reading?] = []
    func extend() {
      guard result.count < 4096 else { return }
      let index = current.count
      if index == choices.count {
        if isSufficient(current, dimensions, layout) {
          result.append(Combination(choices: current))
        }
        return
      }
      for choice in choices[index] {
        if let choice {
          let isTaken = zip(current, dimensions).contains {
            $0 == choice && $1 == dimensions[index]
          }
          if isTaken { continue }
        }
        current.append(choice)
        extend()
        current.removeLast()
      }
    }
    extend()
    return result
  }

  /// Whether a time and a distance of the laps are there.
  private static func isSufficient(
    _ choices: [Reading?], _ dimensions: [Dimension], _ layout: Layout
  ) -> Bool {
    for dimension in [Dimension.time, .distance] where !layout.hasLaps(dimension) {
      let hasLaps = zip(choices, dimensions).contains {
        $1 == dimension && ($0 == .lap || $0 == .sinceStart)
      }
      if !hasLaps { return false }
    }
    return true
  }
}
