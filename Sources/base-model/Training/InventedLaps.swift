import Foundation

/// Laps that nobody ran, made from marathons that somebody did: other lap lengths, other distances.
///
/// The data have splits every 5 km of a marathon only. What is assumed to fill the gaps:
/// - a runner's time at another distance follows Riegel's exponent 1.06;
/// - the profile of their pace is the same at the same share of the run, but flatter in a shorter run: the
///   deviations from the mean pace shrink with (distance / marathon)^0.9, and a random drift that no marathon
///   explains comes to it (deviation 2 % from start to middle);
/// - the pace is even between two marks, and a lap of a kilometre deviates from it by 2 %, a shorter one by more.
struct InventedLaps {
  private var random: RandomNumbers

  init(seed: UInt64) { random = RandomNumbers(seed: seed) }

  private static let lapLengths = [
    400, 1000, 1000, 1000, 1609.344, 1609.344, 2000, 3000, 5000, 5000, 10000, 21097.5,
  ]
  private static let raceDistances = [
    3000, 5000, 5000, 8000, 10000, 10000, 10000, 15000, 16093.44, 21097.5, 21097.5, 30000,
  ]

  /// Laps of one runner, half of them from the marathon, half from runs of other distances.
  mutating func laps(of marathon: Race, count: Int) -> [LapSample] {
    var laps: [LapSample] = []
    for index in 0..<count {
      let race = index.isMultiple(of: 2) ? marathon : otherDistance(marathon)
      if let lap = lap(of: race) { laps.append(lap) }
    }
    return laps
  }

  private mutating func otherDistance(_ marathon: Race) -> Race {
    let distance =
      random.unit() < 0.5
      ? random.choice(Self.raceDistances) : exp(random.uniform(log(2500), log(Race.marathon)))
    let scale = distance / marathon.distance
    let shrink = pow(scale, 0.9)
    let drift = 0.03 * random.normal()
    let meanPace = marathon.duration / marathon.distance
    var times = [0.0]
    for index in marathon.marks.indices.dropFirst() {
      let length = marathon.marks[index] - marathon.marks[index - 1]
      let middle = (marathon.marks[index] + marathon.marks[index - 1]) / 2 / marathon.distance
      let pace = (marathon.times[index] - marathon.times[index - 1]) / length / meanPace
      let flatter = 1 + shrink * (pace - 1) + drift * (2 * middle - 1)
      times.append((times.last ?? 0) + flatter * length)
    }
    let slower = random.unit() < 0.5 ? 1 : random.uniform(1, 1.5)
    let duration = marathon.duration * pow(scale, 1.06) * slower
    let stretch = duration / (times.last ?? 1)
    return Race(
      marks: marathon.marks.map { $0 * scale }, times: times.map { $0 * stretch })
  }

  /// Some lap of a run; nil if it would end at the finish.
  private mutating func lap(of race: Race) -> LapSample? {
    var length = random.choice(Self.lapLengths)
    if length >= race.distance { length = race.distance / 2 }
    let fullLaps = (race.distance / length - 1e-9).rounded(.down)
    let number = max(1, (random.unit() * fullLaps).rounded(.up))
    let cumDistance = number * length
    guard cumDistance < race.distance - 50 else { return nil }
    let cumTime = race.time(at: cumDistance)
    var lapTime = cumTime - race.time(at: cumDistance - length)
    let spread = random.unit() < 0.07 ? 0.2 : 0.015
    let noise = spread * random.normal() * min(max((1000 / length).squareRoot(), 0.3), 1.6)
    if number > 1 { lapTime *= 1 + noise }
    return LapSample(
      distance: race.distance, number: Int(number), lapDistance: length,
      cumDistance: cumDistance, lapTime: lapTime, cumTime: cumTime, duration: race.duration)
  }
}
