import Foundation
import ModelSpec

/// The network: what a lap says about the rest of the run, and the sum of both.
///
/// Let v be the mean pace so far and R the distance left. Then v·R is the time that the rest takes at even
/// pace, and the prediction is cumTime + g·v·R, with g from a small dense network over five numbers
/// that do not change with the units or the runner's day. All of that is frozen; the one updatable layer adds
/// to it v·R times a number for each course and for each adjustment, which are 0 in the base model.
struct RunNetwork {
  /// Dense layers with ReLU between them, from `inputs` numbers to g.
  var hidden: [Dense]

  /// The numbers that the first dense layer reads.
  static let inputs = 7
  /// Names of the dense layers, which training gives back by name.
  static let hiddenNames = ["hidden1", "hidden2", "restFactor"]

  /// Distances reach the network in kilometres and times in hours.
  static let metresPerUnit = 1000.0
  static let secondsPerUnit = 3600.0

  /// The network with its updatable layer, from the blob `features` to `duration`.
  func layers(features: String) -> [NeuralNetworkLayer] {
    var builder = NetworkBuilder()
    let lap = Self.addLap(&builder, features: features)
    let factor = addFactor(&builder, lap)
    // A run that is faster than half its pace so far from here on is a mistake in the file.
    let bounded = builder.unary(
      "boundedRestFactor", factor, Unary(operation: .threshold, alpha: 0.5))
    let rest = builder.add("rest", .multiply(alpha: 1), of: bounded, lap.evenRest)
    let course = builder.slice("course", features, 0..<Course.names.count)
    let traits = builder.slice("adjustableTraits", lap.traits, 0..<2)
    let shares = builder.add(
      "adjustmentShares", .concat(sequence: false), of: course, traits, lap.progress)
    let adjustments = builder.add(
      "adjustments", .multiply(alpha: 1), of: shares, lap.evenRest)
    let hours = builder.slice("hoursRun", lap.measures, 4..<5)
    let clock = builder.add("clock", .multiply(alpha: 1 / Self.clockScale), of: hours)
    let parts = builder.add(
      "parts", .concat(sequence: false), of: clock, rest, adjustments)
    builder.dense(
      Target.duration.name, parts, Self.sum(adjustments: Course.names.count + 3),
      isUpdatable: true)
    return builder.layers
  }

  /// The network that trains g: its loss is the error of the pace of the rest, `restPace`.
  func trainingLayers(features: String) -> [NeuralNetworkLayer] {
    var builder = NetworkBuilder()
    let lap = Self.addLap(&builder, features: features)
    let factor = addFactor(&builder, lap, isUpdatable: true)
    let relative = builder.add(
      "relativePace", .multiply(alpha: Float(Self.secondsPerUnit / Self.usualPace)), of: lap.pace)
    builder.add("restPace", .multiply(alpha: 1), of: factor, relative)
    return builder.layers
  }

  /// Seconds per kilometre: paces are given relative to this one while g is trained.
  static let usualPace = 330.0

  /// The time already run passes through the updatable layer in so small a unit that fine-tuning, whose steps have
  /// about the size of the learning rate whatever the unit, cannot change it.
  private static let clockScale: Float = 1024

  /// cumTime + rest + 0·adjustments.
  ///
  /// cumTime is multiplied by 1 + 2⁻²⁰, more than all roundings of Float on the way can take away. So
  /// no prediction is below the time already run, and at the end of the run it is too long by one part in a million.
  private static func sum(adjustments: Int) -> Dense {
    let clock = Float(secondsPerUnit) * clockScale * (1 + 0x1p-20)
    return Dense(rows: [[clock, 1] + Array(repeating: 0, count: adjustments)])
  }
}

extension RunNetwork {
  /// Blobs that describe a lap.
  private struct Lap {
    /// distance, lapDistance, cumDistance, lapTime, cumTime in kilometres and hours.
    var measures: String
    /// Four numbers between -1 and 1: `Trait`.
    var traits: String
    /// The share of the distance that is done, from -1 to 1.
    var progress: String
    /// The mean pace so far in hours per kilometre.
    var pace: String
    /// Seconds that the rest takes at that pace; 0 at the end.
    var evenRest: String
    /// What the first dense layer reads.
    var inputs: String
  }

