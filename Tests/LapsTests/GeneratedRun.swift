/// A small generator of random numbers, so that a failing seed can be run again.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A run as a runner may have run it; lengths are whole tens of metres, times whole tenths.
struct GeneratedRun {
  struct Lap {
    var tens: Int
    var tenths: Int
    var metres: Double { Double(tens * 10) }
    var seconds: Double { Double(tenths) / 10 }
  }

  var course: String
  var laps: [Lap]

  init(_ random: inout SeededGenerator) {
    course =
      ["Park", "Lake loop", "Am Fluss", "Rund um \"die\" Burg", "Bois, nord"].randomElement(
        using: &random) ?? "Park"
    laps = (0..<Int.random(in: 2...12, using: &random)).map { _ in
      let tens = Int.random(in: 20...210, using: &random)
      let pace = Int.random(in: 210...480, using: &random)
      return Lap(tens: tens, tenths: tens * pace / 10)
    }
  }

  var distance: Double { laps.reduce(0) { $0 + $1.metres } }
  var duration: Double { Double(laps.reduce(0) { $0 + $1.tenths }) / 10 }

  /// The distance in metres and the time in tenths at the end of each lap.
  var sums: [(tens: Int, tenths: Int)] {
    var sum = (tens: 0, tenths: 0)
    return laps.map { lap in
      sum = (sum.tens + lap.tens, sum.tenths + lap.tenths)
      return sum
    }
  }

  /// The values that must come out of a file of this run.
  var expected: [[Double]] {
    zip(laps, sums).enumerated().map { index, pair in
      [
        distance, Double(index + 1), pair.0.metres, Double(pair.1.tens * 10), pair.0.seconds,
        Double(pair.1.tenths) / 10, duration,
      ]
    }
  }
}

/// Ways of writing the same laps.
enum Layout: String, CaseIterable {
  case canonical, garmin, garminGerman, polar, coros, service, cumulativeOnly, spreadsheet

  func text(_ run: GeneratedRun) -> String {
    var lines: [String] = []
    for (index, (lap, sum)) in zip(run.laps, run.sums).enumerated() {
      let row: [String]
      switch self {
      case .canonical:
        row = [
          quoted(run.course), "\(index + 1)", "\(lap.tens * 10)", number(lap.tenths, 10, "."),
          number(sum.tenths, 10, "."),
        ]
      case .garmin:
        row = ["\(index + 1)", clock(lap.tenths, "."), clock(sum.tenths, "."), km(lap.tens, ".")]
          .map(quoted)
      case .garminGerman:
        row = ["\(index + 1)", clock(lap.tenths, ","), clock(sum.tenths, ","), km(lap.tens, ",")]
          .map(quoted)
      case .polar:
        row = [
          "\(index)", number(lap.tenths, 10, "."), number(sum.tenths, 10, "."), "\(lap.tens * 10)",
        ]
      case .coros: row = ["\(index + 1)", clock(lap.tenths, "."), km(lap.tens, ".")]
      case .service:
        row = ["\(index + 1)", number(lap.tenths, 10, "."), "1", "\(lap.tens * 10)", "1"]
      case .cumulativeOnly: row = ["\(sum.tens * 10)", number(sum.tenths, 10, ".")]
      case .spreadsheet: row = ["\(index + 1)", km(lap.tens, ","), clock(lap.tenths, ",")]
      }
      lines.append(row.joined(separator: delimiter))
    }
    return ([header] + lines).joined(separator: "\n") + "\n"
  }

  private var header: String {
    switch self {
    case .canonical: return "course,lapNumber,lapDistance,lapTime,cumTime"
    case .garmin: return "\"Laps\",\"Time\",\"Cumulative Time\",\"Distance\nkm\""
    case .garminGerman: return "\"Runden\",\"Zeit\",\"Gesamtzeit\",\"Distanz\nkm\""
    case .polar: return "LAPNUMBER;DURATION;SPLITTIME;DISTANCE"
    case .coros: return "Split,Time,GetDistance"
    case .service: return "lap_index,elapsed_time,moving_time,distance,average_speed"
    case .cumulativeOnly: return "cumDistance,cumTime"
    case .spreadsheet: return "Runde;Rundendistanz (km);Rundenzeit"
    }
  }

  private var delimiter: String { self == .polar || self == .spreadsheet ? ";" : "," }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private func number(_ value: Int, _ scale: Int, _ mark: String) -> String {
    "\(value / scale)\(mark)\(value % scale)"
  }

  private func km(_ tens: Int, _ mark: String) -> String {
    let digits = tens % 100
    return "\(tens / 100)\(mark)\(digits < 10 ? "0" : "")\(digits)"
  }

  private func clock(_ tenths: Int, _ mark: String) -> String {
    let (hours, minutes, seconds) = (tenths / 36_000, tenths / 600 % 60, tenths / 10 % 60)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let start = hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)"
    return "\(start):\(two(seconds))\(mark)\(tenths % 10)"
  }
}