  private static func addLap(_ builder: inout NetworkBuilder, features: String) -> Lap {
    let first = Course.names.count + 1
    let measures = builder.slice("measures", features, first..<first + 5)
    let positive = builder.unary(
      "positiveMeasures", measures, Unary(operation: .threshold, alpha: 1e-6))
    let logs = builder.unary("logMeasures", positive, Unary(operation: .log))
    let ratios = builder.dense("logRatios", logs, logRatios)

    let rawTraits = builder.slice("rawTraits", ratios, 0..<4)
    let below = builder.negatedMinimum("traitsBelow1", rawTraits, limit: 1)
    let traits = builder.negatedMinimum("traits", below, limit: 1)

    let logShare = builder.slice("logShare", ratios, 4..<5)
    let negatedLogShare = builder.negatedMinimum("negatedLogShare", logShare, limit: 0)
    let share = builder.unary("share", negatedLogShare, Unary(operation: .exp, scale: -1))
    let progress = builder.add(
      "progress", .activation(.linear(alpha: 2, beta: -1)), of: share)

    let logPace = builder.slice("logPace", ratios, 5..<6)
    let pace = builder.unary("pace", logPace, Unary(operation: .exp))
    let secondsPerHour = Float(secondsPerUnit)
    let left = builder.dense(
      "left", measures, Dense(rows: [[secondsPerHour, 0, -secondsPerHour, 0, 0]]))
    let distanceLeft = builder.add("distanceLeft", .activation(.relu), of: left)
    let evenRest = builder.add("evenRest", .multiply(alpha: 1), of: pace, distanceLeft)

    let changing = builder.slice("changingTraits", traits, 0..<4, stride: 2)
    let products = builder.add("products", .multiply(alpha: 1), of: changing, progress)
    let joined = builder.add(
      "joined", .concat(sequence: false), of: traits, progress, products)
    let inputs = builder.add("inputs", .multiply(alpha: 3), of: joined)
    return Lap(
      measures: measures, traits: traits, progress: progress, pace: pace, evenRest: evenRest,
      inputs: inputs)
  }

  private func addFactor(
    _ builder: inout NetworkBuilder, _ lap: Lap, isUpdatable: Bool = false
  ) -> String {
    var blob = lap.inputs
    for (name, dense) in zip(Self.hiddenNames, hidden) {
      blob = builder.dense(name, blob, dense, isUpdatable: isUpdatable)
      if name != Self.hiddenNames.last {
        blob = builder.add("\(name)Active", .activation(.relu), of: blob)
      }
    }
    return blob
  }

  /// From the logarithms of the measures to the traits, the share done and the pace.
  private static var logRatios: Dense {
    // distance, lapDistance, cumDistance, lapTime, cumTime
    let pace: [Double] = [0, 0, -1, 0, 1]
    let lapAgainstMean: [Double] = [0, -1, 1, 1, -1]
    let traits = [
      Trait(lapAgainstMean, from: exp(-0.5), to: exp(0.5)),
      Trait([1, 0, 0, 0, 0], from: 3, to: 42.195),
      Trait(pace, from: 180 / secondsPerUnit, to: 720 / secondsPerUnit),
      Trait([0, 1, 0, 0, 0], from: 0.2, to: 21.0975),
    ]
    let share: [Double] = [-1, 0, 1, 0, 0]
    return Dense(
      rows: traits.map(\.weights) + [share.map(Float.init), pace.map(Float.init)],
      bias: traits.map(\.bias) + [0, 0])
  }
}

/// The logarithm of a product of powers of the measures, scaled so that a range of it becomes -1 to 1.
private struct Trait {
  var weights: [Float]
  var bias: Float

  init(_ exponents: [Double], from lower: Double, to upper: Double) {
    let half = (log(upper) - log(lower)) / 2
    weights = exponents.map { Float($0 / half) }
    bias = Float(-(log(lower) + log(upper)) / 2 / half)
  }
}
